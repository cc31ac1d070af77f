import { describe, expect, it } from 'vitest'
import type { SwitchPort } from '../../../server/domain/switch/record.ts'
import { faceNumber, facePlan, faceStep, loadOf, portLook, vlanLegend } from './face-plan.ts'

const port = (n: number, over: Partial<SwitchPort> = {}) =>
  ({
    id: n,
    if_index: String(n),
    name: `ge-0/0/${n}`,
    speed: '1G',
    speed_type: '1G',
    gone: false,
    admin_status: 'up',
    oper_status: 'up',
    is_trunk: false,
    trunk_members: [],
    vlan_id: 10,
    ...over,
  }) as SwitchPort
const row = (count: number) => Array.from({ length: count }, (_, n) => port(n + 1))

describe('the plan of the face', () => {
  it('has blocks of twelve, and a few faster ports at the end are wide', () => {
    const fast = [49, 50].map((n) => port(n, { name: `xe-0/1/${n - 49}`, speed_type: '10G' }))
    const plan = facePlan([...fast, ...row(24)])
    expect(plan.map(({ wide, ports }) => [wide, ports.length])).toEqual([
      [false, 12],
      [false, 12],
      [true, 2],
    ])
  })
  it('leaves out what the device no longer has, and sorts by the number of the interface, not by its text', () => {
    expect(facePlan([port(10), port(9), port(2, { gone: true })])[0]?.ports.map(({ id }) => id)).toEqual([9, 10])
  })
  it('does not make a block of every port when all names differ', () => {
    const odd = row(30).map((one, n) => ({ ...one, name: `${String.fromCharCode(65 + n)}x1` }))
    expect(facePlan(odd)).toHaveLength(3)
  })
  it.each([
    ['xe-0/0/14', '14'],
    ['', '7'],
    ['mgmt', 'gmt'],
  ])('numbers %s as %s', (name, number) => expect(faceNumber({ name, if_index: '7' })).toBe(number))
})

it.each([
  [0, 'ArrowRight', 2],
  [0, 'ArrowLeft', 0],
  [0, 'ArrowDown', 1],
  [1, 'ArrowDown', 1],
  [3, 'ArrowUp', 2],
  [8, 'ArrowRight', 9],
  [4, 'Home', 0],
  [4, 'End', 9],
  [4, 'x', null],
])('from %i %s leads to %s of ten', (at, key, to) => expect(faceStep(at, key, 10)).toBe(to))

it('gives colours to the VLANs with most access ports, the same however ports are sorted', () => {
  const ports = [
    port(1, { vlan_id: 30 }),
    port(2, { vlan_id: 20 }),
    port(3, { vlan_id: 20 }),
    port(4, { is_trunk: true }),
  ]
  expect([...vlanLegend(ports)]).toEqual([...vlanLegend([...ports].reverse())])
  expect([...vlanLegend(ports).keys()]).toEqual([20, 30])
})

describe('the look of a port', () => {
  const none = new Map<number, string>()
  it('says first that it is shut or has no link', () => {
    expect(portLook(port(1, { admin_status: 'down' }), 'vlan', none, undefined).look).toBe('shut')
    expect(portLook(port(1, { oper_status: 'down' }), 'vlan', none, undefined).look).toBe('none')
  })
  it('is blank, not calm, while nothing was measured', () => {
    expect(portLook(port(1), 'errors', none, undefined).look).toBe('blank')
    expect(portLook(port(1), 'load', none, { in_bps: null, out_bps: null, errors: null }).look).toBe('blank')
    expect(portLook(port(1), 'errors', none, { in_bps: 1, out_bps: 1, errors: 2 }).look).toBe('fault')
  })
  it('is as full as the fuller direction', () => {
    expect(loadOf({ speed: '1G' }, { in_bps: 1e8, out_bps: 5e8, errors: 0 })).toBe(50)
    expect(loadOf({ speed: 'unknown' }, { in_bps: 1e8, out_bps: 5e8, errors: 0 })).toBeNull()
  })
})

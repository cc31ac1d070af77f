import { expect, it } from 'vitest'
import type { Cable, DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { cableLines } from './cables.ts'

const device = (kind: DrawnDevice['kind'], id: number, unit: number, more: Partial<DrawnDevice> = {}): DrawnDevice => ({
  kind,
  id,
  name: `${kind}${id}`,
  face: 'front',
  unit,
  size: 1,
  width: 'full',
  half: 0,
  depth: 'full',
  ...more,
})
const devices = [
  device('server', 1, 3),
  device('chassis', 9, 5, { size: 4, slots: 4, blades: [{ id: 2, name: 'b', slot: 4, size: 1 }] }),
  device('switch', 5, 10, { ports: 24, depth: 'half' }),
  device('pdu', 6, 1, { face: 'left', size: 10, ports: 10 }),
]
const cable = (kind: Cable['kind'], server: number, id: number, position = 0, is_ipmi = false): Cable => ({
  kind,
  server,
  device: id,
  device_name: '',
  rack: 'r',
  port: id * 10 + position,
  port_name: '',
  position,
  status: 'up',
  is_ipmi,
})
const cables = [cable('switch', 1, 5), cable('switch', 2, 5, 1, true), cable('pdu', 1, 6), cable('switch', 1, 77)]

it('draws from a server to its port, over the edge of the switch', () => {
  const [line] = cableLines(cables, devices, 10, 'front', null)
  expect(line).toMatchObject({ accent: true, away: false })
  expect(line?.end.y).toBeLessThan(34)
})

it('draws power to the rail, management in grey, and what stands elsewhere out of the rack', () => {
  const lines = cableLines(cables, devices, 10, 'front', null)
  expect(lines.map(({ accent, away }) => [accent, away])).toEqual([
    [true, false],
    [false, false],
    [false, false],
    [true, true],
  ])
  expect(lines[2]?.end.x).toBeLessThan(57)
})

it('crosses no other face', () => {
  const halves = [
    device('server', 1, 3, { width: 'half', half: 0 }),
    device('server', 2, 3, { width: 'half', half: 1 }),
    device('switch', 5, 10, { ports: 24, depth: 'half' }),
    device('pdu', 6, 1, { face: 'left', size: 10, ports: 10 }),
  ]
  const start = (d: string | undefined) => d?.replace(/^M\S+ \S+?(?=[HV])/, '')[0]
  const [left, right] = [1, 2].map((id) => cableLines([cable('switch', id, 5)], halves, 10, 'front', null)[0])
  // The left one has a neighbour on the way to the lanes, and goes down first.
  expect([start(left?.d), start(right?.d)]).toEqual(['V', 'H'])
  const [plug] = cableLines([cable('pdu', 2, 6)], halves, 10, 'front', null)
  expect(start(plug?.d)).toBe('V')
  const blade = cableLines(
    cables,
    [{ ...devices[1]!, blades: [{ id: 2, name: 'b', slot: 1, size: 1 }] }, devices[2]!],
    10,
    'front',
    2,
  )
  expect(start(blade[0]?.d)).toBe('V')
})

it('draws those of one server alone, of a blade too, and none of what is not seen', () => {
  expect(cableLines(cables, devices, 10, 'front', 2)).toHaveLength(1)
  expect(cableLines(cables, devices, 10, 'front', 4711)).toEqual([])
  // From the rear the switch of half the depth is not there.
  expect(cableLines(cables, devices, 10, 'rear', 2)[0]).toMatchObject({ away: true })
})

import { describe, expect, it } from 'vitest'
import type { MatrixPort } from '../../../server/domain/vlan/matrix.ts'
import { carries, editOf, type Move, matrixColumns, matrixCsv, moved, movesOf, type PortVlans } from './matrix-plan.ts'

const access: PortVlans = { vlan_id: 10, is_trunk: false, trunk_members: [] }
const trunk: PortVlans = { vlan_id: 10, is_trunk: true, trunk_members: [20, 30] }

it('knows how a port carries a VLAN', () => {
  expect([10, 20].map((id) => carries(access, id))).toEqual(['access', null])
  expect([10, 20, 40].map((id) => carries(trunk, id))).toEqual(['native', 'tagged', null])
})

describe('columns', () => {
  const port = (over: PortVlans) => over as MatrixPort
  it('are the named VLANs and those that ports carry', () =>
    expect(matrixColumns({ vlans: [{ id: 40, name: 'voice' }], ports: [port(trunk)] })).toEqual([
      { id: 10, name: '' },
      { id: 20, name: '' },
      { id: 30, name: '' },
      { id: 40, name: 'voice' },
    ]))
  it('do not come from a trunk that carries everything', () => {
    const all = Array.from({ length: 4094 }, (_, n) => n + 1)
    expect(matrixColumns({ vlans: [], ports: [port({ vlan_id: 1, is_trunk: true, trunk_members: all })] })).toEqual([
      { id: 1, name: '' },
    ])
  })
})

describe('moves', () => {
  it.each<[PortVlans, number, Move[]]>([
    [access, 10, []],
    [access, 20, ['access', 'tagged']],
    [trunk, 10, ['access']],
    [trunk, 20, ['untag', 'native', 'access']],
    [trunk, 40, ['tagged', 'native', 'access']],
  ])('of %o at %i are %o', (port, vlan, moves) => expect(movesOf(port, vlan)).toEqual(moves))

  it('each lead to what they say', () => {
    for (const port of [access, trunk])
      for (const vlan of [10, 20, 40])
        for (const move of movesOf(port, vlan))
          expect(carries(moved(port, vlan, move), vlan), `${move} of ${vlan}`).toBe(move === 'untag' ? null : move)
  })
  it('keep the own VLAN of an access port untagged when it becomes a trunk', () =>
    expect(moved(access, 20, 'tagged')).toEqual({ vlan_id: 10, is_trunk: true, trunk_members: [20] }))
})

describe('what is sent', () => {
  it('is only what differs', () => {
    expect(editOf(access, moved(access, 20, 'access'))).toEqual({ vlan_id: 20 })
    expect(editOf(access, moved(access, 20, 'tagged'))).toEqual({ is_trunk: true, trunk_members: [20] })
    expect(editOf(trunk, moved(trunk, 20, 'untag'))).toEqual({ trunk_members: [30] })
    expect(editOf(trunk, moved(trunk, 40, 'access'))).toEqual({ vlan_id: 40, is_trunk: false })
  })
  it('is nothing when a plan went there and back', () =>
    expect(editOf(trunk, moved(moved(trunk, 40, 'tagged'), 40, 'untag'))).toBeNull())
})

it('writes a file that no spreadsheet takes for formulas', () => {
  const port = { ...trunk, id: 1, switch: 7, name: '=1+1', peer: 'a "b", c' } as MatrixPort
  expect(
    matrixCsv(
      [
        { id: 10, name: 'x' },
        { id: 20, name: '' },
      ],
      [port],
      new Map([[7, 'sw']]),
    ),
  ).toBe(`switch,port,peer,10 x,20\r\nsw,'=1+1,"a ""b"", c",N,T\r\n`)
})

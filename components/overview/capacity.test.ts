import { describe, expect, it } from 'vitest'
import { capacityColumns, rampOf, shortName, sumOf } from './capacity.ts'

const cluster = (id: number) => ({
  id,
  name: `c${id}`,
  node_count: 1,
  host_count: 2,
  cpu: { used: id, total: 10 },
  ram_mib: { used: id, total: 100 },
  storage_mib: { used: id, total: 1000 },
  ipv4: { used: 1, total: 4 },
})
const three = [cluster(1), cluster(2), cluster(3)]

describe('capacity', () => {
  it('shows two clusters side by side', () =>
    expect(capacityColumns(three.slice(0, 2), null).map(({ name }) => name)).toEqual(['c1', 'c2']))
  it('adds up more of them', () => {
    expect(capacityColumns(three, null)).toHaveLength(1)
    expect(sumOf(three).cpu).toEqual({ used: 6, total: 30 })
  })
  it('does not count the addresses of a shared pool twice', () => expect(sumOf(three).ipv4).toBeNull())
  it('shows the chosen one alone', () => expect(capacityColumns(three, 2).map(({ id }) => id)).toEqual([2]))
  it('forgets a choice that is gone', () => expect(capacityColumns(three, 9)[0]?.id).toBeNull())
})

describe('the squares of the nodes', () => {
  it('take their step from the share', () =>
    expect([0, 16, 17, 50, 99, 100, 250].map(rampOf)).toEqual([0, 0, 1, 3, 5, 5, 5]))
  it('are called by the end of the name', () =>
    expect(['fra1-01', 'node-7', 'kvm128', 'node-3.example', 'alpha'].map(shortName)).toEqual([
      '01',
      '07',
      '28',
      '03',
      'al',
    ]))
})

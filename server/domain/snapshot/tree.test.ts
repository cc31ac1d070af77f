import { describe, expect, it } from 'vitest'
import { MOST_SNAPSHOTS, mostSnapshots, notAllowed } from './limits.ts'
import { drawTree, wayTo } from './tree.ts'

const one = (id: number, parent: number | null, is_curr = false) => ({ id, parent, is_curr })

describe('the tree of snapshots', () => {
  it('has the newest first, and the way to the present in the first column', () => {
    const drawn = drawTree([one(1, null), one(2, 1), one(3, 2), one(4, 3), one(5, 2, true)])
    expect(drawn.map(({ snapshot, lane, parentRow, onWay }) => [snapshot.id, lane, parentRow, onWay])).toEqual([
      [5, 0, 3, true],
      [4, 1, 2, false],
      [3, 1, 3, false],
      [2, 0, 4, true],
      [1, 0, null, true],
    ])
  })

  it('gives each branch a column of its own', () => {
    const lanes = drawTree([one(1, null, true), one(2, 1), one(3, 1), one(4, 2), one(5, 2)]).map(
      ({ snapshot, lane }) => [snapshot.id, lane],
    )
    expect(Object.fromEntries(lanes)).toEqual({ 1: 0, 2: 1, 3: 2, 4: 1, 5: 3 })
  })

  it('is drawn also when the present comes from none of them, and when a parent is missing', () => {
    expect(drawTree([one(2, 1), one(3, 2)]).map(({ lane, parentRow }) => [lane, parentRow])).toEqual([
      [1, 1],
      [1, null],
    ])
    expect(drawTree([])).toEqual([])
  })

  it('knows what a snapshot comes from, and ends at a circle', () => {
    expect(wayTo([one(1, null), one(2, 1), one(3, 1)], 2).map(({ id }) => id)).toEqual([2, 1])
    expect(wayTo([one(1, 2), one(2, 1)], 1).map(({ id }) => id)).toEqual([1, 2])
    expect(wayTo([one(1, null)], null)).toEqual([])
  })
})

describe('settings of a VM', () => {
  const host = { snapshots_allowed: true, snapshot_ram: true, snapshot_limit: null, snapshot_count: 0 }

  it('bound the number of its snapshots', () => {
    expect(mostSnapshots({ snapshot_limit: null })).toBe(MOST_SNAPSHOTS)
    expect(mostSnapshots({ snapshot_limit: -1 })).toBe(MOST_SNAPSHOTS)
    expect(mostSnapshots({ snapshot_limit: MOST_SNAPSHOTS + 1 })).toBe(MOST_SNAPSHOTS)
    expect(notAllowed({ ...host, snapshot_limit: 2, snapshot_count: 1 }, false)).toBeUndefined()
    expect(notAllowed({ ...host, snapshot_limit: 2, snapshot_count: 2 }, false)).toBe('snapshot_limit')
    expect(notAllowed({ ...host, snapshot_limit: 0 }, false)).toBe('snapshot_limit')
  })

  it('turn snapshots off, or those with memory', () => {
    expect(notAllowed({ ...host, snapshots_allowed: false }, false)).toBe('snapshots_allowed')
    expect(notAllowed({ ...host, snapshot_ram: false }, true)).toBe('snapshot_ram')
    expect(notAllowed({ ...host, snapshot_ram: false }, false)).toBeUndefined()
  })
})

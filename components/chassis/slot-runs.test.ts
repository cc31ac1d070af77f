import { expect, it } from 'vitest'
import { slotRuns } from './slot-runs.ts'

it('draws a blade once over the slots it takes, and free slots one by one', () => {
  const wide = { id: 7, name: 'b', slot: 2, size: 2 }
  expect(slotRuns(4, [wide])).toEqual([
    { slot: 1, size: 1, blade: null },
    { slot: 2, size: 2, blade: wide },
    { slot: 4, size: 1, blade: null },
  ])
})

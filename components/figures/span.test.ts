import { expect, it } from 'vitest'
import { before, ranges, SHORTEST_S, shifted, zoomed } from './span.ts'

it('zooms around the middle, never into the future and never beyond a year', () => {
  expect(zoomed({ from: 1000, to: 5000 }, 0.5, 1e9)).toEqual({ from: 2000, to: 4000 })
  expect(zoomed({ from: 100_000, to: 105_000 }, 2, 1e9)).toEqual({ from: 97_500, to: 107_500 })
  expect(zoomed({ from: 100_000, to: 105_000 }, 2, 105_000)).toEqual({ from: 95_000, to: 105_000 })
  expect(zoomed({ from: 1000, to: 1001 }, 0.5, 1e9).to - zoomed({ from: 1000, to: 1001 }, 0.5, 1e9).from).toBe(
    SHORTEST_S,
  )
  const year = zoomed({ from: 0, to: ranges.year }, 2, ranges.year)
  expect(year.to - year.from).toBe(ranges.year)
})

it('the period before is as long, and its values stand at the moments of this one', () => {
  expect(before({ from: 300, to: 500 })).toEqual({ from: 100, to: 300 })
  expect(shifted([300, 350, 400, 450], 200, { from: 100, step: 100 }, [1, 2])).toEqual([1, 1, 2, 2])
  expect(shifted([300, 600], 200, { from: 100, step: 100 }, [1, 2])).toEqual([1, null])
  expect(shifted([300], 200, { from: 100, step: 100 }, undefined)).toEqual([null])
})

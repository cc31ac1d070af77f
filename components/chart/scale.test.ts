import { describe, expect, it } from 'vitest'
import { largestOf, lastOf, niceBinaryTop, niceTop, timeTicks } from './scale.ts'

describe('niceTop', () => {
  it.each([
    [0, 1],
    [0.3, 0.4],
    [7, 8],
    [83, 100],
    [100, 100],
    [101, 200],
    [2512, 4000],
    [575, 600],
    [Number.NaN, 1],
  ])('%d', (largest, wanted) => expect(niceTop(largest)).toBe(wanted))
  it('binary', () => expect([106, 128, 129].map(niceBinaryTop)).toEqual([128, 128, 256]))
})

describe('timeTicks', () => {
  const at = (text: string) => Date.parse(text) / 1000
  it('names whole hours of the zone', () => {
    const ticks = timeTicks(at('2026-11-20T02:07:00Z'), at('2026-11-21T02:07:00Z'), 5, 3600)
    expect(ticks.map((tick) => new Date((tick + 3600) * 1000).toISOString().slice(11, 16))).toEqual([
      '06:00',
      '12:00',
      '18:00',
    ])
  })
  it('never names more than fit', () => {
    for (const hours of [1, 3, 24, 168, 720]) expect(timeTicks(0, hours * 3600, 5, 0).length).toBeLessThanOrEqual(5)
  })
  it('is empty without a span', () => expect(timeTicks(5, 5, 5, 0)).toEqual([]))
})

it('skips gaps', () => {
  expect(
    largestOf([
      [1, null],
      [null, 3],
    ]),
  ).toBe(3)
  expect(lastOf([1, 2, null])).toBe(2)
  expect(lastOf([null])).toBeNull()
})

import { expect, it } from 'vitest'
import { bitsPerSecond, MOST_POINTS, spanOf } from './levels.ts'

const DAY = 86_400
const now = 1_800_000_123
const kept = [2, 45, 400, 1830]
const span = (days: number, step?: number) => spanOf({ from: now - days * DAY, to: now, step }, now, kept)

it('answers with a level that is fine enough and old enough', () => {
  expect(span(0.25)).toMatchObject({ step: 60, level: 60 })
  expect(span(1)).toMatchObject({ step: 300, level: 300 })
  expect(span(7)).toMatchObject({ step: 1800, level: 300 })
  expect(span(44)).toMatchObject({ step: 10_800, level: 3600 })
  expect(span(365)).toMatchObject({ step: DAY, level: DAY })
  expect(span(1800)).toMatchObject({ step: 4 * DAY, level: DAY })
  // An hour of last week is no longer there by the minute, one of last year by the day alone.
  expect(spanOf({ from: now - 7 * DAY, to: now - 7 * DAY + 3600 }, now, kept)).toMatchObject({ step: 300, level: 300 })
  expect(spanOf({ from: now - 500 * DAY, to: now - 499 * DAY }, now, kept)).toMatchObject({ step: DAY, level: DAY })
})

it('never answers more points than a graph shows, and begins and ends with whole steps', () => {
  for (const days of [0, 0.01, 0.3, 0.347, 1.7, 8, 33, 100, 400, 900, 5000, 20_000])
    for (const step of [undefined, 1, 60, 90, 4000, DAY]) {
      const one = span(days, step)
      expect((one.to - one.from) / one.step).toBeLessThanOrEqual(MOST_POINTS)
      expect(one.to).toBeGreaterThan(one.from)
      expect([one.from % one.step, one.to % one.step, one.step % one.level]).toEqual([0, 0, 0])
      expect(one.step).toBeGreaterThanOrEqual(step ?? 60)
    }
})

it('defaults to the last day, and returns nothing of the future', () => {
  const { from, to } = spanOf({}, now, kept)
  expect([from, to]).toEqual([Math.floor((now - DAY) / 300) * 300, Math.ceil(now / 300) * 300])
  expect(spanOf({ from: now + DAY, to: now + 2 * DAY }, now, kept).to).toBeLessThanOrEqual(Math.ceil(now / 60) * 60)
})

it('turns octets into bits a second', () => expect(bitsPerSecond(75_000, 60_000)).toBe(10_000))

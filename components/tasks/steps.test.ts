import { expect, it } from 'vitest'
import { stepBars } from './steps.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000).toISOString()

it('lays ended steps on the time of the task', () => {
  const bars = stepBars(
    [
      { started_at: at(0), finished_at: at(5) },
      { started_at: at(5), finished_at: at(20) },
    ],
    at(0),
    at(20),
    0,
  )
  expect(bars).toEqual([
    { from: 0, width: 25, seconds: 5 },
    { from: 25, width: 75, seconds: 15 },
  ])
})

it('lets a running step grow until now', () => {
  const now = new Date(at(10)).getTime()
  expect(stepBars([{ started_at: at(5), finished_at: null }], at(0), null, now)).toEqual([
    { from: 50, width: 50, seconds: 5 },
  ])
})

it('keeps a sliver of a step that took no time', () =>
  expect(stepBars([{ started_at: at(0), finished_at: at(0) }], at(0), at(10), 0)[0]?.width).toBe(0.8))

it('bears a clock that went backwards', () =>
  expect(stepBars([{ started_at: at(9), finished_at: at(3) }], at(5), at(10), 0)[0]).toEqual({
    from: 80,
    width: 0.8,
    seconds: 0,
  }))

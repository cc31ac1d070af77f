import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gatherer } from './gatherer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Calls once a millisecond for a second; answers how often it ran. */
function storm(windowMs: number, restMs: number): number {
  const run = vi.fn()
  const { call } = gatherer(windowMs, restMs, run)
  for (let n = 0; n < 1000; n++) {
    call()
    vi.advanceTimersByTime(1)
  }
  vi.runAllTimers()
  return run.mock.calls.length
}

it('runs once for many calls, and once more for those after it', () => {
  expect(storm(150, 1000)).toBe(2)
  expect(storm(1500, 1500)).toBe(1)
  expect(storm(0, 1000)).toBe(2)
})

it('runs at once where there is nothing to gather, and does not wait on request', () => {
  const run = vi.fn()
  const { call, now } = gatherer(0, 1000, run)
  now()
  expect(run).not.toHaveBeenCalled()
  call()
  expect(run).toHaveBeenCalledTimes(1)
  call()
  expect(run).toHaveBeenCalledTimes(1)
  now()
  expect(run).toHaveBeenCalledTimes(2)
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(2)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paceOf } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('lets so much by in a second, and makes up for no time in which nothing came', async () => {
  const pace = paceOf(100)
  const signal = new AbortController().signal
  const took = async (amount: number) => {
    const since = performance.now()
    const done = pace(amount, signal)
    await vi.runAllTimersAsync()
    await done
    return performance.now() - since
  }
  expect(await took(50)).toBe(500)
  // Too little to wait for; it counts with what comes next.
  expect(await took(5)).toBe(0)
  expect(await took(50)).toBe(550)
  vi.advanceTimersByTime(60_000)
  expect(await took(100)).toBe(950)
})

test('ends with the signal', async () => {
  const over = new AbortController()
  const waiting = paceOf(1)(1000, over.signal)
  over.abort(new Error('over'))
  await expect(waiting).rejects.toThrow('over')
})

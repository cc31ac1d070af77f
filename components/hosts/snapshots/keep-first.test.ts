import { afterEach, expect, it, vi } from 'vitest'
import { keepFirst, LONGEST_MINUTES } from './keep-first.ts'

afterEach(() => vi.useRealTimers())

type Found = Awaited<ReturnType<Parameters<typeof keepFirst>[0]['read']>>
const being = { state: 'creation', fault: null } as const
/** A snapshot that is found so, one reading after the other; the last one stays. */
const found = (...readings: Found[]) => ({
  take: vi.fn(async () => 7),
  read: vi.fn(async (_: number): Promise<Found> => (readings.length > 1 ? readings.shift() : readings[0])),
  pause: vi.fn(async () => {}),
})
const { signal } = new AbortController()

it('waits until the snapshot is there', async () => {
  const calls = found(being, { state: 'unknown', fault: null }, { state: 'ok', fault: null })
  expect(await keepFirst(calls, signal)).toEqual({ as: 'ok' })
  expect([calls.take.mock.calls.length, calls.read.mock.calls, calls.pause.mock.calls.length]).toEqual([
    1,
    [[7], [7], [7]],
    2,
  ])
})

it('says when it failed or was called off', async () => {
  expect(await keepFirst(found(being, { state: 'fail', fault: 'no room' }), signal)).toEqual({
    as: 'fail',
    fault: 'no room',
  })
  expect(await keepFirst(found(being, undefined), signal)).toEqual({ as: 'gone' })
})

it('waits no longer than it may', async () => {
  vi.useFakeTimers()
  const calls = found(being)
  calls.pause.mockImplementation(async () => void vi.advanceTimersByTime(60_000))
  expect(await keepFirst(calls, signal)).toEqual({ as: 'slow' })
  expect(calls.pause.mock.calls.length).toBe(LONGEST_MINUTES + 1)
})

it('answers nothing to one who has left, whatever came of it', async () => {
  const leaving = new AbortController()
  const calls = found({ state: 'ok', fault: null })
  calls.read.mockImplementation(async () => {
    leaving.abort(new Error('left'))
    return { state: 'ok', fault: null }
  })
  await expect(keepFirst(calls, leaving.signal)).rejects.toThrow('left')
})

it('passes on what a call throws', async () => {
  const calls = found(being)
  calls.take.mockRejectedValue(new Error('refused'))
  await expect(keepFirst(calls, signal)).rejects.toThrow('refused')
  expect(calls.read).not.toHaveBeenCalled()
})

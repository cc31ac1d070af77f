import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pause } from '../../../shared/abort.ts'
import { giveWay } from './give-way.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const MS = 60_000

/**
 * A minute in which a disk is read in pieces of 20 ms, beside a guest with a number of requests a second while nothing is read, and another while
 * something is; each takes its share of the second.
 * @returns parts of the time that was read, and of its requests that the guest got done; how often it was looked at
 */
async function aMinute(alone: number, beside: number) {
  let [count, at, isRead, read, looks] = [0, performance.now(), false, 0, 0]
  const goOn = () => {
    const ms = performance.now() - at
    count += ((isRead ? beside : alone) * ms) / 1000
    if (isRead) read += ms
    at += ms
  }
  const way = giveWay(async () => {
    goOn()
    looks++
    // Busy at all times: each request takes as long as there is.
    return { count, ns: alone === 0 ? 0 : at * 1e6 }
  })
  const over = new AbortController()
  const loop = (async () => {
    for (;;) {
      goOn()
      isRead = false
      await way(async () => {}, over.signal)
      goOn()
      isRead = true
      await pause(20, over.signal)
    }
  })().catch(() => {})
  await vi.advanceTimersByTimeAsync(MS)
  goOn()
  over.abort(new Error('over'))
  await loop
  return { read: read / MS, done: count / ((alone * MS) / 1000), looks }
}

test('a guest that gets a fifth done beside the reading loses a tenth in all', async () => {
  const { read, done } = await aMinute(200, 40)
  expect(done).toBeGreaterThan(0.85)
  expect(done).toBeLessThan(0.95)
  expect(read).toBeGreaterThan(0.1)
})

test('a guest that loses all beside the reading still does not stop it', async () => {
  const { read, done } = await aMinute(200, 0)
  expect(done).toBeGreaterThan(0.85)
  expect(read).toBeGreaterThan(0.05)
})

test('a busy guest that does not suffer is read nearly all the time', async () => {
  expect((await aMinute(200, 199)).read).toBeGreaterThan(0.85)
})

test('an idle guest is read without rest', async () => {
  const { read, looks } = await aMinute(0, 0)
  expect(read).toBeGreaterThan(0.99)
  expect(looks).toBeLessThan(MS / 200)
})

test('what has been asked for is read before the guest is looked at', async () => {
  let reading = true
  const seen: boolean[] = []
  const way = giveWay(async () => {
    seen.push(reading)
    return { count: 0, ns: 0 }
  })
  const signal = new AbortController().signal
  const quiet = async () => {
    await pause(50)
    reading = false
  }
  await way(quiet, signal)
  await vi.advanceTimersByTimeAsync(1000)
  const second = way(quiet, signal)
  await vi.advanceTimersByTimeAsync(100)
  await second
  // At first nothing has been asked for.
  expect(seen).toEqual([true, false])
})

test('what a guest did before it could be looked at again does not count', async () => {
  let fails = false
  const way = giveWay(async () => {
    if (fails) throw new Error('away')
    return { count: 1e6, ns: 1e12 }
  })
  const signal = new AbortController().signal
  for (const away of [false, true, false, false]) {
    fails = away
    const asked = performance.now()
    await way(async () => {}, signal)
    expect(performance.now()).toBe(asked)
    await vi.advanceTimersByTimeAsync(1000)
  }
})

test('a guest that cannot be looked at is read as if it were idle, and the end of all ends the rest', async () => {
  const failing = giveWay(() => Promise.reject(new Error('gone')))
  const over = new AbortController()
  for (let n = 0; n < 3; n++) {
    await failing(async () => {}, over.signal)
    await vi.advanceTimersByTimeAsync(1000)
  }
  const way = giveWay(async () => ({ count: performance.now(), ns: performance.now() * 1e6 }))
  await way(async () => {}, over.signal)
  await vi.advanceTimersByTimeAsync(1000)
  const resting = way(async () => {}, over.signal)
  const ended = expect(resting).rejects.toThrow('over')
  await vi.advanceTimersByTimeAsync(10)
  over.abort(new Error('over'))
  await ended
})

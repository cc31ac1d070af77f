import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { kept } from '../shared/kept.ts'
import { withSlot } from './fair.ts'
import { ownWork } from './own-work.ts'

let done: string[] = []
beforeEach(() => {
  // A lane of its own for each test, as each has a clock of its own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  done = []
  kept('lane').value = undefined
})
afterEach(() => vi.useRealTimers())

const BURST = 60

let people = 0
const account = (name: string) => `${name} ${++people}`
/** Requests work of the given number of milliseconds. */
const ask = (key: string, ms = 5, points = 1) =>
  withSlot(key, points, async () => {
    await new Promise((over) => setTimeout(over, ms))
    done.push(key)
  }).catch((fault) => fault.code)
const ran = (key: string) => done.filter((one) => one === key).length
const often = (times: number, work: () => unknown) => Array.from({ length: times }, work)

it('lets who asks little pass, eight calls at a time', async () => {
  const key = account('modest')
  often(20, () => ask(key))
  const seen: number[] = []
  for (let n = 0; n < 3; n++) {
    await vi.advanceTimersByTimeAsync(5)
    seen.push(ran(key))
  }
  expect(seen).toEqual([8, 16, 20])
})

it('uses all slots while there is no other caller', async () => {
  const key = account('alone')
  often(400, () => ask(key))
  await vi.advanceTimersByTimeAsync(5 * 2 + (400 / 8) * 5)
  expect(ran(key)).toBe(400)
})

it('runs three calls of an account at a time beside others', async () => {
  const [other, key] = [account('other'), account('page')]
  ask(other)
  often(9, () => ask(key))
  const seen: number[] = []
  for (let n = 0; n < 3; n++) {
    await vi.advanceTimersByTimeAsync(5)
    seen.push(ran(key))
  }
  expect(seen).toEqual([3, 6, 9])
})

it('leaves most of the time to others, who do not wait', async () => {
  const [greedy, modest] = [account('greedy'), account('modest')]
  ask(modest)
  often(400, () => ask(greedy))
  await vi.advanceTimersByTimeAsync(300)
  // Three at a time while it has points; then each takes 5 ms and rests for 40.
  expect(ran(greedy)).toBeLessThanOrEqual(BURST + 300 / 45)
  for (let second = 0; second < 4; second++) {
    const before = ran(modest)
    ask(modest)
    await vi.advanceTimersByTimeAsync(6)
    expect(ran(modest)).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(ran(greedy)).toBeLessThan(BURST + 2400 / 45)
})

it('begins no call of heavy accounts beside one of the others, unless that takes long', async () => {
  const [greedy, modest] = [account('greedy'), account('modest')]
  ask(modest, 40)
  ask(greedy, 1, BURST)
  ask(greedy, 1, BURST)
  const seen: number[] = []
  for (const ms of [39, 2, 300]) {
    await vi.advanceTimersByTimeAsync(ms)
    seen.push(ran(greedy))
  }
  ask(modest, 240)
  ask(greedy, 1, BURST)
  for (const ms of [99, 3]) {
    await vi.advanceTimersByTimeAsync(ms)
    seen.push(ran(greedy))
  }
  expect(seen).toEqual([1, 2, 2, 2, 3])
})

it('leaves the lane when nothing of it waits any more', async () => {
  const [greedy, modest] = [account('greedy'), account('modest')]
  const stay = () => ask(modest)
  stay()
  often(100, () => ask(greedy))
  await vi.advanceTimersByTimeAsync(1000)
  stay()
  // Its points would do for more, but these wait for their turns.
  expect(ran(greedy)).toBeLessThanOrEqual(3 + Math.ceil(1000 / 45))
  for (let second = 0; second < 4; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    stay()
  }
  expect(ran(greedy)).toBe(100)
  ask(greedy)
  await vi.advanceTimersByTimeAsync(5)
  expect(ran(greedy)).toBe(101)
})

it('takes heavy accounts in turns, however many calls each has', async () => {
  const [many, few, modest] = [account('many'), account('few'), account('modest')]
  ask(modest)
  often(400, () => ask(many))
  often(40, () => ask(few))
  await vi.advanceTimersByTimeAsync(40 * 45)
  expect(ran(few)).toBeGreaterThanOrEqual(18)
})

it('uses all there is while all who are here ask much', async () => {
  const [one, other] = [account('one'), account('other')]
  for (const key of [one, other]) often(400, () => ask(key))
  await vi.advanceTimersByTimeAsync((700 / 8) * 5)
  for (const key of [one, other]) expect(ran(key)).toBeGreaterThan(340)
})

it('does not wait for what waits for a device', async () => {
  const [patient, other] = [account('patient'), account('other')]
  ask(other)
  often(3, () => ask(patient, 5000))
  await vi.advanceTimersByTimeAsync(260)
  ask(patient)
  await vi.advanceTimersByTimeAsync(6)
  expect(ran(patient)).toBe(1)
})

it('keeps the place of who waits for the database, and lets it pay for that', async () => {
  const [searching, other] = [account('searching'), account('other')]
  const search = () =>
    withSlot(searching, 1, () =>
      ownWork(async () => {
        await new Promise((over) => setTimeout(over, 400))
        done.push(searching)
      }),
    )
  ask(other)
  often(8, search)
  const seen: number[] = []
  for (const ms of [400, 399, 1, 1149, 1]) {
    ask(other)
    await vi.advanceTimersByTimeAsync(ms)
    seen.push(ran(searching))
  }
  // Three at a time, and no more for waiting; once they have cost what there was, one by one, each after a rest of 750 ms.
  expect(seen).toEqual([3, 3, 5, 5, 6])
})

it('refuses what would wait too long or stand too far behind', async () => {
  const [greedy, other] = [account('greedy'), account('other')]
  const answers = often(1200, () => ask(greedy, 100))
  ask(other)
  expect(await answers.at(-1)).toBe('too_many')
  for (let second = 0; second < 25; second++) {
    ask(other)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(await answers[500]).toBe('too_many')
})

it('forgets the calls of who has left', async () => {
  const [greedy, other] = [account('greedy'), account('other')]
  ask(other)
  ask(greedy, 1, BURST)
  const work = vi.fn(async () => {})
  ask(greedy, 50, BURST)
  const left = withSlot(greedy, BURST, work, () => true).catch((fault) => fault.code)
  await vi.advanceTimersByTimeAsync(500)
  expect([await left, work.mock.calls.length]).toEqual(['too_many', 0])
})

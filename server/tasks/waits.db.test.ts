import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { transaction } from '../db/transaction.ts'
import { cancelTask } from './cancel.ts'
import { defineTask } from './define.ts'
import { type Harness, harness } from './testing/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await harness()
})
afterAll(() => h.close())

const forGood = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason), { once: true }))
const input = z.object({})
const waiting = defineTask({ name: 'test_waiting', input, waits: true, run: (t) => t.step('wait', forGood) })
const busy = defineTask({ name: 'test_busy', input, run: (t) => t.step('wait', forGood) })
const short = defineTask({ name: 'test_short', input, run: async () => 'done' })

it('tasks that wait for others leave the worker its hands for the rest, and only those count that do not', async () => {
  h.worker([waiting, busy, short], { concurrency: 2 })
  const waits = await Promise.all(Array.from({ length: 5 }, () => h.add(waiting, {})))
  await h.until('all wait', async () =>
    (await Promise.all(waits.map(h.row))).every(({ status }) => status === 'running'),
  )
  const [first = 0] = await Promise.all([h.add(busy, {}), h.add(busy, {})])
  expect(await h.until('it runs', async () => (await h.row(first)).status === 'running')).toBe(true)
  const last = await h.add(short, {})
  await h.until(
    'both run',
    async () => (await h.rows("select 1 from task where name = 'test_busy' and status = 'running'")).length === 2,
  )
  expect((await h.row(last)).status).toBe('created')
  await transaction((work) => cancelTask(work, first))
  expect((await h.ended(last)).status).toBe('complete')
  expect((await Promise.all(waits.map(h.row))).map(({ status }) => status)).toEqual(waits.map(() => 'running'))
})

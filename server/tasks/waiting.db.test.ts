import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTask } from './define.ts'
import { type Harness, harness } from './testing/harness.ts'

let h: Harness
const open: (() => void)[] = []
let waits = true
const patient = defineTask({
  name: 'test_patient',
  input: z.object({}),
  async run(t) {
    const wait = () => new Promise<void>((resolve) => open.push(resolve))
    await t.step('wait', () => (waits ? t.idle(wait) : wait()))
  },
})
const quick = defineTask({ name: 'test_quick', input: z.object({}), run: async () => 1 })

beforeAll(async () => {
  h = await harness()
})
afterAll(() => h.close())

it('what only waits keeps no other task of their worker from running', async () => {
  const worker = h.worker([patient, quick], { concurrency: 2 })
  const ids = await Promise.all(Array.from({ length: 20 }, () => h.add(patient, {})))
  await h.until('all wait', async () => open.length === 20)
  expect(worker.running()).toBe(20)
  await h.ended(await h.add(quick, {}))
  for (const go of open.splice(0)) go()
  for (const id of ids) expect(await h.ended(id)).toMatchObject({ status: 'complete' })

  // Others do: two of these are all that it runs.
  waits = false
  const busy = await Promise.all([1, 2, 3].map(() => h.add(patient, {})))
  await h.until('two run', async () => open.length === 2)
  expect(worker.running()).toBe(2)
  for (const go of open.splice(0)) go()
  await h.until('the third runs', async () => open.length === 1)
  for (const go of open.splice(0)) go()
  for (const id of busy) expect(await h.ended(id)).toMatchObject({ status: 'complete' })
})

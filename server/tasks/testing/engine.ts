import { z } from 'zod'
import { transaction } from '../../db/transaction.ts'
import { deviceRejected, refused, wrongState } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { cancelTask } from '../cancel.ts'
import { defineTask, type Outcome } from '../define.ts'
import type { Worker } from '../worker.ts'
import { type Harness, harness } from './harness.ts'

// Tasks of every shape, for the tests of the engine.

/** Of the file that runs: set by `startEngine`. */
export let h: Harness
export let worker: Worker
/** What bodies of tasks did, in order. */
export const notes: string[] = []
const note = (text: string) => void notes.push(text)
export const noted = (prefix: string) => notes.filter((text) => text.startsWith(prefix))
/** Arguments of `settle`, by task. */
export const outcomes = new Map<number, Outcome>()
export const gates = new Map<string, () => void>()
/** A body that waits here until the test opens the gate, or its signal fires. */
const gate = (name: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    gates.set(name, resolve)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
/** Resolves when a body waits at the gate. */
export const atGate = (name: string) => h.until(`gate ${name}`, async () => gates.get(name))

const text = z.object({ tag: z.string() })
export const plain = defineTask({
  name: 'test_plain',
  input: text,
  async run(t, { tag }) {
    return await t.step('note', async () => {
      note(`${tag} ${performance.now()}`)
      return { tag }
    })
  },
})
export const device = defineTask({
  name: 'test_device',
  input: z.object({ tag: z.string(), keys: z.array(z.string()), wait: z.boolean().default(false) }),
  locks: ({ keys }) => keys,
  async run(t, { tag, wait }) {
    await t.step('work', async (signal) => {
      note(`${tag} begin`)
      if (wait) await gate(tag, signal)
      note(`${tag} end`)
    })
  },
})
export const limited = defineTask({
  name: 'test_limited',
  input: z.object({ tag: z.string(), node: z.number() }),
  limits: ({ node }) => [
    { key: `node:${node}`, capacity: 2 },
    { key: 'site:1', capacity: 3 },
  ],
  async run(t, { tag }) {
    await t.step('work', (signal) => gate(tag, signal))
  },
})
export const flaky = defineTask({
  name: 'test_flaky',
  input: z.object({ tag: z.string(), good: z.number(), rejection: z.boolean().default(false) }),
  async run(t, { tag, good, rejection }) {
    let n = 0
    await t.step(
      'try',
      async () => {
        note(`${tag} try`)
        if (++n >= good) return n
        throw rejection ? wrongState(msg`It is on fire`) : new Error('secret words of a device')
      },
      { retries: 3, backoffMs: 5 },
    )
  },
})
export const saga = defineTask({
  name: 'test_saga',
  input: z.object({ tag: z.string(), how: z.enum(['fail', 'hang', 'ok']) }),
  timeoutMs: 20_000,
  async run(t, { tag, how }) {
    const undo = (name: string) => async (output: unknown) =>
      note(`${tag} undo ${name} ${JSON.stringify(output ?? null)}`)
    await t.step('one', async () => 1, { undo: undo('one') })
    await t.stepTx('two', async (work) => work.tx.setting.create({ data: { name: tag, value: 2 } }), {
      undo: async (work, made) => void (await work.tx.setting.delete({ where: { name: made.name } })),
    })
    await t.step('three', async () => 3)
    await t.step('four', async () => 4, { undo: undo('four') })
    await t.step(
      'five',
      async (signal) => {
        if (how === 'fail') throw deviceRejected(msg`The disk is full`)
        if (how === 'hang') await gate(tag, signal)
      },
      { undo: undo('five'), undoUnfinished: how === 'hang' },
    )
  },
  async settle(t, { tag }, outcome) {
    outcomes.set(t.id, outcome)
    await t.stepTx('state', (work) =>
      work.tx.setting.create({ data: { name: `settled ${tag}`, value: outcome.status } }),
    )
    note(`${tag} settle ${outcome.status}`)
  },
})
export const sleepy = defineTask({
  name: 'test_sleepy',
  input: text,
  locks: () => ['bed'],
  async run(t, { tag }) {
    await t.step('before', async () => note(`${tag} before`))
    await t.sleep('nap', 3_600_000)
    await t.step('after', async () => note(`${tag} after`))
    return 'rested'
  },
})
export const dozy = defineTask({
  name: 'test_dozy',
  input: text,
  async run(t) {
    for (const nap of ['first', 'second']) await t.sleep(nap, 50)
  },
})
export const twins = defineTask({
  name: 'test_twins',
  input: text,
  async run(t) {
    await t.step('same', async () => 1)
    await t.step('same', async () => 2)
  },
})
export const talker = defineTask({
  name: 'test_talker',
  input: text,
  async run(t, { tag }) {
    await t.step('talk', async (signal) => {
      for (let n = 0; n < 100; n++) t.progress(n, msg`word ${n} \0 \ud800`)
      await gate(tag, signal)
    })
    t.progress(99, msg`last word`)
    throw refused(msg`Never again`)
  },
})
export const slow = defineTask({
  name: 'test_slow',
  input: z.object({ tag: z.string(), whole: z.boolean() }),
  timeoutMs: 2000,
  async run(t, { whole }) {
    await t.step('hang', (signal) => gate('never', signal), whole ? {} : { timeoutMs: 50 })
  },
})
export const unsettled = defineTask({
  name: 'test_unsettled',
  input: z.object({ tag: z.string(), good: z.number() }),
  async run() {},
  async settle(t, { tag, good }) {
    await t.step('look', async () => note(`${tag} look`))
    note(`${tag} attempt`)
    if (noted(`${tag} attempt`).length < good) throw new Error('not yet')
  },
})
export const hostile = defineTask({
  name: 'test_hostile',
  input: text,
  async run(t) {
    return await t.step('ask', async () => ({ 'k\0': 'a\0b\ud800c' }))
  },
})
export const stubborn = defineTask({
  name: 'test_stubborn',
  input: z.object({ tag: z.string(), where: z.enum(['hangs', 'outside']) }),
  async run(t, { tag, where }) {
    const made = t.step('deaf', () => gate(tag, new AbortController().signal), {
      undo: async () => note(`${tag} undone`),
    })
    if (where === 'outside') await new Promise(() => {})
    await made
  },
})
export const late = defineTask({
  name: 'test_late',
  input: text,
  async run(t, { tag }) {
    await t.step('deaf', (signal) => gate(tag, signal).catch(() => {}), { undo: async () => note(`${tag} undone`) })
  },
})
const definitions = [late, plain, device, limited, flaky, saga, sleepy, dozy, twins, talker, slow, unsettled, hostile]

/** As if the hour of the nap were over. */
export async function wake(id: number) {
  await h.rows("update task_step set output = to_jsonb(now()) where task_id = $1 and name = 'nap'", [id])
  await h.rows('update task set run_at = now() where id = $1', [id])
}
/** Resolves when the task takes its nap. */
export const asleep = (id: number) =>
  h.until('asleep', async () => (await h.steps(id)).some((step) => step.name === 'nap' && step.state === 'waiting'))

export const cancel = (id: number) => transaction((work) => cancelTask(work, id))

/** Starts workers on a database of the file's own. */
export async function startEngine(): Promise<void> {
  h = await harness()
  worker = h.worker(definitions, { concurrency: 20, patienceMs: 3_600_000 })
  h.worker([stubborn], { patienceMs: 100 })
}

import { openSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { defineTask, type SettleContext } from '../define.ts'

// Tasks for the tests with real worker processes. What they do is written into a file, which outlives the killed and the fenced.
let file: number | undefined

/** One line per event: nanoseconds of the monotonic clock, process, task, fence, event. */
function note(t: { id: number; fence: number }, event: string) {
  file ??= openSync(process.env.TEST_NOTES!, 'a')
  writeSync(file, `${process.hrtime.bigint()} ${process.pid} ${t.id} ${t.fence} ${event}\n`)
}

/** A body on a device: what begins must end before another one begins, unless the process dies in between. */
async function body(t: SettleContext, name: string, ms: number, signal: AbortSignal): Promise<string> {
  note(t, `begin ${name}`)
  await wait(ms, undefined, { signal }).catch(() => {
    note(t, `stopped ${name}`)
    throw signal.reason
  })
  note(t, `end ${name}`)
  return name
}

export const steps = defineTask({
  name: 'test_steps',
  input: z.object({ device: z.string(), steps: z.number(), ms: z.number(), fail: z.boolean().default(false) }),
  locks: ({ device }) => [device],
  async run(t, { steps, ms, fail }) {
    for (let n = 1; n <= steps; n++)
      await t.step(`s${n}`, (signal) => body(t, `s${n}`, ms, signal), { undo: async () => note(t, `undo s${n}`) })
    if (fail) throw new Error('in the end it fails')
  },
  async settle(t, _, outcome) {
    note(t, `settle ${outcome.status}`)
    await t.stepTx('state', async (work) => {
      await work.sql('select 1')
    })
  },
})

/** With its first holder the step `at` does not end until it is aborted; with all others it ends at once. */
export const fragile = defineTask({
  name: 'test_fragile',
  input: z.object({ device: z.string(), steps: z.number(), at: z.number() }),
  locks: ({ device }) => [device],
  async run(t, { steps, at }) {
    for (let n = 1; n <= steps; n++)
      await t.step(`s${n}`, (signal) => body(t, `s${n}`, n === at && t.fence === 1 ? 3_600_000 : 1, signal))
  },
})

export const counter = defineTask({
  name: 'test_counter',
  input: z.object({ name: z.string(), times: z.number() }),
  async run(t, { name, times }) {
    for (let n = 1; n <= times; n++) {
      await t.stepTx(`add${n}`, async (work) => {
        await work.sql('update setting set value = to_jsonb(value::int + 1) where name = $1', [name])
      })
      if (n % 20 === 0) note(t, `counted ${n}`)
    }
  },
})

export const poison = defineTask({
  name: 'test_poison',
  input: z.object({}),
  async run(t) {
    await t.step('before', async () => note(t, 'begin before'), { undo: async () => note(t, 'undo before') })
    await t.step('deadly', async () => {
      note(t, 'begin deadly')
      process.kill(process.pid, 'SIGKILL')
      await wait(60_000)
    })
  },
  async settle(t, _, outcome) {
    note(t, `settle ${outcome.status} ${outcome.error?.code}`)
  },
})

/** Its first holder sits in a transaction that has locked a record, until the process is paused there. */
export const brooder = defineTask({
  name: 'test_brooder',
  input: z.object({ name: z.string() }),
  async run(t, { name }) {
    await t.stepTx('brood', async (work) => {
      await work.sql('update setting set value = to_jsonb(value::int + 1) where name = $1', [name])
      note(t, 'begin brood')
      // The event loop stands still: nothing but the server can end this transaction.
      if (t.fence === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_600_000)
    })
  },
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { transaction } from '../db/transaction.ts'
import { PanelError } from '../domain/shared/errors.ts'
import { cancelTask } from './cancel.ts'
import { defineTask, type Outcome } from './define.ts'
import { releaseDeferred } from './enqueue.ts'
import { type Harness, harness } from './testing/harness.ts'
import type { Worker } from './worker.ts'

let h: Harness
let worker: Worker
const notes: string[] = []
const note = (text: string) => void notes.push(text)
const noted = (prefix: string) => notes.filter((text) => text.startsWith(prefix))
const outcomes = new Map<number, Outcome>()
const gates = new Map<string, () => void>()
/** A body that waits here until the test opens the gate, or its signal fires. */
const gate = (name: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    gates.set(name, resolve)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
const atGate = (name: string) => h.until(`gate ${name}`, async () => gates.get(name))

const text = z.object({ tag: z.string() })
const plain = defineTask({
  name: 'test_plain',
  input: text,
  async run(t, { tag }) {
    return await t.step('note', async () => {
      note(`${tag} ${performance.now()}`)
      return { tag }
    })
  },
})
const device = defineTask({
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
const limited = defineTask({
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
const flaky = defineTask({
  name: 'test_flaky',
  input: z.object({ tag: z.string(), good: z.number(), refusal: z.boolean().default(false) }),
  async run(t, { tag, good, refusal }) {
    let n = 0
    await t.step(
      'try',
      async () => {
        note(`${tag} try`)
        if (++n >= good) return n
        throw refusal ? new PanelError('wrong_state', 'It is on fire') : new Error('secret words of a device')
      },
      { retries: 3, backoffMs: 5 },
    )
  },
})
const saga = defineTask({
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
        if (how === 'fail') throw new PanelError('device_rejected', 'The disk is full')
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
const sleepy = defineTask({
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
const dozy = defineTask({
  name: 'test_dozy',
  input: text,
  async run(t) {
    for (const nap of ['first', 'second']) await t.sleep(nap, 50)
  },
})
const twins = defineTask({
  name: 'test_twins',
  input: text,
  async run(t) {
    await t.step('same', async () => 1)
    await t.step('same', async () => 2)
  },
})
const talker = defineTask({
  name: 'test_talker',
  input: text,
  async run(t, { tag }) {
    await t.step('talk', async (signal) => {
      for (let n = 0; n < 100; n++) t.progress(n, `word ${n} \0 \ud800`)
      await gate(tag, signal)
    })
    t.progress(99, 'last word')
    throw new PanelError('refused', 'Never again')
  },
})
const slow = defineTask({
  name: 'test_slow',
  input: z.object({ tag: z.string(), whole: z.boolean() }),
  timeoutMs: 2000,
  async run(t, { whole }) {
    await t.step('hang', (signal) => gate('never', signal), whole ? {} : { timeoutMs: 50 })
  },
})
const unsettled = defineTask({
  name: 'test_unsettled',
  input: z.object({ tag: z.string(), good: z.number() }),
  async run() {},
  async settle(t, { tag, good }) {
    await t.step('look', async () => note(`${tag} look`))
    note(`${tag} attempt`)
    if (noted(`${tag} attempt`).length < good) throw new Error('not yet')
  },
})
const hostile = defineTask({
  name: 'test_hostile',
  input: text,
  async run(t) {
    return await t.step('ask', async () => ({ 'k\0': 'a\0b\ud800c' }))
  },
})
const stubborn = defineTask({
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
const late = defineTask({
  name: 'test_late',
  input: text,
  async run(t, { tag }) {
    await t.step('deaf', (signal) => gate(tag, signal).catch(() => {}), { undo: async () => note(`${tag} undone`) })
  },
})
const definitions = [late, plain, device, limited, flaky, saga, sleepy, dozy, twins, talker, slow, unsettled, hostile]

beforeAll(async () => {
  h = await harness()
  worker = h.worker(definitions, { concurrency: 20, patienceMs: 3_600_000 })
  h.worker([stubborn], { patienceMs: 100 })
})
afterAll(() => h.close())

/** As if the hour of the nap were over. */
async function wake(id: number) {
  await h.rows("update task_step set output = to_jsonb(now()) where task_id = $1 and name = 'nap'", [id])
  await h.rows('update task set run_at = now() where id = $1', [id])
}
const asleep = (id: number) =>
  h.until('asleep', async () => (await h.steps(id)).some((step) => step.name === 'nap' && step.state === 'waiting'))

const cancel = (id: number) => transaction((work) => cancelTask(work, id))

describe('enqueue', () => {
  it('commits with the caller, or not at all', async () => {
    await expect(
      transaction(async (work) => {
        await h.enqueue(plain, { tag: 'rolled back' }, {}, work)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    const made = await transaction(async (work) => {
      await work.tx.setting.create({ data: { name: 'outbox', value: 1 } })
      return h.enqueue(plain, { tag: 'committed' }, { registry_id: 7, account_id: null }, work)
    })
    const task = await h.ended(made!.id)
    expect(task).toMatchObject({
      status: 'complete',
      consul_id: task.id,
      output: { tag: 'committed' },
      percent: 100,
      step: null,
    })
    expect(noted('rolled back')).toEqual([])
    expect(await h.rows('select name from task where input @> $1', [{ tag: 'rolled back' }])).toEqual([])
  })

  it('tells screens of every state', async () => {
    const id = await h.add(plain, { tag: 'events' }, { consul_id: 4711 })
    await h.ended(id)
    const seen = await h.rows(
      "select event, data->>'status' as status from change where entity = 'task' and entity_id = $1 order by id",
      [id],
    )
    expect(seen).toEqual([
      { event: 'create', status: 'created' },
      { event: 'update', status: 'running' },
      { event: 'update', status: 'complete' },
    ])
    expect((await h.row(id)).consul_id).toBe(4711)
  })

  it('starts later when asked, by a timer of its own', async () => {
    const runAt = new Date(Date.now() + 400)
    const id = await h.add(plain, { tag: 'later' }, { runAt })
    const task = await h.ended(id)
    expect(task.started_at!.getTime() - runAt.getTime()).toBeGreaterThanOrEqual(-2)
  })

  it('keeps one waiting or running task per dedupe key', async () => {
    const runAt = new Date(Date.now() + 3_600_000)
    const ids = await Promise.all([1, 2, 3].map(() => h.enqueue(plain, { tag: 'once' }, { dedupeKey: 'k', runAt })))
    const made = ids.filter((one) => one !== null)
    expect(made).toHaveLength(1)
    await h.rows('update task set run_at = now() where id = $1', [made[0]!.id])
    await h.ended(made[0]!.id)
    expect(await h.enqueue(plain, { tag: 'again' }, { dedupeKey: 'k' })).not.toBeNull()
    const slot = await h.add(plain, { tag: 'slot' }, { dedupeKey: 'cron:x:1' })
    await h.ended(slot)
    expect(await h.enqueue(plain, { tag: 'slot' }, { dedupeKey: 'cron:x:1' })).toBeNull()
  })

  it('refuses a wrong input', async () => {
    await expect(h.enqueue(plain, { tag: 1 })).rejects.toThrow(/string/)
  })

  it('keeps what devices say, whatever it is', async () => {
    const task = await h.ended(await h.add(hostile, { tag: 'x' }))
    expect(task).toMatchObject({ status: 'complete', output: { 'k\ufffd': 'a\ufffdb\ufffdc' } })
  })
})

describe('locks', () => {
  it('lets one task at a time on a device, by priority and age', async () => {
    const first = await h.add(device, { tag: 'a', keys: ['d1'], wait: true })
    await atGate('a')
    const rest = [
      await h.add(device, { tag: 'b', keys: ['d1'] }),
      await h.add(device, { tag: 'c', keys: ['d1'], wait: false }, { priority: 5 }),
      await h.add(device, { tag: 'd', keys: ['d1'] }, { priority: -1 }),
      await h.add(device, { tag: 'e', keys: ['d1'] }),
    ]
    const other = await h.add(device, { tag: 'free', keys: ['d2'] })
    await h.ended(other)
    expect((await h.row(rest[0]!)).status).toBe('created')
    gates.get('a')!()
    for (const id of [first, ...rest]) await h.ended(id)
    const order = notes.filter((one) => /^[a-e] (begin|end)$/.test(one))
    expect(order).toEqual(['a', 'd', 'b', 'e', 'c'].flatMap((tag) => [`${tag} begin`, `${tag} end`]))
  })

  it('holds two devices in one task, and keeps the turn of who waits for both', async () => {
    const one = await h.add(device, { tag: 'm1', keys: ['x1'], wait: true })
    await atGate('m1')
    const both = await h.add(device, { tag: 'm2', keys: ['x1', 'x2'] })
    const later = await h.add(device, { tag: 'm3', keys: ['x2'] })
    await h.ended(await h.add(plain, { tag: 'meanwhile' }))
    expect((await h.row(later)).status).toBe('created')
    gates.get('m1')!()
    for (const id of [one, both, later]) await h.ended(id)
    expect(notes.filter((text) => /^m\d end/.test(text))).toEqual(['m1 end', 'm2 end', 'm3 end'])
    expect(await h.rows('select * from task_lock')).toEqual([])
  })

  it('counts against limits without holding up others', async () => {
    const at = async (tag: string, node: number) => h.add(limited, { tag, node })
    const ids = [await at('n1a', 1), await at('n1b', 1), await at('n1c', 1), await at('n2a', 2), await at('n2b', 2)]
    await Promise.all(['n1a', 'n1b', 'n2a'].map(atGate))
    await h.ended(await h.add(plain, { tag: 'after limits' }))
    const running = async () =>
      (
        await h.rows<{ id: number }>(
          "select id from task where name = 'test_limited' and status = 'running' order by id",
        )
      ).map((r) => r.id)
    expect(await running()).toEqual([ids[0], ids[1], ids[3]])
    gates.get('n2a')!()
    await atGate('n2b')
    expect(await running()).toEqual([ids[0], ids[1], ids[4]])
    gates.get('n1a')!()
    await atGate('n1c')
    for (const tag of ['n1b', 'n1c', 'n2b']) gates.get(tag)!()
    for (const id of ids) await h.ended(id)
  })

  it('waits for the task before, and gives up with it', async () => {
    const stop = await h.add(device, { tag: 'stop', keys: ['r1'], wait: true })
    const deferred = await h.add(device, { tag: 'deferred', keys: ['r1'] }, { deferReason: 'until the next stop' })
    await atGate('stop')
    const start = await h.add(device, { tag: 'start', keys: ['r1'] }, { after: stop, consul_id: stop })
    await h.ended(await h.add(plain, { tag: 'x' }))
    expect(await h.row(deferred)).toMatchObject({ status: 'deferred', defer_reason: 'until the next stop' })
    expect(await transaction((work) => releaseDeferred(work, [deferred], { after: stop }))).toEqual([deferred])
    expect(await transaction((work) => releaseDeferred(work, [deferred]))).toEqual([])
    gates.get('stop')!()
    for (const id of [stop, deferred, start]) expect((await h.ended(id)).status).toBe('complete')
    expect(notes.filter((text) => /^(stop|deferred|start) begin/.test(text))).toEqual([
      'stop begin',
      'deferred begin',
      'start begin',
    ])

    const far = new Date(Date.now() + 3_600_000)
    const bad = await h.add(flaky, { tag: 'bad', good: 99, refusal: true }, { runAt: far })
    const next = await h.add(saga, { tag: 'next', how: 'ok' }, { after: bad })
    const last = await h.add(plain, { tag: 'last' }, { after: next })
    const anyway = await h.add(plain, { tag: 'anyway' }, { after: bad, afterAny: true })
    await h.rows('update task set run_at = now() where id = $1', [bad])
    expect(await h.ended(next)).toMatchObject({
      status: 'aborted',
      error_code: 'predecessor',
      started_at: null,
      error: `Not started: task ${bad} (test_flaky) before it failed`,
    })
    expect(outcomes.get(next)).toMatchObject({ status: 'aborted', started: false })
    expect(await h.ended(last)).toMatchObject({ status: 'aborted', error_code: 'predecessor' })
    expect((await h.ended(anyway)).status).toBe('complete')
    expect(await h.ended(await h.add(plain, { tag: 'too late' }, { after: bad }))).toMatchObject({ status: 'aborted' })
    expect(noted('last')).toEqual([])
  })
})

describe('steps', () => {
  it('are tried again, and their faults told in fit words', async () => {
    const good = await h.ended(await h.add(flaky, { tag: 'f3', good: 3 }))
    expect(good.status).toBe('complete')
    expect(await h.steps(good.id)).toMatchObject([{ name: 'try', state: 'done', attempt: 3 }])
    const bad = await h.ended(await h.add(flaky, { tag: 'f9', good: 9 }))
    expect(bad).toMatchObject({
      status: 'failed',
      step: 'try',
      error_code: 'internal',
      error: 'Unexpected fault in step try; the log has the cause',
    })
    expect(noted('f9 try')).toHaveLength(4)
    expect(await h.steps(bad.id)).toMatchObject([{ state: 'failed', error: 'secret words of a device' }])
    const refused = await h.ended(await h.add(flaky, { tag: 'fr', good: 9, refusal: true }))
    expect(refused).toMatchObject({ status: 'failed', step: 'try', error_code: 'wrong_state', error: 'It is on fire' })
    expect(noted('fr try')).toHaveLength(1)
  })

  it('have a name of their own', async () => {
    expect(await h.ended(await h.add(twins, { tag: 't' }))).toMatchObject({ status: 'failed', step: 'same' })
  })

  it('and tasks have time limits', async () => {
    expect(await h.ended(await h.add(slow, { tag: 's', whole: false }))).toMatchObject({
      status: 'failed',
      step: 'hang',
      error_code: 'timeout',
      error: 'Step hang did not finish within 0.05 s',
    })
    expect(await h.ended(await h.add(slow, { tag: 's', whole: true }))).toMatchObject({
      status: 'failed',
      error_code: 'timeout',
      error: 'The task did not finish within 2 s',
    })
  })

  it('may be far apart: a sleep frees the slot and keeps the lock', async () => {
    const id = await h.add(sleepy, { tag: 'nap1' })
    await asleep(id)
    const other = await h.add(sleepy, { tag: 'nap2' })
    await h.until('no turn', async () => (await h.row(id)).status === 'created' && worker.running() === 0)
    await h.ended(await h.add(plain, { tag: 'while asleep' }))
    expect((await h.row(other)).started_at).toBeNull()
    await wake(id)
    expect(await h.ended(id)).toMatchObject({ status: 'complete', output: 'rested' })
    await asleep(other)
    await wake(other)
    await h.ended(other)
    expect(noted('nap')).toEqual(['nap1 before', 'nap1 after', 'nap2 before', 'nap2 after'])
    expect(await h.ended(await h.add(dozy, { tag: 'doze' }))).toMatchObject({ status: 'complete' })
  })
})

describe('the end', () => {
  it('undoes finished steps in reverse and settles', async () => {
    const task = await h.ended(await h.add(saga, { tag: 'sagaF', how: 'fail' }))
    expect(task).toMatchObject({
      status: 'failed',
      step: 'five',
      error: 'The disk is full',
      error_code: 'device_rejected',
    })
    expect(noted('sagaF')).toEqual(['sagaF undo four 4', 'sagaF undo one 1', 'sagaF settle failed'])
    expect(await h.rows('select name from setting where name like $1', ['%sagaF'])).toEqual([{ name: 'settled sagaF' }])
    expect((await h.steps(task.id)).map((s) => `${s.name} ${s.state}`)).toEqual([
      'one done',
      'two done',
      'three done',
      'four done',
      'five failed',
      'undo:four done',
      'undo:two done',
      'undo:one done',
      'end:settle done',
      'settle:state done',
    ])
    const good = await h.ended(await h.add(saga, { tag: 'sagaO', how: 'ok' }))
    expect(good.status).toBe('complete')
    expect(noted('sagaO')).toEqual(['sagaO settle complete'])
  })

  it('comes when told to, running', async () => {
    const id = await h.add(saga, { tag: 'sagaC', how: 'hang' })
    await atGate('sagaC')
    expect(await cancel(id)).toBe(true)
    expect(await h.ended(id)).toMatchObject({ status: 'aborted', error_code: 'cancelled' })
    expect(noted('sagaC')).toEqual([
      'sagaC undo five null',
      'sagaC undo four 4',
      'sagaC undo one 1',
      'sagaC settle aborted',
    ])
    expect(outcomes.get(id)).toMatchObject({ status: 'aborted', started: true, error: { code: 'cancelled' } })
    expect(await cancel(id)).toBe(false)
  })

  it('comes when told to, waiting, deferred or asleep', async () => {
    const busy = await h.add(device, { tag: 'busy', keys: ['q'], wait: true })
    await atGate('busy')
    const waiting = await h.add(device, { tag: 'waiting', keys: ['q'] })
    const deferred = await h.add(device, { tag: 'deferred2', keys: ['q'] }, { deferReason: 'x' })
    const future = await h.add(saga, { tag: 'future', how: 'ok' }, { runAt: new Date(Date.now() + 3_600_000) })
    for (const id of [waiting, deferred, future]) expect(await cancel(id)).toBe(true)
    for (const id of [waiting, deferred, future])
      expect(await h.ended(id)).toMatchObject({ status: 'aborted', started_at: null })
    expect(outcomes.get(future)).toMatchObject({ started: false })
    gates.get('busy')!()
    expect((await h.ended(busy)).status).toBe('complete')
    expect([...noted('waiting'), ...noted('deferred2')]).toEqual([])
    const nap = await h.add(sleepy, { tag: 'napC' })
    await asleep(nap)
    expect(await cancel(nap)).toBe(true)
    expect(await h.ended(nap)).toMatchObject({ status: 'aborted' })
    expect(noted('napC')).toEqual(['napC before'])
  })

  it('comes in the end also when a task does not stop', async () => {
    const finishes = await h.add(late, { tag: 'deaf finishes' })
    const ids = [finishes]
    for (const where of ['hangs', 'outside']) ids.push(await h.add(stubborn, { tag: `deaf ${where}`, where }))
    for (const tag of ['finishes', 'hangs', 'outside']) await atGate(`deaf ${tag}`)
    for (const id of ids) expect(await cancel(id)).toBe(true)
    // What finished all the same has finished, and that was all there was to do.
    for (const id of ids) expect(await h.ended(id)).toMatchObject({ status: id === finishes ? 'complete' : 'aborted' })
    expect(noted('deaf')).toEqual([])
  })

  it('settles until it succeeds', async () => {
    const task = await h.ended(await h.add(unsettled, { tag: 'u2', good: 2 }))
    expect(task.status).toBe('complete')
    expect(noted('u2')).toEqual(['u2 look', 'u2 attempt', 'u2 attempt'])
  })
})

describe('progress', () => {
  it('reaches the record a few times a second, and the last word always', async () => {
    let heard = 0
    const { bus } = await import('../events/bus.ts')
    const stop = bus().on('task_progress', () => void heard++)
    const id = await h.add(talker, { tag: 'talk' })
    await atGate('talk')
    await h.until('progress', async () => (await h.row(id)).percent === 99)
    expect((await h.row(id)).message).toBe('word 99 \ufffd \ufffd')
    gates.get('talk')!()
    expect(await h.ended(id)).toMatchObject({
      status: 'failed',
      message: 'last word',
      percent: 99,
      error: 'Never again',
    })
    stop()
    expect(heard).toBeGreaterThan(0)
    expect(heard).toBeLessThan(12)
  })
})

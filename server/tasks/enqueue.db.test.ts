import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../db/transaction.ts'
import { releaseDeferred } from './enqueue.ts'
import {
  atGate,
  device,
  flaky,
  gates,
  h,
  hostile,
  limited,
  noted,
  notes,
  outcomes,
  plain,
  saga,
  startEngine,
} from './testing/engine.ts'

beforeAll(startEngine)
afterAll(() => h.close())

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

  it('notifies screens of every state', async () => {
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

  it('keeps texts of devices, whatever they contain', async () => {
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
    const bad = await h.add(flaky, { tag: 'bad', good: 99, rejection: true }, { runAt: far })
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

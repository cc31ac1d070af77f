import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { transaction } from '../db/transaction.ts'
import { defineTask } from './define.ts'
import { nudge, type Reconciler, startReconciler } from './reconciler.ts'
import { deleteEndedTasks } from './retention.ts'
import { type Schedules, startSchedules } from './schedule.ts'
import { type Harness, harness } from './testing/harness.ts'

let h: Harness
const running: (Schedules | Reconciler)[] = []
const open = <T extends Schedules | Reconciler>(one: T): T => {
  running.push(one)
  return one
}
beforeAll(async () => {
  h = await harness()
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
})
afterAll(() => h.close())

const tick = defineTask({ name: 'test_tick', input: z.object({ slow: z.boolean() }), async run() {} })
const options = { registry_id: 0, entity: 'schedule', account_id: null }

describe('schedules', () => {
  it('run once per slot, however many processes keep them', async () => {
    const schedule = { name: 'often', cron: '* * * * * *', task: tick, input: { slow: false }, options, catchUpMs: 0 }
    h.worker([tick])
    for (let n = 0; n < 3; n++) open(startSchedules([schedule]))
    const keys = async () =>
      (
        await h.rows<{ dedupe_key: string }>(
          "select dedupe_key from task where dedupe_key like 'cron:often:%' order by 1",
        )
      ).map((row) => row.dedupe_key)
    await h.until('three slots', async () => (await keys()).length >= 3)
    const slots = (await keys()).map((key) => new Date(key.slice('cron:often:'.length)).getTime())
    expect(slots.every((slot) => slot % 1000 === 0)).toBe(true)
    expect(new Set(slots).size).toBe(slots.length)
    for (const [n, slot] of slots.slice(1).entries()) expect((slot - slots[n]!) % 1000).toBe(0)
  })

  it('make up for the last slot missed, and wait for a run that is not over', async () => {
    const missed = {
      name: 'missed',
      cron: '0 0 0 1 1 *',
      task: tick,
      input: { slow: true },
      options: { ...options, priority: 1 },
      catchUpMs: 400 * 86_400_000,
    }
    const one = open(startSchedules([missed]))
    const count = async () =>
      (await h.rows<{ n: number }>("select count(*)::int as n from task where dedupe_key like 'cron:missed:%'"))[0]!.n
    await h.until('made up', count)
    one.stop()
    expect(await count()).toBe(1)
    await h.until(
      'over',
      async () =>
        (await h.rows("select 1 from task where dedupe_key like 'cron:missed:%' and ended_at is not null")).length,
    )
    await h.rows(
      "update task set status = 'running', lease_until = now() + interval '1 hour', dedupe_key = 'cron:missed:earlier' where dedupe_key like 'cron:missed:%'",
    )
    open(startSchedules([missed]))
    open(startSchedules([{ ...missed, name: 'other' }]))
    await h.until(
      'the other',
      async () => (await h.rows("select 1 from task where dedupe_key like 'cron:other:%'")).length,
    )
    expect(await count()).toBe(1)
  })

  it('reject invalid values', () => {
    expect(() =>
      startSchedules([{ name: 'x', cron: 'tomorrow', task: tick, input: { slow: true }, options }]),
    ).toThrow()
  })
})

describe('a reconciler', () => {
  it('has one holder per key, and another one when that stops', async () => {
    const inside = new Map<string, number>()
    const runs: string[] = []
    const make = (who: string) =>
      open(
        startReconciler({
          name: 'shared',
          keys: async () => ['1', '2', '3'],
          intervalMs: 20,
          leaseMs: 600_000,
          async run(key) {
            expect(inside.get(key) ?? 0).toBe(0)
            inside.set(key, 1)
            runs.push(`${who}${key}`)
            await new Promise((resolve) => setTimeout(resolve, 5))
            inside.set(key, 0)
          },
        }),
      )
    const a = make('a')
    await h.until('a holds all', async () => a.held().length === 3 && runs.length > 9)
    const b = make('b')
    const seen = runs.length
    await h.until('more', async () => runs.length > seen + 9)
    expect(b.held()).toEqual([])
    expect(runs.every((run) => run.startsWith('a'))).toBe(true)
    await a.stop()
    await h.until('b took over', async () => b.held().length === 3)
    await h.until('b runs', async () => ['b1', 'b2', 'b3'].every((run) => runs.includes(run)))
    expect(await h.rows("select count(distinct holder)::int as n from lease where name like 'shared:%'")).toEqual([
      { n: 1 },
    ])
  })

  it('runs when nudged, backs off when it fails, and drops what is gone', async () => {
    let keys = ['good', 'bad']
    const runs: string[] = []
    let stopped = ''
    const r = open(
      startReconciler({
        name: 'nudged',
        keys: async () => keys,
        intervalMs: 60_000,
        leaseMs: 600_000,
        async run(key, signal) {
          runs.push(key)
          if (key === 'bad') throw new Error('it does not answer')
          if (key === 'line')
            await new Promise<void>((resolve) => {
              signal.addEventListener('abort', () => {
                stopped = String((signal.reason as Error).message)
                resolve()
              })
            })
        },
      }),
    )
    await h.until('first runs', async () => runs.length === 2)
    await transaction((work) => nudge(work, 'nudged', 'good'))
    await h.until('nudged', async () => runs.filter((key) => key === 'good').length === 2)
    await transaction((work) => nudge(work, 'nudged'))
    await h.until('all nudged', async () => runs.length === 5)
    keys = ['good', 'line']
    await transaction((work) => nudge(work, 'nudged'))
    await h.until('the new one', async () => r.held().includes('line') && runs.includes('line'))
    expect(r.held()).not.toContain('bad')
    keys = ['good']
    await transaction((work) => nudge(work, 'nudged', 'good'))
    await h.until('gone', async () => stopped)
    expect(stopped).toContain('no longer held')
    await h.until('released', async () => (await h.rows("select 1 from lease where name = 'nudged:line'")).length === 0)
  })

  it('doubles its pause while it fails', async () => {
    const times: number[] = []
    open(
      startReconciler({
        name: 'failing',
        intervalMs: 40,
        maxBackoffMs: 200,
        async run() {
          times.push(performance.now())
          throw new Error('no')
        },
      }),
    )
    await h.until('six runs', async () => times.length >= 6)
    const gaps = times.slice(1).map((time, n) => time - times[n]!)
    for (const [n, least] of [72, 144, 180, 180, 180].entries()) expect(gaps[n]).toBeGreaterThanOrEqual(least - 2)
  })
})

describe('retention', () => {
  it('deletes ended tasks of age, never within ten minutes of their end', async () => {
    const ids: number[] = []
    for (let n = 0; n < 4; n++)
      ids.push(await h.add(tick, { slow: false }, { runAt: new Date(Date.now() + 3_600_000) }))
    await h.rows(`update task set status = 'complete', ended_at = now() - interval '91 days' where id = $1`, [ids[0]])
    await h.rows(`update task set status = 'complete', ended_at = now() - interval '11 minutes' where id = $1`, [
      ids[1],
    ])
    await h.rows(`update task set status = 'complete', ended_at = now() - interval '9 minutes' where id = $1`, [ids[2]])
    expect(await deleteEndedTasks(90 * 24 * 3_600_000)).toBe(1)
    expect(await deleteEndedTasks(0)).toBe(1)
    expect((await h.rows('select id from task where id = any($1) order by id', [ids])).map((row) => row.id)).toEqual([
      ids[2],
      ids[3],
    ])
  })
})

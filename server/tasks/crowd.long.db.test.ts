import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../db/transaction.ts'
import { cancelTask } from './cancel.ts'
import { steps } from './testing/definitions.ts'
import { type Harness, harness } from './testing/harness.ts'
import { overlaps, workerProcesses } from './testing/processes.ts'

let h: Harness
let p: ReturnType<typeof workerProcesses>
beforeAll(async () => {
  h = await harness()
  p = workerProcesses(h.database.url)
})
afterAll(async () => {
  await p.close()
  await h.close()
})

it('of 1,000 tasks on 50 devices survives a killed worker and the loss of all connections', {
  timeout: 900_000,
}, async () => {
  const ids: number[] = []
  for (let n = 0; n < 1000; n += 100)
    await transaction(async (work) => {
      for (let m = n; m < n + 100; m++)
        ids.push((await h.enqueue(steps, { device: `d${m % 50}`, steps: 1, ms: 2 }, {}, work))!.id)
    })
  const cancelled = ids[999]!
  const over = (n: number) =>
    h.until(
      `${n} are over`,
      async () => (await h.rows<{ n: number }>('select count(ended_at)::int as n from task'))[0]!.n >= n,
      150_000,
      50,
    )
  const workers = await Promise.all([1, 2, 3].map(() => p.start({ leaseMs: 5000, concurrency: 10 })))
  await over(300)
  workers[0]!.kill('SIGKILL')
  await transaction((work) => cancelTask(work, cancelled))
  await over(600)
  await h.rows(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await over(1000)

  const counts = await h.rows('select status, count(*)::int as n from task group by status order by status')
  expect(counts.filter((row) => row.status === 'failed')).toEqual([])
  const notes = p.notes()
  const device = new Map(ids.map((id, n) => [id, `d${n % 50}`]))
  expect(overlaps(notes, (note) => device.get(note.task)!)).toEqual([])
  const begun = notes.filter((note) => note.verb === 'begin').toSorted((a, b) => a.at - b.at)
  const taskRuns = new Map<string, number[]>()
  for (const note of begun) {
    const key = device.get(note.task)!
    taskRuns.set(key, [...(taskRuns.get(key) ?? []), note.task])
  }
  for (const [key, order] of taskRuns) expect(order, key).toEqual(order.toSorted((a, b) => a - b))
  const once = new Set(begun.map((note) => `${note.task} ${note.fence}`))
  expect(once.size).toBe(begun.length)
  expect(new Set(begun.map((note) => note.task)).size).toBeGreaterThanOrEqual(999)
  expect(begun.length).toBeLessThan(1000 + 60)
  expect(await h.rows('select * from task_lock')).toEqual([])
})

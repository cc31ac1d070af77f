import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brooder, counter, fragile, poison, steps } from './testing/definitions.ts'
import { type Harness, harness } from './testing/harness.ts'
import { workerProcesses } from './testing/processes.ts'

// Leases that never expire by themselves: the test decides which process is dead, and a slow computer loses no task.
const LONG = 3_600_000

let h: Harness
let p: ReturnType<typeof workerProcesses>
beforeAll(async () => {
  h = await harness()
})
afterAll(() => h.close())
beforeEach(() => {
  p = workerProcesses(h.database.url)
})
afterEach(async () => {
  await p.close()
  await h.rows('delete from task')
})

const of = (task: number) => p.notes().filter((note) => note.task === task)
const events = (task: number) => of(task).map((note) => note.event)
const saw = (task: number, event: string) =>
  h.until(`task ${task}: ${event}`, async () => of(task).find((note) => note.event === event))

describe('a worker killed with -9', () => {
  it('counts exactly once in transactions', async () => {
    await h.database.prisma.setting.create({ data: { name: 'counter', value: 0 } })
    const id = await h.add(counter, { name: 'counter', times: 200 })
    for (const mark of ['counted 40', 'counted 120']) {
      const one = await p.start({ leaseMs: LONG })
      await saw(id, mark)
      one.kill('SIGKILL')
      await one.gone
      await h.expire()
    }
    await p.start({ leaseMs: LONG })
    expect(await h.ended(id)).toMatchObject({ status: 'complete' })
    expect(await h.rows('select value from setting where name = $1', ['counter'])).toEqual([{ value: 200 }])
  })

  it('by its task, again and again: the task is undone, settled and failed', async () => {
    const id = await h.add(poison, {})
    for (let n = 0; n < 3; n++) {
      await (await p.start({ leaseMs: LONG, maxRecoveries: 2 })).gone
      await h.expire()
    }
    await p.start({ leaseMs: LONG, maxRecoveries: 2 })
    const task = await h.ended(id)
    expect(task).toMatchObject({
      status: 'failed',
      error_code: 'worker_lost',
      error: 'The worker was lost 3 times while the task ran, the last time in step deadly',
    })
    expect(events(id)).toEqual([
      'begin before',
      'begin deadly',
      'begin deadly',
      'begin deadly',
      'undo before',
      'settle failed worker_lost',
    ])
    expect(await h.rows('select * from task_lock')).toEqual([])
  })
})

describe('a worker that is paused beyond its lease', () => {
  it('is refused when it wakes, stops the step it is in and works on', async () => {
    const first = await p.start({ leaseMs: LONG })
    const id = await h.add(fragile, { device: 'd', steps: 3, at: 2 })
    await saw(id, 'begin s2')
    first.kill('SIGSTOP')
    await h.expire()
    await p.start({ leaseMs: LONG })
    expect(await h.ended(id)).toMatchObject({ status: 'complete', recoveries: 1 })
    first.kill('SIGCONT')
    // It takes its own lease for good and learns from the database that it is not.
    await saw(id, 'stopped s2')
    const mine = of(id).filter((note) => note.pid === first.pid)
    expect(mine.map((note) => note.event)).toEqual(['begin s1', 'end s1', 'begin s2', 'stopped s2'])
    const theirs = of(id).filter((note) => note.pid !== first.pid)
    expect(theirs.map((note) => note.event)).toEqual(['begin s2', 'end s2', 'begin s3', 'end s3'])
    expect(theirs[0]!.fence).toBeGreaterThan(mine[0]!.fence)
    expect(await h.steps(id)).toMatchObject([{ attempt: 1 }, { attempt: 2 }, { attempt: 1 }])
    await h.until('it works again', async () => {
      const next = await h.add(steps, { device: 'e', steps: 1, ms: 1 })
      await h.ended(next)
      return of(next).some((note) => note.pid === first.pid)
    })
  })
})

describe('a worker that stands still in a transaction', () => {
  it('does not keep others from what it has locked', async () => {
    await h.database.prisma.setting.create({ data: { name: 'brooded', value: 0 } })
    const first = await p.start({ leaseMs: LONG })
    const id = await h.add(brooder, { name: 'brooded' })
    await saw(id, 'begin brood')
    first.kill('SIGSTOP')
    await h.expire()
    await p.start({ leaseMs: LONG })
    expect(await h.ended(id)).toMatchObject({ status: 'complete', recoveries: 1 })
    expect(await h.rows("select value from setting where name = 'brooded'")).toEqual([{ value: 1 }])
  })
})

describe('a worker that is stopped', () => {
  it('hands its tasks over at once', async () => {
    const first = await p.start({ leaseMs: LONG })
    const id = await h.add(fragile, { device: 'd', steps: 2, at: 2 })
    await saw(id, 'begin s2')
    await p.start({ leaseMs: LONG })
    first.stop(0)
    // Without waiting for the lease, which lasts for an hour.
    expect(await h.ended(id)).toMatchObject({ status: 'complete', recoveries: 0 })
    await first.gone
    expect(events(id)).toEqual(['begin s1', 'end s1', 'begin s2', 'stopped s2', 'begin s2', 'end s2'])
  })

  it('lets short ones end first', async () => {
    const first = await p.start({ leaseMs: LONG })
    const id = await h.add(steps, { device: 'd', steps: 1, ms: 300 })
    await saw(id, 'begin s1')
    first.stop(LONG)
    expect(await h.ended(id)).toMatchObject({ status: 'complete' })
    expect(events(id)).toEqual(['begin s1', 'end s1', 'settle complete'])
  })
})

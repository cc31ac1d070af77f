import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boundary, counter, poison, steps } from './testing/definitions.ts'
import { type Harness, harness } from './testing/harness.ts'
import { monotonic, overlaps, workerProcesses } from './testing/processes.ts'

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
  h.until(`task ${task}: ${event}`, async () => of(task).find((note) => note.event === event), 20_000)

describe('a worker killed with -9', () => {
  it('at any boundary of a task of five steps: another goes on at the unfinished step', {
    timeout: 90_000,
  }, async () => {
    const both = (place: string) => [`before ${place}`, `after ${place}`]
    const run = [1, 2, 3, 4, 5].flatMap((n) => [`begin s${n}`, `end s${n}`])
    const end = ['outcome', 'begin end:settle', 'begin settle:state', 'end end:settle', 'finish']
    const undo = ['outcome', 'begin undo:s5', 'end undo:s5', 'end undo:s1']
    const cases = [
      ...[...run, ...end].flatMap(both).map((place) => ({ place, fail: false })),
      ...undo.flatMap(both).map((place) => ({ place, fail: true })),
    ]
    const ids: number[] = []
    for (const [n, { fail }] of cases.entries())
      ids.push(await h.add(boundary(n), { device: `d${n}`, steps: 5, ms: 1, fail }))
    // Long leases: nobody takes over while the others still have to die.
    const waiting = [...cases.entries()]
    const bury = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        await (await p.start({ leaseMs: 600_000, boundaries: [next[0]], dieAt: next[1].place })).gone
    }
    await Promise.all([bury(), bury(), bury()])
    const stuck = await h.rows<{ name: string }>("select name from task where status <> 'running'")
    expect(stuck.map((row) => cases[Number(row.name.split('_')[2])]?.place)).toEqual(['after finish'])
    await h.rows("update task set lease_until = now() where status = 'running'")
    const all = { leaseMs: 1000, boundaries: [...cases.keys()] }
    await Promise.all([p.start(all), p.start(all)])
    for (const id of ids) await h.ended(id)

    for (const [n, { place, fail }] of cases.entries()) {
      const id = ids[n]!
      const at = (text: string) => `${place}: ${text}`
      const task = await h.row(id)
      expect(task.status, at('status')).toBe(fail ? 'failed' : 'complete')
      const notes = of(id)
      expect(
        overlaps(notes, () => id),
        at('overlaps'),
      ).toEqual([])
      for (let s = 1; s <= 5; s++) {
        const begun = notes.filter((note) => note.event === `begin s${s}`)
        // Only what had begun and was not yet written down may be done again, and by the next holder.
        const again = place === `before end s${s}`
        expect(begun.length, at(`s${s} ran`)).toBe(again ? 2 : 1)
        if (again) expect(begun[1]!.fence, at('fence')).toBeGreaterThan(begun[0]!.fence)
        const undone = notes.filter((note) => note.event === `undo s${s}`).length
        expect(undone, at(`s${s} undone`)).toBe(!fail ? 0 : place === `before end undo:s${s}` ? 2 : 1)
      }
      const order = notes.filter((note) => note.verb === 'undo').map((note) => note.name)
      if (fail) expect([...new Set(order)], at('order of undoing')).toEqual(['s5', 's4', 's3', 's2', 's1'])
      expect(
        notes.some((note) => note.event === `settle ${task.status}`),
        at('settled'),
      ).toBe(true)
      const journal = await h.steps(id)
      expect(
        journal.filter((step) => step.state !== 'done'),
        at('journal'),
      ).toEqual([])
    }
  })

  it('counts exactly once in transactions', async () => {
    await h.database.prisma.setting.create({ data: { name: 'counter', value: 0 } })
    const id = await h.add(counter, { name: 'counter', times: 200 })
    for (const mark of ['counted 40', 'counted 120']) {
      const one = await p.start({ leaseMs: 1500 })
      await saw(id, mark)
      one.kill('SIGKILL')
      await one.gone
    }
    await p.start({ leaseMs: 1500 })
    expect(await h.ended(id)).toMatchObject({ status: 'complete' })
    expect(await h.rows('select value from setting where name = $1', ['counter'])).toEqual([{ value: 200 }])
  })

  it('by its task, again and again: the task is undone, settled and failed', async () => {
    const id = await h.add(poison, {})
    for (let n = 0; n < 3; n++) await (await p.start({ leaseMs: 400, maxRecoveries: 2 })).gone
    await p.start({ leaseMs: 400, maxRecoveries: 2 })
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
  it('is refused when it wakes', async () => {
    const first = await p.start({ leaseMs: 1000 })
    const id = await h.add(steps, { device: 'd', steps: 3, ms: 700 })
    await saw(id, 'begin s2')
    first.kill('SIGSTOP')
    await p.start({ leaseMs: 1000 })
    await h.until('taken over', async () => of(id).filter((note) => note.event === 'begin s2').length === 2)
    first.kill('SIGCONT')
    expect(await h.ended(id)).toMatchObject({ status: 'complete', recoveries: 1 })
    const mine = of(id)
      .filter((note) => note.pid === first.pid)
      .map((note) => note.event)
    // Its body is told to stop, or was over already: nothing of it counts, and it begins nothing more.
    expect(mine.slice(0, 3)).toEqual(['begin s1', 'end s1', 'begin s2'])
    expect(mine.slice(3)).toHaveLength(1)
    expect(mine[3]).toMatch(/^(stopped|end) s2$/)
    const theirs = of(id).filter((note) => note.pid !== first.pid)
    expect(theirs.map((note) => note.event)).toEqual(['begin s2', 'end s2', 'begin s3', 'end s3', 'settle complete'])
    expect(theirs[0]!.fence).toBeGreaterThan(of(id)[0]!.fence)
    expect(await h.steps(id)).toMatchObject([{ attempt: 1 }, { attempt: 2 }, { attempt: 1 }, {}, {}])
    await h.until('it works again', async () => {
      const next = await h.add(steps, { device: 'e', steps: 1, ms: 1 })
      await h.ended(next)
      return of(next).some((note) => note.pid === first.pid)
    })
  })
})

describe('a worker that is stopped', () => {
  it('hands its tasks over at once', async () => {
    const first = await p.start({ leaseMs: 6000 })
    // Long enough that the step still runs when the other worker is up, however busy the machine is.
    const id = await h.add(steps, { device: 'd', steps: 2, ms: 3000 })
    await saw(id, 'begin s2')
    await p.start({ leaseMs: 6000 })
    const from = monotonic()
    first.stop(0)
    await first.gone
    expect(await h.ended(id)).toMatchObject({ status: 'complete', recoveries: 0 })
    expect(events(id)).toEqual([
      'begin s1',
      'end s1',
      'begin s2',
      'stopped s2',
      'begin s2',
      'end s2',
      'settle complete',
    ])
    const again = of(id).findLast((note) => note.event === 'begin s2')
    expect(again!.at - from).toBeLessThan(5500)
  })

  it('lets short ones end first', async () => {
    const first = await p.start({ leaseMs: 6000 })
    const id = await h.add(steps, { device: 'd', steps: 1, ms: 300 })
    await saw(id, 'begin s1')
    first.stop(5000)
    expect(await h.ended(id)).toMatchObject({ status: 'complete' })
    expect(events(id)).toEqual(['begin s1', 'end s1', 'settle complete'])
  })
})

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { steps } from './testing/definitions.ts'
import { type Harness, harness } from './testing/harness.ts'
import { type Note, overlaps, workerProcesses } from './testing/processes.ts'

// Three worker processes with the leases of production. One is killed or paused while it holds a task at each boundary there is:
// right before and right after every write of a task of five steps, in its run, its undoing and its end.

const LEASE_MS = 6000

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

const STEPS = [1, 2, 3, 4, 5]
const both = (place: string) => [`before ${place}`, `after ${place}`]
const run = STEPS.flatMap((n) => [`begin s${n}`, `end s${n}`])
const end = ['outcome', 'begin end:settle', 'begin settle:state', 'end end:settle', 'finish']
const undo = ['outcome', ...STEPS.toReversed().flatMap((n) => [`begin undo:s${n}`, `end undo:s${n}`])]
const BOUNDARIES = [
  ...[...run, ...end].flatMap(both).map((place) => ({ place, fail: false })),
  ...[...undo, ...end].flatMap(both).map((place) => ({ place, fail: true })),
]

type Case = { id: number; place: string; fail: boolean }

/**
 * A worker that holds one task at every boundary, and two others that have nothing to do yet. On a machine that is slow enough it
 * loses a lease before it holds them all: then it all begins anew.
 */
async function heldEverywhere(): ReturnType<typeof heldOnce> {
  const held = await heldOnce()
  const lost = await h.rows('select 1 from task where recoveries > 0')
  if (lost.length === 0) return held
  await p.close()
  await h.rows('delete from task')
  p = workerProcesses(h.database.url)
  return heldEverywhere()
}

async function heldOnce() {
  const cases: Case[] = []
  const holds: Record<number, string> = {}
  for (const [n, { place, fail }] of BOUNDARIES.entries()) {
    const id = await h.add(steps, { device: `d${n}`, steps: 5, ms: 1, fail })
    cases.push({ id, place, fail })
    holds[id] = place
  }
  const victim = await p.start({ leaseMs: LEASE_MS, concurrency: cases.length, holds })
  await h.until(
    'all are claimed',
    async () => (await h.rows("select 1 from task where status = 'created'")).length === 0,
  )
  const others = await Promise.all([1, 2].map(() => p.start({ leaseMs: LEASE_MS, concurrency: cases.length })))
  await victim.held
  return { cases, victim, others: others.map((one) => one.pid) }
}

const now = async () => (await h.rows<{ at: Date }>('select clock_timestamp() as at'))[0]!.at.getTime()

/** When the task was claimed again, on the database's clock: the change log has every claim. */
async function claimedAgain(id: number): Promise<number | undefined> {
  const claims = await h.rows<{ at: Date }>(
    `select at from change where entity = 'task' and entity_id = $1 and data->>'status' = 'running' order by id`,
    [id],
  )
  return claims[1]?.at.getTime()
}

/** Went on at the first unfinished step, soon, with another worker, never twice at once; undone and settled as it should be. */
async function wentOn({ id, place, fail }: Case, notes: Note[], victim: number, since: number) {
  const at = (text: string) => `${place}${fail ? ' (fails)' : ''}: ${text}`
  const task = await h.ended(id)
  expect(task.status, at('status')).toBe(fail ? 'failed' : 'complete')
  if (place !== 'after finish') {
    expect(task.recoveries, at('recoveries')).toBe(1)
    expect((await claimedAgain(id)) ?? 0, at('claimed again after')).toBeGreaterThan(since)
  }
  const mine = notes.filter((note) => note.task === id)
  expect(
    overlaps(mine, () => id),
    at('overlaps'),
  ).toEqual([])
  const verbs = (verb: string, s: number) => mine.filter((note) => note.event === `${verb} s${s}`)
  for (const s of STEPS) {
    // Only what had begun and was not yet written down may be done again, and by the next holder.
    const [first, second, ...more] = verbs('begin', s)
    expect(first, at(`s${s} ran`)).toBeDefined()
    expect(Boolean(second), at(`s${s} ran again`)).toBe(place === `before end s${s}`)
    if (second) expect([first?.pid, second.pid === victim], at('holders')).toEqual([victim, false])
    expect(more, at(`s${s} ran a third time`)).toEqual([])
    const undone = !fail ? 0 : place === `before end undo:s${s}` ? 2 : 1
    expect(verbs('undo', s), at(`s${s} undone`)).toHaveLength(undone)
  }
  const order = mine.filter((note) => note.verb === 'undo').map((note) => note.name)
  if (fail) expect([...new Set(order)], at('order of undoing')).toEqual(STEPS.toReversed().map((s) => `s${s}`))
  expect(
    mine.some((note) => note.event === `settle ${task.status}`),
    at('settled'),
  ).toBe(true)
  const journal = await h.steps(id)
  expect(
    journal.filter((step) => step.state !== 'done'),
    at('journal'),
  ).toEqual([])
}

it('goes on with another worker, at whatever boundary the one before was killed', async () => {
  const { cases, victim } = await heldEverywhere()
  const since = await now()
  victim.kill('SIGKILL')
  await victim.gone
  for (const { id } of cases) await h.ended(id)
  for (const one of cases) await wentOn(one, p.notes(), victim.pid, since)
  expect(await h.rows('select * from task_lock')).toEqual([])
})

it('goes on so when the worker is paused, whose writes are refused when it wakes', async () => {
  const { cases, victim, others } = await heldEverywhere()
  const since = await now()
  victim.kill('SIGSTOP')
  for (const { id } of cases) await h.ended(id)
  const before = await h.rows('select * from task order by id')
  const journal = await h.rows('select * from task_step order by task_id, name')
  const seen = p.notes().filter((note) => note.pid === victim.pid).length
  victim.kill('SIGCONT')
  const verdicts = await victim.writeLate()
  // The end of its own turn may be written twice: it is the same end.
  for (const { id, place } of cases)
    expect([place, verdicts?.[id]]).toEqual([place, place === 'after finish' ? 'ok' : 'fenced'])
  await h.until('it works again', async () => {
    const next = await h.add(steps, { device: 'e', steps: 1, ms: 1 })
    await h.ended(next)
    return p.notes().some((note) => note.task === next && note.pid === victim.pid)
  })
  const ids = cases.map((one) => one.id)
  expect(await h.rows('select * from task where id = any($1) order by id', [ids])).toEqual(before)
  expect(await h.rows('select * from task_step where task_id = any($1) order by task_id, name', [ids])).toEqual(journal)
  const notes = p.notes().filter((note) => ids.includes(note.task))
  expect(notes.filter((note) => note.pid === victim.pid)).toHaveLength(seen)
  for (const one of cases) await wentOn(one, notes, victim.pid, since)
  expect(others).not.toContain(victim.pid)
})

import { hostname } from 'node:os'
import pg from 'pg'
import { isDatabaseAway } from '../db/faults.ts'
import { db } from '../db/pool.ts'
import { bus } from '../events/bus.ts'
import { log as panelLog } from '../process/log.ts'
import { msg } from '../shared/text.ts'
import type { Task, TaskLog } from './define.ts'
import { Fenced, HandOver, TaskFault } from './faults.ts'
import { openJournal } from './journal.ts'
import { takeSlot } from './run.ts'
import type { Claimed, TaskRun } from './task-run.ts'

export type WorkerOptions = {
  /** All kinds there are: what no worker has known for an hour is closed as failed. */
  definitions: readonly Task[]
  /** Shown in the record of a running task. Default `<host>:<pid>`. */
  name?: string
  /** Tasks that this process runs at once. Default 16. */
  concurrency?: number
  /** A worker without a sign of life for this long has lost its tasks. Default 6000. */
  leaseMs?: number
  /** Pause between two beats, which prolong the leases and look for dead workers. Default a quarter of the lease, 1 s at most. */
  beatMs?: number
  /** How long an aborted step may take to stop before it is left to itself. Default 10 s. */
  patienceMs?: number
  /** After so many losses of its worker a task is not run again but undone, settled and failed. Default 5. */
  maxRecoveries?: number
}

export type Worker = {
  /** Tasks running here now. */
  running(): number
  /** Claims no more, waits so long for what runs, hands the rest back at the step where it is. */
  stop(graceMs?: number): Promise<void>
}

/** Tasks that mostly wait cost a promise each. */
const MOST_WAITING = 200

type Live = TaskRun & { ended: Promise<void> }

/** Runs tasks in this process until stopped. Needs the open database and bus. */
export function startWorker(options: WorkerOptions): Worker {
  const { concurrency = 16, leaseMs = 6000, maxRecoveries = 5, name = `${hostname()}:${process.pid}` } = options
  const definitions = new Map(options.definitions.map((definition) => [definition.name, definition]))
  if (definitions.size !== options.definitions.length) throw new Error('Two kinds of task have the same name')
  const names = [...definitions.keys()]
  const waiting = names.filter((of) => definitions.get(of)?.waits)
  const pools = [
    { names: new Set(names.filter((of) => !waiting.includes(of))), most: concurrency },
    { names: new Set(waiting), most: MOST_WAITING },
  ].filter((one) => one.names.size > 0)
  // Connections of its own: a beat must not wait behind the queries of the tasks.
  const pool = new pg.Pool({
    connectionString: db().url,
    max: 4,
    keepAlive: true,
    connectionTimeoutMillis: leaseMs,
    query_timeout: Math.max(10_000, 2 * leaseMs),
    application_name: 'datahall tasks',
  })
  pool.on('error', (err) => panelLog.warn({ err }, 'an idle connection of the task engine was cut'))
  const journal = openJournal(pool)
  const live = new Map<number, Live>()
  let stopping = false
  let claiming = false
  let again = false
  let wake: NodeJS.Timeout | undefined
  let beating: Promise<void> | null = null
  // The database counts from a later moment than we do, and bodies need a moment to stop.
  const leaseHere = leaseMs - Math.min(1000, leaseMs / 4)

  async function claim() {
    if (claiming) {
      again = true
      return
    }
    claiming = true
    try {
      do {
        await new Promise(setImmediate) // several tasks end together
        again = false
        for (const one of pools) {
          const free = one.most - [...live.values()].filter(({ task }) => one.names.has(task.name)).length
          if (free > 0 && !stopping) await claimOf([...one.names], free)
        }
      } while (again && !stopping)
    } catch (err) {
      logDatabase(err, 'tasks could not be claimed')
    } finally {
      claiming = false
    }
  }

  async function claimOf(of: string[], free: number) {
    const asked = performance.now()
    const { rows } = await pool.query<{ answer: { tasks: Claimed[]; next_ms: number | null } }>({
      name: 'task_claim',
      text: `select task_claim($1, $2, $3::int * interval '1 millisecond', $4) as answer`,
      values: [name, free, leaseMs, of],
    })
    const answer = rows[0]!.answer
    for (const task of answer.tasks) begin(task, asked + leaseHere)
    // The next one of any kind: both pools are told the same.
    clearTimeout(wake)
    if (answer.next_ms !== null)
      wake = setTimeout(() => void claim(), Math.min(Math.max(answer.next_ms + 1, 1), 60_000))
  }

  function begin(task: Claimed, deadline: number) {
    const taskRun: TaskRun = {
      task,
      deadline,
      stop: new AbortController(),
      leave: new AbortController(),
      lost: new AbortController(),
    }
    taskRun.lost.signal.addEventListener('abort', () => taskRun.leave.abort(taskRun.lost.signal.reason))
    taskRun.leave.signal.addEventListener('abort', () => taskRun.stop.abort(taskRun.leave.signal.reason))
    const definition = definitions.get(task.name)!
    const log: TaskLog = panelLog.child({ task: task.id, name: task.name })
    // This very process may still be stopping the turn that it lost.
    const before = live.get(task.id)?.ended ?? Promise.resolve()
    const ended = before
      .then(() => takeSlot(taskRun, { journal, log, definition, patienceMs: options.patienceMs }))
      .catch((err) => log.error({ err }, 'the turn of a task broke off'))
      .then(() => {
        if (live.get(task.id)?.task.fence === task.fence) live.delete(task.id)
        void claim()
      })
    live.set(task.id, Object.assign(taskRun, { ended }))
  }

  async function beat() {
    const taskRuns = [...live.values()]
    const asked = performance.now()
    if (taskRuns.length) {
      const { rows } = await pool.query<{ id: number; verdict: 'ok' | 'cancel' | 'locked' | 'lost' }>({
        name: 'task_beat',
        text: `select id, verdict from task_beat($1::int[], $2::int[], $3::int * interval '1 millisecond')`,
        values: [taskRuns.map((taskRun) => taskRun.task.id), taskRuns.map((taskRun) => taskRun.task.fence), leaseMs],
      })
      const verdicts = new Map(rows.map((row) => [row.id, row.verdict]))
      for (const taskRun of taskRuns) {
        const verdict = verdicts.get(taskRun.task.id)
        if (verdict === 'lost') lose(taskRun)
        else if (verdict === 'cancel') cancelled(taskRun)
        if (verdict === 'ok' || verdict === 'cancel') taskRun.deadline = asked + leaseHere
      }
    }
    await pool.query({ name: 'task_sweep', text: 'select task_sweep($1, $2)', values: [maxRecoveries, names] })
  }

  function beatOnce() {
    beating ??= beat()
      .catch((err) => logDatabase(err, 'the leases of the running tasks could not be prolonged'))
      .finally(() => {
        beating = null
        void claim()
      })
    return beating
  }

  const lose = (taskRun: TaskRun) =>
    taskRun.lost.abort(new Fenced(`Task ${taskRun.task.id} is no longer held by this worker`))
  const cancelled = (taskRun: TaskRun) => taskRun.stop.abort(new TaskFault('cancelled', msg`Stopped`))

  /** A process that was paused, or cut off from the database, gives its tasks up before another one may take them. */
  function watch() {
    for (const taskRun of live.values()) if (performance.now() > taskRun.deadline) lose(taskRun)
  }

  function logDatabase(err: unknown, text: string) {
    if (isDatabaseAway(err)) panelLog.warn({ err }, text)
    else panelLog.error({ err }, text)
  }

  const beats = setInterval(
    () => {
      watch()
      void beatOnce()
    },
    options.beatMs ?? Math.min(1000, leaseMs / 4),
  )
  const unhear = [
    bus().on('task_wake', () => void claim()),
    bus().on('task_cancel', (id) => {
      const taskRun = live.get(Number(id))
      if (taskRun) cancelled(taskRun)
      else void claim()
    }),
    bus().onConnect(() => void claim()),
  ]
  void beatOnce()

  return {
    running: () => live.size,
    async stop(graceMs = 5000) {
      stopping = true
      clearTimeout(wake)
      for (const stop of unhear) stop()
      const all = () => Promise.all([...live.values()].map((taskRun) => taskRun.ended))
      await withTimeout(all(), graceMs)
      for (const taskRun of live.values()) taskRun.leave.abort(new HandOver('The process stops'))
      await withTimeout(all(), 5000)
      clearInterval(beats)
      for (const taskRun of live.values()) lose(taskRun)
      await beating
      await pool.end()
    },
  }
}

async function withTimeout(promise: Promise<unknown>, ms: number) {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([
    promise,
    new Promise((resolve) => {
      timer = setTimeout(resolve, ms)
    }),
  ])
  clearTimeout(timer)
}

import { db } from '../db/pool.ts'
import type { Outcome, SettleContext, Task, TaskContext, TaskLog } from './define.ts'
import { describeFault, type Failure, Fenced, HandOver, TaskFault } from './faults.ts'
import { type Journal, untilAway } from './journal.ts'
import { openProgress } from './progress.ts'
import { type JournalRow, openSteps, type StepsOptions, type Undo, words } from './steps.ts'

const HOUR = 3_600_000
/** Attempts at undoing one step and at settling, and the limit of one attempt. */
const END_RETRIES = 4
const END_TIMEOUT_MS = 300_000

/** A claimed task, as task_claim answers it. */
export type Claimed = {
  id: number
  consul_id: number
  name: string
  input: unknown
  fence: number
  registry_id: number
  entity: string | null
  account_id: number | null
  cancel_requested: boolean
  outcome: Outcome['status'] | null
  output: unknown
  error: string | null
  error_code: string | null
  /** Since the first start; null when the task was called off before it. */
  age_ms: number | null
}

export type Turn = {
  task: Claimed
  /** Until when the task is surely ours, on performance.now()'s clock. */
  deadline: number
  /** Ends the body of `run`: cancel, time limit. */
  stop: AbortController
  /** Ends everything: the task is lost, or the process stops and hands it back. */
  leave: AbortController
  /** The task is lost: nothing may be written any more. */
  lost: AbortController
}

type Tools = { journal: Journal; log: TaskLog; definition: Task }

/**
 * One turn of a claimed task: runs it from its last finished step to its end, to its next sleep or until the task is lost or handed over.
 * The end has four parts, each resumable: the outcome is written down, finished steps are undone (unless complete), the object is
 * settled, the record is closed.
 */
export async function takeTurn(turn: Turn, tools: Tools): Promise<void> {
  const { task } = turn
  try {
    const run = task.outcome ? null : await runBody(turn, tools)
    if (run === 'asleep') return
    await endTask(turn, tools, run)
  } catch (fault) {
    const why = turn.leave.signal.aborted ? turn.leave.signal.reason : fault
    if (why instanceof HandOver) await handBack(turn, tools)
    else if (why instanceof Fenced) tools.log.warn({ fence: task.fence }, 'the task was lost to another worker')
    else throw why // the engine's own fault: the lease runs out, and the next worker tries
  }
}

async function handBack({ task, lost }: Turn, { journal, log }: Tools) {
  try {
    await journal.write(task.id, task.fence, { op: 'hand_back' }, lost.signal)
    log.info({}, 'the task was handed back')
  } catch (fault) {
    log.warn({ err: fault }, 'the task could not be handed back; its lease will run out')
  }
}

type Ran = { status: Outcome['status']; output?: unknown; failure?: Failure; undos: Undo[] }

function stepOptions(
  turn: Turn,
  tools: Tools,
  phase: Pick<StepsOptions, 'signal' | 'prefix' | 'firstOrd' | 'again' | 'began'>,
): StepsOptions {
  const { id, fence } = turn.task
  return { id, fence, databaseUrl: db().url, journal: tools.journal, lost: turn.lost.signal, ...phase }
}

function baseContext(turn: Turn, log: TaskLog, signal: AbortSignal) {
  const { task } = turn
  const { id, fence } = task
  return { id, consulId: task.consul_id, registryId: task.registry_id, accountId: task.account_id, fence, signal, log }
}

async function runBody(turn: Turn, tools: Tools): Promise<Ran | 'asleep'> {
  const { task, stop } = turn
  const { definition, log } = tools
  if (task.cancel_requested) stop.abort(new TaskFault('cancelled', 'Called off'))
  const limit = definition.timeoutMs ?? HOUR
  const left = limit - (task.age_ms ?? 0)
  const late = () => stop.abort(new TaskFault('timeout', `The task did not finish within ${words(limit)}`))
  if (left <= 0) late()
  const timer = setTimeout(late, Math.min(left, 2 ** 31 - 1))
  const progress = openProgress(turn, tools.journal)
  const steps = openSteps(
    stepOptions(turn, tools, { signal: stop.signal, prefix: '', firstOrd: 0, again: false, began: progress.began }),
  )
  try {
    stop.signal.throwIfAborted()
    const input = definition.input.parse(task.input)
    let fellAsleep = () => {}
    const asleep = new Promise<'asleep'>((resolve) => {
      fellAsleep = () => resolve('asleep')
    })
    const context: TaskContext = {
      ...baseContext(turn, log, stop.signal),
      step: steps.step,
      stepTx: steps.stepTx,
      progress: progress.report,
      async sleep(name, ms) {
        await progress.flush()
        if (!(await steps.sleep(name, ms))) return
        fellAsleep()
        await new Promise(() => {}) // the turn is over; the next one comes by here again
      },
    }
    const ended = await Promise.race([definition.run(context, input).then((output) => ({ output })), asleep])
    if (ended === 'asleep') return 'asleep'
    return { status: 'complete', output: ended.output, undos: steps.undos }
  } catch (fault) {
    if (turn.leave.signal.aborted) throw turn.leave.signal.reason
    if (fault instanceof Fenced) throw fault
    const why = stop.signal.aborted ? stop.signal.reason : fault
    const failure = describeFault(why, steps.current())
    const status = why instanceof TaskFault && why.code === 'cancelled' ? 'aborted' : 'failed'
    if (failure.code === 'internal') log.error({ err: why, step: steps.current() }, 'unexpected fault in a task')
    else
      log.info(
        { step: steps.current(), cause: failure.message },
        `the task ${status === 'aborted' ? 'was called off' : 'failed'}`,
      )
    return { status, failure, undos: steps.undos }
  } finally {
    clearTimeout(timer)
    await progress.flush()
  }
}

async function endTask(turn: Turn, tools: Tools, ran: Ran | null) {
  const { task } = turn
  const { journal, definition, log } = tools
  const write = (what: Parameters<Journal['write']>[2]) => journal.write(task.id, task.fence, what, turn.lost.signal)
  const end: Omit<Ran, 'undos'> = ran ?? {
    status: task.outcome ?? 'failed',
    output: task.output,
    ...(task.error ? { failure: { code: task.error_code ?? 'internal', message: task.error } } : {}),
  }
  const record = () => ({
    status: end.status,
    output: end.output,
    code: end.failure?.code,
    error: end.failure?.message,
  })
  const started = task.age_ms !== null
  const simple = !definition.settle && (end.status === 'complete' || !started)
  if (ran && !simple) await write({ op: 'outcome', ...record() })
  const troubles: string[] = []
  if (end.status !== 'complete' && started) troubles.push(...(await undo(turn, tools, ran?.undos ?? null)))
  if (definition.settle) {
    const trouble = await settle(turn, tools, { ...end, started })
    if (trouble) {
      if (end.status === 'complete') end.status = 'failed'
      troubles.push(trouble)
    }
  }
  if (troubles.length) {
    const first = end.failure ? [end.failure.message] : []
    end.failure = { code: end.failure?.code ?? 'internal', message: [...first, ...troubles].join('. ') }
  }
  await write({ op: 'finish', ...record() })
  log.info({ status: end.status }, 'the task ended')
}

/** Undoes finished steps, last first. Answers what could not be undone, in words. */
async function undo(turn: Turn, tools: Tools, known: Undo[] | null): Promise<string[]> {
  const { task, leave } = turn
  const rows = await untilAway(leave.signal, () => journalRows(task.id))
  const undos = known ?? []
  // Steps of earlier turns that this one did not come by.
  if ([...rows.values()].some((row) => row.undo && !undos.some((one) => one.name === row.name)))
    for (const one of await findUndos(turn, tools, rows))
      if (!undos.some((other) => other.name === one.name)) undos.push(one)
  const steps = openSteps(
    stepOptions(turn, tools, { signal: leave.signal, prefix: 'undo:', firstOrd: 1000, again: true, began: () => {} }),
  )
  const troubles: string[] = []
  for (const one of undos.toSorted((a, b) => b.ord - a.ord)) {
    try {
      if (one.tx) await steps.stepTx(one.name, one.tx)
      else await steps.step(one.name, one.run, { retries: END_RETRIES, timeoutMs: END_TIMEOUT_MS })
    } catch (fault) {
      if (fault instanceof Fenced || leave.signal.aborted) throw fault
      tools.log.error({ err: fault, step: one.name }, 'a step could not be undone')
      troubles.push(`Step ${one.name} could not be undone: ${describeFault(fault, null).message}`)
    }
  }
  const seen = new Set(undos.map((one) => one.name))
  for (const row of rows.values())
    if (row.undo && row.state === 'done' && !seen.has(row.name)) troubles.push(`Step ${row.name} was not undone`)
  return troubles
}

async function journalRows(id: number): Promise<Map<string, JournalRow>> {
  const { rows } = await db().pool.query<JournalRow>(
    `select name, ord, state, undo, output, error from task_step where task_id = $1 and name not like 'undo:%' and name not like 'settle:%' and name not like 'end:%'`,
    [id],
  )
  return new Map(rows.map((row) => [row.name, row]))
}

/** After a crash the undos are found by running `run` over its journal: finished steps answer from it, the first other one ends it. */
async function findUndos(turn: Turn, tools: Tools, rows: Map<string, JournalRow>): Promise<Undo[]> {
  const { definition, log } = tools
  const { signal } = turn.leave
  const options = stepOptions(turn, tools, { signal, prefix: '', firstOrd: 0, again: false, began: () => {} })
  const steps = openSteps({ ...options, replay: rows })
  try {
    const context: TaskContext = {
      ...baseContext(turn, log, signal),
      step: steps.step,
      stepTx: steps.stepTx,
      progress: () => {},
      async sleep(name, ms) {
        await steps.sleep(name, ms)
      },
    }
    await definition.run(context, definition.input.parse(turn.task.input))
  } catch (fault) {
    if (signal.aborted) throw signal.reason
    if (!(fault instanceof TaskFault)) log.warn({ err: fault }, 'finding what is to be undone ended early')
  }
  return steps.undos
}

/** Settles, again and again with growing pauses. Answers in words why it was given up. */
async function settle(
  turn: Turn,
  tools: Tools,
  end: Omit<Ran, 'undos'> & { started: boolean },
): Promise<string | null> {
  const { task, leave } = turn
  const outer = openSteps(
    stepOptions(turn, tools, { signal: leave.signal, prefix: 'end:', firstOrd: 2000, again: true, began: () => {} }),
  )
  const outcome: Outcome = { status: end.status, started: end.started, output: end.output }
  if (end.failure) outcome.error = { code: end.failure.code, message: end.failure.message }
  try {
    const input = tools.definition.input.parse(task.input)
    await outer.step(
      'settle',
      async (signal) => {
        const inner = openSteps(
          stepOptions(turn, tools, { signal, prefix: 'settle:', firstOrd: 2001, again: true, began: () => {} }),
        )
        const context: SettleContext = {
          ...baseContext(turn, tools.log, signal),
          step: inner.step,
          stepTx: inner.stepTx,
        }
        await tools.definition.settle?.(context, input, outcome)
      },
      { retries: END_RETRIES, timeoutMs: END_TIMEOUT_MS },
    )
    return null
  } catch (fault) {
    if (fault instanceof Fenced || leave.signal.aborted) throw fault
    tools.log.error({ err: fault }, 'a task could not be settled')
    return `The state afterwards could not be determined: ${describeFault(fault, null).message}`
  }
}

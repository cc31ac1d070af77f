import { db } from '../db/pool.ts'
import { stored } from '../db/sentences.ts'
import { joined, msg, quote, type Text, textFrom } from '../shared/text.ts'
import { runBounded } from './bounded.ts'
import type { Outcome, SettleContext, TaskContext } from './define.ts'
import { describeFault, Fenced, failureOf, TaskFault } from './faults.ts'
import { type Journal, untilAway } from './journal.ts'
import { type JournalRow, openSteps, type Undo } from './steps.ts'
import { baseContext, type Ran, stepOptions, type TaskRun, type Tools } from './task-run.ts'

/** Attempts at undoing one step and at settling, and the limit of one attempt. */
const END_RETRIES = 4
const END_TIMEOUT_MS = 300_000
/** A run over the journal waits for nothing. */
const REPLAY_MS = 3000

/** Undoes (unless complete), settles and closes the record. `ran` is null when the run ended in an earlier turn. */
export async function endTask(taskRun: TaskRun, tools: Tools, ran: Ran | null) {
  const { task } = taskRun
  const { journal, definition, log } = tools
  const write = (what: Parameters<Journal['write']>[2]) => journal.write(task.id, task.fence, what, taskRun.lost.signal)
  const end: Omit<Ran, 'undos' | 'passed'> = ran ?? {
    status: task.outcome ?? 'failed',
    output: task.output,
    ...(task.error ? { failure: failureOf(task.error_code ?? 'internal', quote(task.error)) } : {}),
  }
  const record = () => ({
    status: end.status,
    output: end.output,
    code: end.failure?.code,
    error: end.failure && stored(textFrom(end.failure.text), end.failure.message),
  })
  const started = task.age_ms !== null
  const simple = !definition.settle && (end.status === 'complete' || !started)
  if (ran && !simple) await write({ op: 'outcome', ...record() })
  const troubles: Text[] = []
  if (end.status !== 'complete' && started) troubles.push(...(await undo(taskRun, tools, ran)))
  if (definition.settle) {
    const trouble = await settle(taskRun, tools, { ...end, started })
    if (trouble) {
      if (end.status === 'complete') end.status = 'failed'
      troubles.push(trouble)
    }
  }
  if (troubles.length) {
    const first = end.failure ? [textFrom(end.failure.text)] : []
    end.failure = failureOf(end.failure?.code ?? 'internal', joined([...first, ...troubles], '. '))
  }
  await write({ op: 'finish', ...record() })
  log.info({ status: end.status }, 'the task ended')
}

/** Undoes finished steps, last first. Answers what could not be undone, in words. */
async function undo(taskRun: TaskRun, tools: Tools, ran: Ran | null): Promise<Text[]> {
  const { task, leave } = taskRun
  const rows = await untilAway(leave.signal, () => journalRows(task.id))
  const undos = ran?.undos ?? []
  // Steps of earlier turns that this one did not come by.
  if ([...rows.values()].some((row) => row.undo && !ran?.passed.has(row.name)))
    for (const one of await findUndos(taskRun, tools, rows))
      if (!undos.some((other) => other.name === one.name)) undos.push(one)
  const steps = openSteps(
    stepOptions(taskRun, tools, {
      signal: leave.signal,
      prefix: 'undo:',
      firstOrd: 1000,
      again: true,
      began: () => {},
    }),
  )
  const troubles: Text[] = []
  for (const one of undos.toSorted((a, b) => b.ord - a.ord)) {
    try {
      if (one.tx) await steps.stepTx(one.name, one.tx)
      else await steps.step(one.name, one.run, { retries: END_RETRIES, timeoutMs: END_TIMEOUT_MS })
    } catch (fault) {
      if (fault instanceof Fenced || leave.signal.aborted) throw fault
      tools.log.error({ err: fault, step: one.name }, 'a step could not be undone')
      troubles.push(msg`Step ${one.name} could not be undone: ${textFrom(describeFault(fault, null).text)}`)
    }
  }
  const seen = new Set(undos.map((one) => one.name))
  for (const row of rows.values())
    if (row.undo && row.state === 'done' && !seen.has(row.name)) troubles.push(msg`Step ${row.name} was not undone`)
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
async function findUndos(taskRun: TaskRun, tools: Tools, rows: Map<string, JournalRow>): Promise<Undo[]> {
  const { definition, log } = tools
  const { signal } = taskRun.leave
  const options = stepOptions(taskRun, tools, { signal, prefix: '', firstOrd: 0, again: false, began: () => {} })
  const steps = openSteps({ ...options, replay: rows })
  try {
    const context: TaskContext = {
      ...baseContext(taskRun, log, signal),
      step: steps.step,
      stepTx: steps.stepTx,
      progress: () => {},
      async idle() {
        throw new TaskFault('unwound', msg`No further steps were carried out`)
      },
      async sleep(name, ms) {
        await steps.sleep(name, ms)
      },
    }
    const input = definition.input.parse(taskRun.task.input)
    await runBounded(() => definition.run(context, input), {
      signal,
      timeoutMs: REPLAY_MS,
      patienceMs: 0,
      what: msg`Determining the steps to undo`,
      left: () => log.error({}, 'the task waits for something outside its steps'),
    })
  } catch (fault) {
    if (signal.aborted) throw signal.reason
    if (!(fault instanceof TaskFault && fault.code === 'unwound'))
      log.warn({ err: fault }, 'finding what is to be undone ended early')
  }
  return steps.undos
}

/** Settles, again and again with growing pauses. Answers in words why it was given up. */
async function settle(
  taskRun: TaskRun,
  tools: Tools,
  end: Omit<Ran, 'undos' | 'passed'> & { started: boolean },
): Promise<Text | null> {
  const { task, leave } = taskRun
  const outer = openSteps(
    stepOptions(taskRun, tools, { signal: leave.signal, prefix: 'end:', firstOrd: 2000, again: true, began: () => {} }),
  )
  const outcome: Outcome = { status: end.status, started: end.started, output: end.output }
  if (end.failure) outcome.error = { code: end.failure.code, message: end.failure.message }
  try {
    const input = tools.definition.input.parse(task.input)
    await outer.step(
      'settle',
      async (signal) => {
        const inner = openSteps(
          stepOptions(taskRun, tools, { signal, prefix: 'settle:', firstOrd: 2001, again: true, began: () => {} }),
        )
        const context: SettleContext = {
          ...baseContext(taskRun, tools.log, signal),
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
    return msg`The state afterwards could not be determined: ${textFrom(describeFault(fault, null).text)}`
  }
}

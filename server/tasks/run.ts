import { msg } from '../shared/text.ts'
import { runBounded, words } from './bounded.ts'
import type { TaskContext } from './define.ts'
import { endTask } from './ending.ts'
import { describeFault, Fenced, HandOver, TaskFault } from './faults.ts'
import { openProgress } from './progress.ts'
import { openSteps } from './steps.ts'
import { baseContext, type Ran, stepOptions, type TaskRun, type Tools } from './task-run.ts'

const HOUR = 3_600_000

/**
 * One turn of a claimed task: runs it from its last finished step to its end, to its next sleep or until the task is lost or handed over.
 * The end has four parts, each resumable: the outcome is written down, finished steps are undone (unless complete), the object is
 * settled, the record is closed.
 */
export async function takeSlot(taskRun: TaskRun, tools: Tools): Promise<void> {
  const { task } = taskRun
  try {
    const run = task.outcome ? null : await runBody(taskRun, tools)
    if (run === 'asleep') return
    await endTask(taskRun, tools, run)
  } catch (fault) {
    const why = taskRun.leave.signal.aborted ? taskRun.leave.signal.reason : fault
    if (why instanceof HandOver) await handBack(taskRun, tools)
    else if (why instanceof Fenced) tools.log.warn({ fence: task.fence }, 'the task was lost to another worker')
    else throw why // the engine's own fault: the lease runs out, and the next worker tries
  }
}

async function handBack({ task, lost }: TaskRun, { journal, log }: Tools) {
  try {
    await journal.write(task.id, task.fence, { op: 'hand_back' }, lost.signal)
    log.info({}, 'the task was handed back')
  } catch (fault) {
    log.warn({ err: fault }, 'the task could not be handed back; its lease will run out')
  }
}

async function runBody(taskRun: TaskRun, tools: Tools): Promise<Ran | 'asleep'> {
  const { task, stop } = taskRun
  const { definition, log } = tools
  if (task.cancel_requested) stop.abort(new TaskFault('cancelled', msg`Stopped`))
  const limit = definition.timeoutMs ?? HOUR
  const left = limit - (task.age_ms ?? 0)
  const late = () => stop.abort(new TaskFault('timeout', msg`The task did not finish within ${words(limit)}`))
  if (left <= 0) late()
  const timer = setTimeout(late, Math.min(left, 2 ** 31 - 1))
  const progress = openProgress(taskRun, tools.journal)
  const steps = openSteps(
    stepOptions(taskRun, tools, { signal: stop.signal, prefix: '', firstOrd: 0, again: false, began: progress.began }),
  )
  try {
    stop.signal.throwIfAborted()
    const input = definition.input.parse(task.input)
    let fellAsleep = () => {}
    const asleep = new Promise<'asleep'>((resolve) => {
      fellAsleep = () => resolve('asleep')
    })
    const context: TaskContext = {
      ...baseContext(taskRun, log, stop.signal),
      step: steps.step,
      stepTx: steps.stepTx,
      progress: progress.report,
      async idle(wait) {
        taskRun.idle++
        taskRun.freed()
        try {
          return await wait()
        } finally {
          taskRun.idle--
        }
      },
      async sleep(name, ms) {
        await progress.flush()
        if (!(await steps.sleep(name, ms))) return
        fellAsleep()
        await new Promise(() => {}) // the turn is over; the next one comes by here again
      },
    }
    const body = async () => ({ output: await definition.run(context, input) })
    const ended = await runBounded(() => Promise.race([body(), asleep]), {
      signal: stop.signal,
      what: msg`The task`,
      patienceMs: tools.patienceMs,
      left: () => log.error({}, 'the task does not stop when told: something in it ignores its signal'),
    })
    if (ended === 'asleep') return 'asleep'
    return { status: 'complete', output: ended.output, undos: steps.undos, passed: steps.passed }
  } catch (fault) {
    if (taskRun.leave.signal.aborted) throw taskRun.leave.signal.reason
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
    return { status, failure, undos: steps.undos, passed: steps.passed }
  } finally {
    clearTimeout(timer)
    await progress.flush()
  }
}

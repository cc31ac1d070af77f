import { isConflict, isDatabaseAway } from '../db/faults.ts'
import { transaction, type Work } from '../db/transaction.ts'
import { PanelError } from '../domain/shared/errors.ts'
import { pause, unlessAborted } from '../shared/abort.ts'
import { msg, quote, textFrom } from '../shared/text.ts'
import { runBounded } from './bounded.ts'
import type { StepOptions, StepTxOptions } from './define.ts'
import { describeFault, type Failure, Fenced, TaskFault } from './faults.ts'
import type { Journal } from './journal.ts'
import { cleanText, toJson } from './json.ts'

const RESERVED = /^(undo|settle|end):/
const NAME = /^[a-z0-9][a-z0-9_.:-]{0,79}$/i

export type Undo = {
  name: string
  ord: number
  run(signal: AbortSignal): Promise<void>
  tx?: (work: Work) => Promise<void>
}

export type JournalRow = {
  name: string
  ord: number
  state: string
  undo: boolean
  output: unknown
  error: string | null
}

export type StepsOptions = {
  id: number
  fence: number
  databaseUrl: string
  journal: Journal
  /** Aborts the bodies. */
  signal: AbortSignal
  /** Fires when the task is lost: until then finished work is written down, even while the process stops. */
  lost: AbortSignal
  /** Before the names of this phase. */
  prefix: string
  firstOrd: number
  /** A step that failed in an earlier turn is tried again instead of failing again. */
  again: boolean
  /** Only looks what was done, to find the undos: the first step that was not done ends it. */
  replay?: Map<string, JournalRow>
  /** Something began: for the live display. */
  began(): void
  patienceMs: number | undefined
  /** A body did not stop after the abort. */
  left(step: string): void
}

/** The journalled steps of one phase (run, settle, undo) of one turn of a task. */
export function openSteps(o: StepsOptions) {
  const names = new Set<string>()
  const undos: Undo[] = []
  let ord = o.firstOrd
  let active = 0
  let current: string | null = null

  function claimName(name: string) {
    if (!NAME.test(name) || (o.prefix === '' && RESERVED.test(name))) throw new Error(`Not a step name: ${name}`)
    if (names.has(name)) throw new Error(`Two steps are called ${name}`)
    names.add(name)
    return { name: o.prefix + name, ord: ++ord }
  }

  const write = (what: Parameters<Journal['write']>[2]) => o.journal.write(o.id, o.fence, what, o.lost)

  /** Begins a step: its recorded result when it is done, a number of attempt when it is to be run. */
  async function begin<T>(
    step: { name: string; ord: number },
    undo: boolean,
  ): Promise<{ done: T } | { attempt: number }> {
    o.signal.throwIfAborted()
    current = step.name
    const row = await write({ op: 'begin', ...step, undo, again: o.again })
    if (row.state === 'done') return { done: row.output as T }
    if (row.state === 'failed') throw recorded(row.output, row.error ?? null)
    o.began()
    return { attempt: row.attempt ?? 1 }
  }

  /** In a replay: the recorded result or failure; what never began ends the replay. */
  function look<T>(row: JournalRow | undefined, register: (output: T | undefined) => void, unfinished: boolean): T {
    if (row?.state === 'done') {
      register(row.output as T)
      return row.output as T
    }
    if (row && unfinished) register(undefined)
    if (row?.state === 'failed') throw recorded(row.output, row.error)
    throw new TaskFault('unwound', msg`No further steps were carried out`)
  }

  async function step<T>(
    name: string,
    fn: (signal: AbortSignal) => Promise<T>,
    options: StepOptions<T> = {},
  ): Promise<T> {
    const own = claimName(name)
    const register = (output: T | undefined) => {
      if (options.undo) undos.push({ ...own, run: (signal) => options.undo!(output as T, signal) })
    }
    if (o.replay) return look(o.replay.get(own.name), register, options.undoUnfinished ?? false)
    active++
    try {
      for (let away = 0; ; ) {
        const begun = await begin<T>(own, Boolean(options.undo))
        if ('done' in begun) {
          register(begun.done)
          return begun.done
        }
        try {
          const output = await runBounded(fn, {
            signal: o.signal,
            timeoutMs: options.timeoutMs,
            what: msg`Step ${own.name}`,
            patienceMs: o.patienceMs,
            left: () => o.left(own.name),
          })
          await write({ op: 'end', name: own.name, state: 'done', output })
          register(output)
          return output
        } catch (fault) {
          if (fault instanceof Fenced || o.signal.aborted) {
            if (options.undoUnfinished) register(undefined)
            throw o.signal.aborted ? o.signal.reason : fault
          }
          // The database was away for the body's own queries: no fault of the step.
          if (isDatabaseAway(fault, o.databaseUrl) && away < 20) {
            await pause(Math.min(100 * 2 ** away++, 2000), o.signal)
            continue
          }
          const final = begun.attempt - away > (options.retries ?? 0) || isRejection(fault)
          const failure = describeFault(fault, own.name)
          await write({
            op: 'end',
            name: own.name,
            state: final ? 'failed' : 'retrying',
            output: failure,
            error: ownMessage(fault),
          })
          if (final) {
            if (options.undoUnfinished) register(undefined)
            throw fault
          }
          await pause(Math.min((options.backoffMs ?? 1000) * 2 ** (begun.attempt - 1), 60_000), o.signal)
        }
      }
    } finally {
      active--
    }
  }

  async function stepTx<T>(name: string, fn: (work: Work) => Promise<T>, options: StepTxOptions<T> = {}): Promise<T> {
    const own = claimName(name)
    const register = (output: T | undefined) => {
      const undo = options.undo
      if (undo) undos.push({ ...own, run: async () => {}, tx: (work) => undo(work, output as T) })
    }
    if (o.replay) return look(o.replay.get(own.name), register, false)
    active++
    try {
      for (let away = 0; ; ) {
        const begun = await begin<T>(own, Boolean(options.undo))
        if ('done' in begun) {
          register(begun.done)
          return begun.done
        }
        try {
          o.signal.throwIfAborted()
          const output = await unlessAborted(
            transaction(
              async (work) => {
                const value = await fn(work)
                await endWithin(work, o.id, o.fence, own.name, value)
                return value
              },
              options.timeoutMs ? { timeoutMs: options.timeoutMs } : {},
            ),
            o.lost,
          )
          register(output)
          return output
        } catch (fault) {
          if (fault instanceof Fenced) throw fault
          // Cut at the commit, it may have happened: the next begin reads the journal.
          if ((isDatabaseAway(fault, o.databaseUrl) || isConflict(fault)) && away < 20) {
            await pause(Math.min(100 * 2 ** away++, 2000), o.signal)
            continue
          }
          o.signal.throwIfAborted()
          await write({
            op: 'end',
            name: own.name,
            state: 'failed',
            output: describeFault(fault, own.name),
            error: ownMessage(fault),
          })
          throw fault
        }
      }
    } finally {
      active--
    }
  }

  /** True when the turn ends here: the task sleeps. */
  async function sleep(name: string, ms: number): Promise<boolean> {
    const own = claimName(name)
    if (o.replay) {
      look(o.replay.get(own.name), () => {}, false)
      return false
    }
    if (active) throw new Error(`Task ${o.id} sleeps (${name}) while a step is under way`)
    o.signal.throwIfAborted()
    const row = await write({ op: 'sleep', ...own, ms })
    return row.state !== 'done'
  }

  /** A body may begin a step and wait for it later: a fault that comes before is no unhandled one. */
  function held<Args extends unknown[], T>(fn: (...args: Args) => Promise<T>) {
    return (...args: Args): Promise<T> => {
      const promise = fn(...args)
      promise.catch(() => {})
      return promise
    }
  }

  return {
    step: held(step) as typeof step,
    stepTx: held(stepTx) as typeof stepTx,
    sleep,
    undos,
    /** Steps that this turn came by. */
    passed: names as ReadonlySet<string>,
    current: () => current,
  }
}

/** Journals a step's end in the transaction of its domain change; throws when the task is no longer ours, which undoes both. */
async function endWithin(work: Work, id: number, fence: number, name: string, output: unknown) {
  const json = toJson({ id, fence, op: 'end', name, state: 'done', output: output ?? null })
  // The row lock holds until the commit, so no other worker takes the task over in between.
  await work.sql('select id from task where id = $1::int for no key update', [id])
  const rows = await work.sql<{ answer: Record<string, { verdict: string }> }>(
    'select task_write($1::jsonb) as answer',
    [`[${json}]`],
  )
  if (rows[0]?.answer['0']?.verdict !== 'ok') throw new Fenced(`Task ${id} is no longer held by this worker`)
}

/** Most errors are the same next time; only what is busy may be free later. */
const isRejection = (fault: unknown) => fault instanceof PanelError && fault.http < 500 && fault.code !== 'too_many'

/** For the journal, which administrators see: a fault's own text, bounded. */
const ownMessage = (fault: unknown) => cleanText(String((fault as Error)?.message ?? fault)).slice(0, 2000)

/** A failure read back from the journal. */
function recorded(output: unknown, error: string | null): Error {
  const failure = output as Partial<Failure> | null
  const text = failure?.text ? textFrom(failure.text) : quote(failure?.message ?? error ?? 'failed before')
  if (failure?.code === 'timeout') return new TaskFault('timeout', text)
  if (!failure?.code || failure.code === 'internal') return new Error(error ?? text.toString())
  return new PanelError(failure.code as PanelError['code'], text, { value: failure.value ?? '' })
}

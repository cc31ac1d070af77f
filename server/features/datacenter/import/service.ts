import { gather, type Pieces } from '../../../api/body.ts'
import type { Actor, Context } from '../../../api/context.ts'
import { alone, aloneAtOnce } from '../../../db/advisory.ts'
import type { Work } from '../../../db/transaction.ts'
import { type ImportKind, importKinds } from '../../../domain/import/kinds.ts'
import type { ImportAnswer, ImportQuery } from '../../../domain/import/schema.ts'
import { refused, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { handlers } from './kinds/all.ts'
import { calledOff, parseInThread } from './parse-thread.ts'
import { runRows } from './run.ts'

/** How long the rows may take; what they touch is locked meanwhile. */
const LONGEST_MS = 600_000

/** Carries the answer out of a transaction that is to be undone. */
class Undone extends Error {
  readonly answer: ImportAnswer
  constructor(answer: ImportAnswer) {
    super('Undone')
    this.answer = answer
  }
}

/** Of an import in the background. */
export type Background = {
  /** Ends it, and leaves nothing of it behind. */
  signal: AbortSignal
  progress(done: number, of: number): void
  /** Notes what became of the file, in the transaction that keeps or undoes it. */
  keep(work: Work, answer: ImportAnswer): Promise<void>
}

/**
 * Imports a file: all of it in one transaction, through the services of the forms. A dry run does the same and undoes it, and ends
 * when its caller has gone; what is kept goes on.
 * @throws PanelError 400 when it is no such file; faults of rows are in the answer
 */
export async function importFile(
  ctx: Context,
  { format, kind, dry_run, on_error, existing }: ImportQuery,
  file: Pieces,
  background?: Background,
): Promise<ImportAnswer> {
  const signal = background?.signal ?? ctx.signal
  const bytes = await gather(file)
  const rows = await parseInThread({ format, kind, bytes, known: knownColumns(ctx.actor) }, { signal })
  const end = performance.now() + LONGEST_MS
  const beforeRow = (done: number) => {
    if (signal?.aborted && (dry_run || background)) throw calledOff()
    background?.progress(done, rows.length)
    if (performance.now() > end)
      throw refused(msg`Nothing was imported: the time limit was reached after ${done} rows. Split the file`)
  }
  const asked = { format, kind, dry_run, on_error, existing, rows: rows.length }
  try {
    return await ctx.mutate(
      async (work, note) => {
        await takeSlot(work, background !== undefined)
        const { report, parts } = await runRows(ctx, work, rows, { existing, dry_run, beforeRow })
        const { counts, total } = report
        const applied = !dry_run && (counts.error === 0 || on_error === 'skip')
        const answer = { applied, total, counts, rows: report.rows() }
        if (!applied) throw new Undone(answer)
        await background?.keep(work, answer)
        note.input = { ...asked, ...counts }
        note.parts = parts
        return answer
      },
      { timeoutMs: LONGEST_MS + 30_000 },
    )
  } catch (fault) {
    if (fault instanceof Undone) {
      // The file stays out of the record: it may hold secrets.
      await ctx.mutate(async (work, note) => {
        await background?.keep(work, fault.answer)
        note.input = { ...asked, ...fault.answer.counts, applied: false }
      })
      return fault.answer
    }
    throw deadlock(fault) ? wrongState(msg`Another request was changing the same records: try again`) : fault
  }
}

/** One import at a time: two of them would take places in orders of their own, and wait for each other. */
async function takeSlot(work: Work, waits: boolean): Promise<void> {
  if (waits) {
    await work.sql("select set_config('statement_timeout', $1, true)", [String(LONGEST_MS)])
    await alone(work, 'import')
    return
  }
  if (!(await aloneAtOnce(work, 'import')))
    throw wrongState(msg`Another import is running: try again when it has finished`)
}

/** What tables export besides the columns that are read. */
const knownColumns = (actor: Actor) =>
  Object.fromEntries(
    importKinds.map((kind) => [kind, new Set(handlers[kind].list.catalogue(actor).map(({ name }) => name))]),
  ) as unknown as Record<ImportKind, ReadonlySet<string>>

const deadlock = (fault: unknown) => /40P01|deadlock detected/.test(JSON.stringify(fault) + String(fault))

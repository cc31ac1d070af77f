import type { Context } from '../../../api/context.ts'
import { type ImportOutcome, importOutcomes, MOST_TOLD } from '../../../domain/import/kinds.ts'
import type { ImportAnswer, ImportBody, ImportRow } from '../../../domain/import/schema.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { parseFile } from './parse.ts'
import { runRows } from './run.ts'

/** How long the rows may take; what they touch is locked meanwhile. */
const LONGEST_MS = 240_000

/** Carries the answer out of a transaction that is to be undone. */
class Undone extends Error {
  readonly answer: ImportAnswer
  constructor(answer: ImportAnswer) {
    super('Undone')
    this.answer = answer
  }
}

/**
 * Imports a file: all of it in one transaction, through the services of the forms. A dry run does the same and undoes it.
 * @throws PanelError 400 when the text is no such file; faults of rows are in the answer
 */
export async function importFile(ctx: Context, body: ImportBody): Promise<ImportAnswer> {
  const { format, kind, dry_run, on_error, existing } = body
  const rows = parseFile(format, kind, body.text)
  const end = performance.now() + LONGEST_MS
  const beforeRow = (done: number) => {
    if (performance.now() > end)
      throw new PanelError('refused', `Nothing was imported: after ${done} rows the time was up. Divide the file`)
  }
  const asked = { format, kind, dry_run, on_error, existing, rows: rows.length }
  try {
    return await ctx.mutate(
      async (work, note) => {
        // One import at a time: two of them would take places in orders of their own, and wait for each other.
        const [free] = await work.sql<{ free: boolean }>('select pg_try_advisory_xact_lock(7270, 9) as free')
        if (!free?.free) throw new PanelError('wrong_state', 'Another import is running: try again when it is done')
        const { told, parts } = await runRows(ctx, work, rows, { existing, beforeRow })
        const counts = countsOf(told)
        const applied = !dry_run && (counts.error === 0 || on_error === 'skip')
        const answer = { applied, total: told.length, counts, rows: toTell(told) }
        if (!applied) throw new Undone(answer)
        note.entity = 'import'
        note.input = { ...asked, ...counts }
        note.parts = parts
        return answer
      },
      { timeoutMs: LONGEST_MS + 30_000 },
    )
  } catch (fault) {
    if (fault instanceof Undone) {
      // The file stays out of the record: it may hold secrets.
      await ctx.mutate(async (_, note) => {
        note.entity = 'import'
        note.input = { ...asked, ...fault.answer.counts, applied: false }
      })
      return fault.answer
    }
    throw deadlock(fault)
      ? new PanelError('wrong_state', 'Somebody else was changing the same records: try again')
      : fault
  }
}

const deadlock = (fault: unknown) => /40P01|deadlock detected/.test(JSON.stringify(fault) + String(fault))

function countsOf(rows: readonly ImportRow[]) {
  const counts = Object.fromEntries(importOutcomes.map((outcome) => [outcome, 0])) as Record<ImportOutcome, number>
  for (const { outcome } of rows) counts[outcome]++
  return counts
}

const toTell = (rows: readonly ImportRow[]) =>
  rows
    .filter(({ outcome }) => outcome !== 'same')
    .sort((a, b) => Number(b.outcome === 'error') - Number(a.outcome === 'error') || a.line - b.line)
    .slice(0, MOST_TOLD)

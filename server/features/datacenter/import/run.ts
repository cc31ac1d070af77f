import type { AuditNote, Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { type Column, importColumns } from '../../../domain/import/columns.ts'
import type { ImportQuery, ImportRow } from '../../../domain/import/schema.ts'
import { msg } from '../../../shared/text.ts'
import { type Brought, bringRows, isPlain, type Read, rowOf } from './bring.ts'
import { currentRows } from './current.ts'
import { handlers } from './kinds/all.ts'
import { makeLookup } from './lookup.ts'
import { asText, fieldError, type Given, type ReadRow } from './read.ts'
import { RowReport } from './row-report.ts'

type Options = Pick<ImportQuery, 'existing' | 'dry_run'> & {
  /** Called again and again; throws when there is no time left. */
  beforeRow(done: number): void
}

/**
 * Brings rows into a transaction by the services that the forms call. A faulty row leaves nothing behind, and the others go
 * on; whether the whole is kept is the caller's choice.
 * @returns what became of each row, and what the audit has to say of each record
 */
export async function runRows(ctx: Context, work: Work, rows: readonly ReadRow[], options: Options) {
  const report = new RowReport()
  const parts: AuditNote[] = []
  const at = makeLookup(work)
  const kinds = [...new Set(rows.map((row) => row.kind))]
  for (const kind of kinds) {
    const keys = importColumns[kind].filter(({ key }) => key)
    const read: Read[] = []
    const lines = new Map<string, number>()
    for (const row of rows) {
      if (row.kind !== kind) continue
      const reject = (errors: ImportRow['errors']) => report.add(rowOf(kind, row.line, row.name, 'error', [], errors))
      if (!row.given) {
        reject(row.errors)
        continue
      }
      const key = keyOf(keys, row.given)
      const before = lines.get(key)
      if (before === undefined) {
        lines.set(key, row.line)
        read.push({ line: row.line, given: row.given, key })
      } else reject([fieldError(keys[0]?.name ?? '', msg`Line ${before} is about the same record`)])
    }
    const current = await currentRows(
      work,
      kind,
      read.map(({ given }) => keys.map(({ name }) => asText(given[name] ?? ''))),
    )
    const tries = options.dry_run && kind === kinds.at(-1) && read.every((one) => isPlain(kind, one, current))
    const job = {
      ctx,
      work,
      at,
      kind,
      parts,
      existing: options.existing,
      dry: options.dry_run,
      tried: (tries && handlers[kind].tries?.()) || null,
      beforeRow: () => options.beforeRow(report.total),
    }
    // A place may be taken by a record of a later row that leaves it: such rows are tried again as long as that helps.
    let waiting: readonly Read[] = read
    while (waiting.length > 0) {
      const again: Brought[] = []
      for await (const one of bringRows(job, waiting, current)) {
        if (one.taken) again.push(one)
        else report.add(one.row)
      }
      if (again.length === waiting.length) {
        for (const { row } of again) report.add(row)
        break
      }
      waiting = again.map(({ read }) => read)
    }
  }
  return { report, parts }
}

const keyOf = (keys: readonly Column[], given: Given) => keys.map(({ name }) => asText(given[name] ?? '')).join('\n')

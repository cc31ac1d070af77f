import type { AuditNote, Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { type Column, importColumns } from '../../../domain/import/columns.ts'
import type { ImportBody, ImportRow } from '../../../domain/import/schema.ts'
import { type Brought, bringRows, errorsOf, type Read, rowOf } from './bring.ts'
import { currentRows } from './current.ts'
import { handlers } from './kinds/all.ts'
import { makeLookup } from './lookup.ts'
import type { FileRow } from './parse.ts'
import { asText, type Given, RowFault, readRow } from './read.ts'

type Options = Pick<ImportBody, 'existing'> & {
  /** Called again and again; throws when there is no time left. */
  beforeRow(done: number): void
}

/**
 * Brings rows into a transaction by the services that the forms call. A faulty row leaves nothing behind, and the others go
 * on; whether the whole is kept is the caller's choice.
 * @returns what became of each row, and what the audit has to say of each record
 */
export async function runRows(ctx: Context, work: Work, rows: readonly FileRow[], options: Options) {
  const told: ImportRow[] = []
  const parts: AuditNote[] = []
  const at = makeLookup(work)
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const known = new Set(handlers[kind].list.catalogue(ctx.actor).map(({ name }) => name))
    const columns = importColumns[kind]
    const keys = columns.filter(({ key }) => key)
    const read: Read[] = []
    const lines = new Map<string, number>()
    for (const row of rows.filter((one) => one.kind === kind)) {
      try {
        const given = readRow(row, known)
        const key = keyOf(keys, given)
        const before = lines.get(key)
        if (before !== undefined)
          throw new RowFault([{ field: keys[0]?.name ?? '', words: `Line ${before} is about the same record` }])
        lines.set(key, row.line)
        read.push({ row, given, key })
      } catch (fault) {
        told.push(rowOf(kind, row.line, row.cells.get('name') ?? '', 'error', [], errorsOf(fault, columns)))
      }
    }
    const current = await currentRows(
      work,
      kind,
      read.map(({ given }) => keys.map(({ name }) => asText(given[name] ?? ''))),
    )
    const job = {
      ctx,
      work,
      at,
      kind,
      parts,
      existing: options.existing,
      beforeRow: () => options.beforeRow(told.length),
    }
    // A place may be taken by a record of a later row that leaves it: such rows are tried again as long as that helps.
    let waiting: readonly Read[] = read
    while (waiting.length > 0) {
      const again: Brought[] = []
      for await (const one of bringRows(job, waiting, current)) {
        if (one.taken) again.push(one)
        else told.push(one.row)
      }
      if (again.length === waiting.length) {
        told.push(...again.map(({ row }) => row))
        break
      }
      waiting = again.map(({ read }) => read)
    }
  }
  return { told, parts }
}

const keyOf = (keys: readonly Column[], given: Given) => keys.map(({ name }) => asText(given[name] ?? '')).join('\n')

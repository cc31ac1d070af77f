import type { Work } from '../../../db/transaction.ts'
import { importColumns } from '../../../domain/import/columns.ts'
import type { ImportKind } from '../../../domain/import/kinds.ts'
import { handlers } from './kinds/all.ts'
import type { Given } from './read.ts'

/** A record as stored: the texts of its columns, and its secrets for comparison. */
export type CurrentRow = { id: number; texts: Readonly<Record<string, string>>; secrets(): Given }

const columnsSql = (kind: ImportKind) =>
  Object.entries(handlers[kind].current.columns)
    .map(([name, expression]) => `coalesce((${expression})::text, '') as "${name}"`)
    .join(', ')

/** The records that keys name, by their keys; one statement, however many there are. */
export async function currentRows(
  work: Work,
  kind: ImportKind,
  keys: readonly (readonly string[])[],
): Promise<Map<string, CurrentRow>> {
  const { current, secrets } = handlers[kind]
  const names = importColumns[kind].flatMap(({ name, key }) => (key ? [name] : []))
  if (keys.length === 0) return new Map()
  const sealed = (current.sealed ?? []).map((column) => `, ${column}`).join('')
  const rows = await work.sql<Record<string, string> & { '#': number }>(
    `select ${current.id} as "#", ${columnsSql(kind)}${sealed} from ${current.from}
      where (${names.map((name) => `(${current.columns[name]})::text`).join(', ')})
         in (select * from unnest(${names.map((_, n) => `$${n + 1}::text[]`).join(', ')}))`,
    names.map((_, n) => keys.map((key) => key[n])),
  )
  return new Map(
    rows.map((row) => {
      const id = row['#']
      return [names.map((name) => row[name]).join('\n'), { id, texts: row, secrets: () => secrets?.(id, row) ?? {} }]
    }),
  )
}

/** All records of a location by kind, as import and export call their columns; no secrets. */
export async function recordsOf(work: Pick<Work, 'sql'>, kind: ImportKind, location_id: number) {
  const { current } = handlers[kind]
  return work.sql<Record<string, string>>(
    `select ${columnsSql(kind)} from ${current.from} where ${current.inLocation} order by ${current.id}`,
    [location_id],
  )
}

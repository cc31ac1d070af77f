import type { Table, Work } from '../db/transaction.ts'
import { missingLink, notFound } from '../domain/shared/errors.ts'
import type { Text } from '../shared/text.ts'

type Sql = Pick<Work, 'sql'>

/**
 * Records that a body names by their ids.
 * @param what what one is called: `Cluster`
 * @returns the ids, each once, in their order
 * @throws PanelError `invalid_input` with the field and the first that is not there
 */
export async function requireLinks(
  { sql }: Sql,
  table: Table,
  what: Text,
  field: string,
  ids: Iterable<number>,
): Promise<number[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return wanted
  const [missing] = await sql<{ id: number }>(
    `select w.id from unnest($1::int[]) with ordinality w (id, n)
      where not exists (select from ${table} t where t.id = w.id) order by w.n limit 1`,
    [wanted],
  )
  if (missing) throw missingLink(field, what, missing.id)
  return wanted
}

/** The same of one, or of none. */
export const requireLink = (
  work: Sql,
  table: Table,
  what: Text,
  field: string,
  id: number | null | undefined,
): Promise<unknown> => requireLinks(work, table, what, field, id === null || id === undefined ? [] : [id])

/** The record that a path names. @throws PanelError `not_found` */
export async function requireRow({ sql }: Sql, table: Table, what: Text, id: number): Promise<void> {
  const found = await sql(`select id from ${table} where id = $1::int`, [id])
  if (found.length === 0) throw notFound(what, id)
}

import type { Work } from '../../db/transaction.ts'

/** Inserts lists of rows, each list in one statement; all rows of a list name the same columns. */
export function rowWriter(work: Work) {
  /** @returns ids (or what `key` names) in the order of the rows; no table of these answers in another */
  async function rows(table: string, list: readonly object[], key = 'id', also = ''): Promise<number[]> {
    const [first] = list
    if (!first) return []
    const columns = Object.keys(first).join(', ')
    const written = await work.sql<{ id: number }>(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb) ${also} returning ${key} as id`,
      [JSON.stringify(list)],
    )
    return written.map(({ id }) => id)
  }
  /** Ids by name. */
  async function ids(table: string, list: readonly { name: string }[]): Promise<Map<string, number>> {
    const made = await rows(table, list)
    return new Map(list.map(({ name }, n) => [name, made[n] ?? 0]))
  }
  return { rows, ids }
}

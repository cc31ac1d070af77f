import { db } from './pool.ts'
import { type SealedColumn, sealedColumns } from './sealed-places.ts'
import { currentKeyId, reseal } from './secrets.ts'

const AT_ONCE = 5_000

export type Resealed = {
  /** Secrets that are under the current master key now and were not before. */
  count: number
  /** Where values lie that no key opens: they were lost before. */
  lost: string[]
}

/** Brings every secret under the current master key. What is changed meanwhile is under it already; run again it goes on. */
export async function resealAll(): Promise<Resealed> {
  const total: Resealed = { count: 0, lost: [] }
  for (const column of sealedColumns) {
    const { count, lost } = await resealColumn(column)
    total.count += count
    total.lost.push(...lost)
  }
  return total
}

/** The place is compared too: what was changed between reading and writing keeps its new value. */
async function resealColumn({ table, column, id, value, set, place }: SealedColumn): Promise<Resealed> {
  const { pool } = db()
  const done: Resealed = { count: 0, lost: [] }
  const lostIds: string[] = []
  for (;;) {
    const { rows } = await pool.query<{ id: string; value: string }>(
      `select ${id} as id, ${value} as value from ${table}
         where ${value} like 'sealed:%' and ${value} not like $1 and not ${id} = any($2::text[]) limit ${AT_ONCE}`,
      [`sealed:2:${currentKeyId()}:%`, lostIds],
    )
    if (rows.length === 0) return done
    const renewed: { id: string; before: string; after: string }[] = []
    for (const row of rows) {
      try {
        const after = reseal(row.value, place(row.id))
        if (after) renewed.push({ id: row.id, before: row.value, after })
      } catch {
        lostIds.push(row.id)
        done.lost.push(`${table}.${column} ${row.id}`)
      }
    }
    const { rowCount } = await pool.query(
      `update ${table} set ${set('sealed_after')}
         from unnest($1::text[], $2::text[], $3::text[]) as v(sealed_id, sealed_before, sealed_after)
         where ${value} = sealed_before and ${id} = sealed_id`,
      [renewed.map((r) => r.id), renewed.map((r) => r.before), renewed.map((r) => r.after)],
    )
    done.count += rowCount ?? 0
  }
}

import { randomUUID } from 'node:crypto'
import { db } from '../db/pool.ts'

const TAKE = `
  insert into lease as l (name, holder, until)
    select n, $2, clock_timestamp() + $3::int * interval '1 millisecond' from unnest($1::text[]) n order by n
  on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where l.holder = excluded.holder or l.until < clock_timestamp()
  returning name`

/**
 * Leases by name: one holder among all processes. The holder's name is new with every call, so that a process that was
 * paused or restarted is never taken for the one before it.
 */
export function openLeases(leaseMs: number) {
  const holder = randomUUID()
  return {
    /** What the leases of this call are held under. */
    holder,
    /** Who holds a lease now, or null. */
    async holderOf(name: string): Promise<string | null> {
      const { rows } = await db().pool.query<{ holder: string }>(
        'select holder from lease where name = $1 and until >= clock_timestamp()',
        [name],
      )
      return rows[0]?.holder ?? null
    },
    /** Takes what is free and prolongs what is ours. Answers the names held from now on, for `leaseMs` from the call. */
    async take(names: readonly string[]): Promise<Set<string>> {
      if (!names.length) return new Set()
      const { rows } = await db().pool.query<{ name: string }>(TAKE, [names, holder, leaseMs])
      return new Set(rows.map((row) => row.name))
    },
    async release(names: readonly string[]): Promise<void> {
      if (names.length)
        await db().pool.query('delete from lease where holder = $1 and name = any($2::text[])', [holder, names])
    },
  }
}

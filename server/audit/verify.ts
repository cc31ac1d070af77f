import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { type Head, isGenuine } from './head.ts'

export type Fault =
  /** The head is gone, or was not sealed with this panel's key. */
  | { kind: 'head'; sealed: number }
  /** This record, or one before it, was changed, removed or moved. */
  | { kind: 'record'; id: number }
  /** Records are missing that were sealed: so many, at the end of the chain or before it. */
  | { kind: 'missing'; sealed: number; found: number; last_id: number }

/** In words for an operator. */
export const faultMessage = (fault: Fault): string =>
  fault.kind === 'head'
    ? `the head of the audit chain is missing or forged; ${fault.sealed} records were sealed`
    : fault.kind === 'record'
      ? `audit record ${fault.id}, or one before it, was changed, removed or moved`
      : `audit records are missing: ${fault.sealed} were sealed up to number ${fault.last_id}, ${fault.found} are there`

/**
 * Compares the head in the database with the copy in the data folder. The newer one counts: a head is written without waiting for
 * the disk, and one that was put back to an older state shall not hide what is missing since.
 * @returns the head to go on from (null: nothing was ever sealed), or what is wrong
 */
export function compareHeads(head: Head | null, copy: Head | null): { head: Head | null } | { fault: Fault } {
  if (copy && !isGenuine(copy)) return { fault: { kind: 'head', sealed: copy.count } }
  if (head ? !isGenuine(head) : copy) return { fault: { kind: 'head', sealed: copy?.count ?? 0 } }
  return { head: head && copy && copy.count > head.count ? copy : head }
}

/** Looks at every record: a million take some seconds. Answers what is wrong, null when the chain holds. */
export async function verifyAudit(
  pool: Pick<pg.Pool, 'query'>,
  stored: Head | null,
  copy: Head | null,
): Promise<Fault | null> {
  const compared = compareHeads(stored, copy)
  if ('fault' in compared) return compared.fault
  const { head } = compared
  const { rows } = await pool.query<{ newest: number; found: number; last: string | null }>(
    `select coalesce((select max(id) from audit), 0) as newest, (select count(*) from audit where id <= $1) as found,
       (select encode(hash, 'hex') from audit where id = $1) as last`,
    [head?.last_id ?? 0],
  )
  const row = rows[0]
  if (!row) throw new Error('The database did not answer')
  const broken = await firstBroken(pool, row.newest)
  if (broken !== null) return { kind: 'record', id: broken }
  if (!head || head.count === 0) return null
  if (row.found !== head.count || row.last === null)
    return { kind: 'missing', sealed: head.count, found: row.found, last_id: head.last_id }
  return row.last === head.hash ? null : { kind: 'record', id: head.last_id }
}

/** Looks at parts of the chain side by side: hashing is what takes long. */
async function firstBroken(pool: Pick<pg.Pool, 'query'>, newest: number): Promise<number | null> {
  const parts = Math.min(4, Math.max(2, availableParallelism()))
  const upTo = (part: number) => Math.floor((newest * part) / parts)
  const found = await Promise.all(
    Array.from({ length: parts }, (_, part) =>
      pool.query<{ broken: number | null }>('select audit_broken_between($1, $2) as broken', [
        upTo(part),
        upTo(part + 1),
      ]),
    ),
  )
  return found.map(({ rows }) => rows[0]?.broken ?? null).find((id) => id !== null) ?? null
}

import type { Work } from './transaction.ts'

/** Class of what there is only one of; the SQL functions of the migrations have 1 to 3 of it. */
const ONE = 7270

/**
 * Advisory locks of the database, by what is done by one transaction at a time. Numbers stay as they are: processes of two releases may run
 * beside each other.
 */
export const advisoryLocks = {
  first_location: [ONE, 4],
  import: [ONE, 9],
  import_files: [ONE, 10],
  backup_location_folders: [ONE, 12],
  schedule_start: [ONE, 13],
  owed_copies: [ONE, 14],
  operation_plan_start: [ONE, 29],
  /** Networks and ranges: each change looks at what lies around it. */
  network_structure: [ONE, 30],
  first_administrator: [ONE, 31],
  shipped_recipes: [ONE, 32],
  controller_ports: [ONE, 33],
  // Of these there are many: the second number is the id of one, or made of its name.
  cluster_room: 7272,
  exclusively: 7275,
  machines_of_location: 7276,
  rehearsal: 7283,
  setting: 7284,
  storage_findings: 7288,
  storage_room: 7289,
  iso_folder: 7290,
} as const

type Lock = keyof typeof advisoryLocks
type Single = { [L in Lock]: (typeof advisoryLocks)[L] extends number ? never : L }[Lock]
type OfMany = Exclude<Lock, Single>
type Sql = Pick<Work, 'sql'>

/** Waits until no other transaction does the same, here or in another process; until the end of this one all others wait. */
export function alone(work: Sql, what: Single): Promise<unknown>
export function alone(work: Sql, what: OfMany, which: number | string): Promise<unknown>
export function alone({ sql }: Sql, what: Lock, which?: number | string): Promise<unknown> {
  const known = advisoryLocks[what]
  const [type, one] = typeof known === 'number' ? [known, which] : known
  return sql(`select pg_advisory_xact_lock($1::int, ${typeof one === 'string' ? 'hashtext($2)' : '$2::int'})::text`, [
    type,
    one,
  ])
}

/** The same of several of a kind, in the order given: callers that take more than one have to agree on it. */
export const aloneWithEach = ({ sql }: Sql, what: OfMany, ids: readonly number[]): Promise<unknown> =>
  sql('select pg_advisory_xact_lock($1::int, x.id)::text from unnest($2::int[]) x (id)', [advisoryLocks[what], ids])

/** The same as `alone` without waiting. @returns whether no other transaction does it */
export async function aloneAtOnce({ sql }: Sql, what: Single): Promise<boolean> {
  const [row] = await sql<{ free: boolean }>('select pg_try_advisory_xact_lock($1::int, $2::int) as free', [
    ...advisoryLocks[what],
  ])
  return row?.free ?? false
}

import { isUniqueViolation, type Work } from '../db/transaction.ts'
import type { ChangeKind } from '../domain/shared/change-kinds.ts'
import { alreadyExists, inUse, notFound, PanelError } from '../domain/shared/errors.ts'
import { changed } from '../events/changes.ts'
import { joined, msg, type Text } from '../shared/text.ts'
import type { Context } from './context.ts'

type Where = { where: { id: number; version?: number } }
/** A table of records with a version, as Prisma gives it. */
type Versioned<Data> = {
  updateMany(args: Where & { data: Data & { version: { increment: number } } }): PromiseLike<{ count: number }>
  count(args: Where): PromiseLike<number>
}

/** How a kind of record is called: in events, and in words for people. */
export type Naming = { entity: ChangeKind; what: Text; account_id?: number | null }

/** What an edit says of a value that may be none: '' and 0 are none, one that is left out stays undefined, so that it is not written. */
export const orNone = <T extends string | number>(value: T | null | undefined): T | null | undefined =>
  value === undefined ? undefined : value || null

type Expecting = Pick<Context, 'expectedVersion'>

/** Condition of a statement that changes a record in the version that the caller saw, if it says one. */
export const expected = ({ expectedVersion: version }: Expecting) => (version === null ? {} : { version })

export const stale = (what: Text, id: number) =>
  new PanelError('stale', msg`${what} ${id} was changed meanwhile: read it again`)

/** @throws PanelError `stale` when the record is of another version than the caller saw */
export function rejectStale({ expectedVersion }: Expecting, row: { version: number }, what: Text, id: number): void {
  if (expectedVersion !== null && expectedVersion !== row.version) throw stale(what, id)
}

/**
 * Writes the fields of one record, in the version the caller expects, and notes the change.
 * @throws PanelError 404 when it does not exist, 409 `stale` when it was changed meanwhile
 */
export async function writeEdit<Data extends Record<string, unknown>>(
  ctx: Context,
  work: Work,
  table: Versioned<Data>,
  { entity, what, account_id }: Naming,
  id: number,
  data: Data,
): Promise<void> {
  const { count } = await table.updateMany({
    where: { id, ...expected(ctx) },
    data: { ...data, version: { increment: 1 } },
  })
  if (count === 0) {
    if ((await table.count({ where: { id } })) === 0) throw notFound(what, id)
    throw stale(what, id)
  }
  changed(work, { entity, entity_id: id, event: 'update', data, account_id: account_id ?? null })
}

/** Turns the database's word for a name that is taken into ours; every other fault stays what it is. `what`: `A rack`. */
export async function uniqueName<T>(what: Text, name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (!isUniqueViolation(fault, 'name')) throw fault
    throw alreadyExists(msg`${what} named ${name ?? ''} already exists`, 'name')
  }
}

type Counted = (total: number, names: string) => Text
/** What else uses a record, counted and with the first names. */
const users = {
  rack: (n, names) => (n === 1 ? msg`1 rack (${names})` : msg`${n} racks (${names})`),
  server: (n, names) => (n === 1 ? msg`1 server (${names})` : msg`${n} servers (${names})`),
  switch: (n, names) => (n === 1 ? msg`1 switch (${names})` : msg`${n} switches (${names})`),
  pdu: (n, names) => (n === 1 ? msg`1 PDU (${names})` : msg`${n} PDUs (${names})`),
  chassis: (n, names) => (n === 1 ? msg`1 chassis (${names})` : msg`${n} chassis (${names})`),
  port: (n, names) => (n === 1 ? msg`1 port (${names})` : msg`${n} ports (${names})`),
  platform: (n, names) => (n === 1 ? msg`1 platform (${names})` : msg`${n} platforms (${names})`),
  pool: (n, names) => (n === 1 ? msg`1 pool (${names})` : msg`${n} pools (${names})`),
  network: (n, names) => (n === 1 ? msg`1 network (${names})` : msg`${n} networks (${names})`),
  stock_item: (n, names) => (n === 1 ? msg`1 spare (${names})` : msg`${n} spares (${names})`),
} as const satisfies Record<string, Counted>

/** Says by what a record is used, or nothing when it is free: `2 racks (R1, R2)`. */
export async function usedBy(work: Work, by: keyof typeof users, sqlText: string, id: number): Promise<Text | null> {
  const rows = await work.sql<{ name: string; total: number }>(
    `select name, (count(*) over ())::int as total from (${sqlText}) u order by name limit 3`,
    [id],
  )
  const total = rows[0]?.total ?? 0
  if (total === 0) return null
  const names = rows.map(({ name }) => name).join(', ')
  return users[by](total, total > rows.length ? `${names}, …` : names)
}

/** Refuses a deletion while anything is listed. */
export function rejectInUse(what: Text, name: string, users: readonly (Text | null)[]) {
  const words = users.filter((one) => one !== null)
  if (words.length > 0) throw inUse(msg`${what} ${name} is in use by ${joined(words, ' and ')}`)
}

import type { Context } from '../../api/context.ts'
import { isUniqueViolation, type Work } from '../../db/transaction.ts'
import { notFound, PanelError } from '../../domain/shared/errors.ts'
import { changed } from '../../events/changes.ts'

type Where = { where: { id: number; version?: number } }
/** A table of records with a version, as Prisma gives it. */
type Versioned<Data> = {
  updateMany(args: Where & { data: Data & { version: { increment: number } } }): PromiseLike<{ count: number }>
  count(args: Where): PromiseLike<number>
}

/** How a kind of record is called: in events, and in words for people. */
export type Naming = { entity: string; what: string; account_id?: number | null }

/**
 * Writes the fields of one record, in the version the caller expects, and notes the change.
 * @throws PanelError 404 when it does not exist, 409 `stale` when somebody else changed it meanwhile
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
    where: { id, ...(ctx.expectedVersion !== null && { version: ctx.expectedVersion }) },
    data: { ...data, version: { increment: 1 } },
  })
  if (count === 0) {
    if ((await table.count({ where: { id } })) === 0) throw notFound(what, id)
    throw new PanelError('stale', `${what} ${id} was changed meanwhile: read it again`)
  }
  changed(work, { entity, entity_id: id, event: 'update', data, account_id: account_id ?? null })
}

/** Turns the database's word for a name that is taken into ours; every other fault stays what it is. */
export const nameTaken = (fault: unknown, what: string, name: string | undefined) =>
  isUniqueViolation(fault, 'name')
    ? new PanelError('already_exists', `${what} named ${name} exists already`, { value: 'name' })
    : fault

const plural = (word: string) => (word === 'chassis' ? word : `${word}${word.endsWith('ch') ? 'es' : 's'}`)

/** Says by what a record is used, or nothing when it is free: `2 racks (R1, R2)`. */
export async function usedBy(work: Work, words: string, sqlText: string, id: number): Promise<string | null> {
  const rows = await work.sql<{ name: string; total: number }>(
    `select name, (count(*) over ())::int as total from (${sqlText}) u order by name limit 3`,
    [id],
  )
  const total = rows[0]?.total ?? 0
  if (total === 0) return null
  const names = rows.map(({ name }) => name).join(', ')
  return `${total} ${total === 1 ? words : plural(words)} (${names}${total > rows.length ? ', …' : ''})`
}

/** Refuses a deletion while anything is listed. */
export function refuseInUse(what: string, name: string, users: readonly (string | null)[]) {
  const words = users.filter((one) => one !== null)
  if (words.length > 0) throw new PanelError('in_use', `${what} ${name} is in use by ${words.join(' and ')}`)
}

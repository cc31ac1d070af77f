import type { Prisma } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

const MOST_BYTES = 64 * 1024

/** Choices of an account for its screens: theme, density, saved views. */
export async function readPreferences({ actor }: Context): Promise<Record<string, unknown>> {
  const row = await db().prisma.account.findUnique({ where: { id: actor.account_id }, select: { preferences: true } })
  if (!row) throw notFound(msg`User`, actor.account_id)
  return row.preferences as Record<string, unknown>
}

/** Sets the named ones and leaves the others; null takes one away. */
export async function writePreferences(ctx: Context, given: Record<string, unknown>) {
  const { account_id } = ctx.actor
  return ctx.mutate(async (work, note) => {
    Object.assign(note, { entity: 'account', entity_id: account_id, input: { names: Object.keys(given) } })
    const [row] = await work.sql<{ preferences: Record<string, unknown> }>(
      'update account set preferences = (preferences || $2::jsonb) - $3::text[] where id = $1::int returning preferences',
      [account_id, JSON.stringify(given), Object.keys(given).filter((name) => given[name] === null)],
    )
    if (!row) throw notFound(msg`User`, account_id)
    if (JSON.stringify(row.preferences).length > MOST_BYTES)
      throw new PanelError('too_large', msg`The preferences are over 64 KiB together`)
    changed(work, { entity: 'preferences', entity_id: account_id, event: 'update', account_id })
    return row.preferences as Prisma.JsonObject
  })
}

/** Replaces one of the preferences of an account. @param json what it is from now on */
export async function replacePreference(work: Work, account_id: number, name: string, json: string) {
  const rows = await work.sql(
    `update account set preferences = jsonb_set(preferences, array[$2], $3::jsonb) where id = $1::int returning id`,
    [account_id, name, json],
  )
  if (rows.length === 0) throw notFound(msg`User`, account_id)
  changed(work, { entity: 'preferences', entity_id: account_id, event: 'update', account_id })
}

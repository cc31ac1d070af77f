import type { Actor, Context } from '../../../api/context.ts'
import { endSessions } from '../../../auth/sessions.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { notFound, refused } from '../../../domain/shared/errors.ts'
import { plainEmail } from '../../../domain/user/schema.ts'
import { msg } from '../../../shared/text.ts'

const MOST_ID = 2_147_483_647

/** The number in a path that may be a number or something else; null when it is no id. */
export const numericId = (text: string): number | null =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MOST_ID ? Number(text) : null

/**
 * The account that a path names by its number or its e-mail address. Callers other than administrators may name
 * themselves only: any other account answers like an absent one.
 */
export async function namedAccount(actor: Actor, idOrEmail: string): Promise<number> {
  const id = numericId(idOrEmail)
  const where = id ? { id } : { email: plainEmail(idOrEmail).slice(0, 300) }
  const found = await db().prisma.account.findUnique({ where, select: { id: true } })
  if (!found || !(actor.isAdmin || found.id === actor.account_id)) throw notFound(msg`User`, idOrEmail)
  return found.id
}

/** Refuses with the answer for absent accounts unless the account is the actor's own or the actor is an administrator. */
export function ownOrAdmin(actor: Actor, id: number) {
  if (!actor.isAdmin && id !== actor.account_id) throw notFound(msg`User`, id)
}

export type LockedUser = { id: number; email: string; state: string; roles: string[]; version: number }

/** The account's row, locked until the end of the transaction. */
export async function lockUser({ sql }: Work, id: number): Promise<LockedUser> {
  const [found] = await sql<LockedUser>(
    'select id, email, state, roles, version from account where id = $1::int for no key update',
    [id],
  )
  if (!found) throw notFound(msg`User`, id)
  return found
}

/**
 * Refuses to lose the last administrator who can sign in. All administrators' rows are locked in one order, so that two of
 * them who take the other away at the same moment do not both succeed.
 */
export async function keepAnAdministrator({ sql }: Work, without: number) {
  const others = await sql<{ id: number }>(
    `select id from account where '@admin' = any(roles) and (state = 'active' or id = $1::int) order by id for no key update`,
    [without],
  )
  if (others.every(({ id }) => id === without))
    throw refused(msg`This is the last administrator: make another user an administrator first`)
}

/** Ends everything an account is signed in with, long-lived tokens unless they are kept; the caller's own session stays. */
export const endAllSessions = (work: Work, ctx: Context, accountId: number, { keepTokens = false } = {}) =>
  endSessions(work, {
    account_id: accountId,
    id: { not: ctx.actor.session_id },
    ...(keepTokens && { kind: { not: 'token' as const } }),
  })

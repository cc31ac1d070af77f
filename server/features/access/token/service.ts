import type { Context } from '../../../api/context.ts'
import { endedCookies } from '../../../auth/cookie.ts'
import { grantBound } from '../../../auth/grant.ts'
import { createSession, tokenHash } from '../../../auth/sessions.ts'
import { invalidInput, noResources, notFound } from '../../../domain/shared/errors.ts'
import { readDate, writeDate } from '../../../domain/token/date.ts'
import type { TokenAnswer, TokenCreate } from '../../../domain/token/schema.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { confirmIdentity } from '../session/confirm.ts'
import { numericId } from '../user/rules.ts'

/** Long-lived tokens per account. */
const MOST = 100

const tooLate = (bound: Date) =>
  invalidInput(
    msg`expires_at: not later than ${writeDate(bound)}, the end of the token or session that allows this call`,
    'expires_at',
  )

/**
 * Issues a long-lived token of the caller. Its value is answered this once. A browser's session has to prove whose it is again,
 * so that a stolen one is no way to a token; what is bounded issues nothing that outlives it.
 */
export async function createToken(ctx: Context, body: TokenCreate): Promise<TokenAnswer> {
  const expiresAt = body.expires_at ? readDate(body.expires_at) : null
  if (expiresAt && expiresAt <= new Date()) throw invalidInput(msg`expires_at: the date is in the past`, 'expires_at')
  const { account_id, session_kind } = ctx.actor
  if (session_kind === 'session') await confirmIdentity(ctx, body)
  return ctx.mutate(async (work, note) => {
    const grantUntil = await grantBound(work, ctx.actor, 'token')
    if (grantUntil && (!expiresAt || expiresAt > grantUntil)) throw tooLate(grantUntil)
    note.input = { description: body.description, expires_at: body.expires_at }
    const made = await createSession(work, {
      account_id,
      kind: 'token',
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      confirmed: true,
      description: body.description ?? '',
      expiresAt,
      issued: { by: account_id, with: session_kind, grantUntil: expiresAt },
    })
    // Counted after the insert, which holds the lock of the account.
    if ((await work.tx.session.count({ where: { account_id, kind: 'token' } })) > MOST)
      throw noResources(msg`You already have ${MOST} tokens: revoke some that are no longer used`)
    changed(work, { entity: 'token', entity_id: made.id, event: 'create', account_id })
    return { id: String(made.id), token: made.token, confirmed: true, expires_at: expiresAt && writeDate(expiresAt) }
  })
}

/** Signs out, or revokes a token of the caller: ends what is named by its value or its id. */
export async function revokeToken(ctx: Context, tokenOrId: string) {
  const { account_id, confirmed, session_id } = ctx.actor
  const id = numericId(tokenOrId)
  const where = id !== null ? { id } : { token_hash: tokenHash(tokenOrId) as Uint8Array<ArrayBuffer> }
  // A caller who has not given the second factor may end that sign-in, and nothing else.
  const may = (found: number) => confirmed || found === session_id
  await endOne(ctx, account_id, where, id ?? '***', may)
  return {}
}

/** Ends a session or token of an account by its id. */
export async function revokeTokenOf(ctx: Context, accountId: number, id: number) {
  await endOne(ctx, accountId, { id }, id, () => true)
  return {}
}

type Named = { id: number } | { token_hash: Uint8Array<ArrayBuffer> }

const endOne = (ctx: Context, account_id: number, where: Named, name: string | number, may: (id: number) => boolean) =>
  ctx.mutate(async (work, note) => {
    const found = await work.tx.session.findFirst({ where: { ...where, account_id }, select: { id: true } })
    if (!found || !may(found.id)) throw notFound(msg`Token`, name)
    note.entity_id = found.id
    note.input = {}
    await work.tx.session.deleteMany({ where: { id: found.id } })
    changed(work, { entity: 'token', entity_id: found.id, event: 'delete', account_id })
    if (found.id === ctx.actor.session_id) ctx.reply.cookies.push(...endedCookies())
  })

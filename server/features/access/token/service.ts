import type { Context } from '../../../api/context.ts'
import { endedCookies } from '../../../auth/cookie.ts'
import { createSession, tokenHash } from '../../../auth/sessions.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { readDate, writeDate } from '../../../domain/token/date.ts'
import type { TokenAnswer, TokenCreate } from '../../../domain/token/schema.ts'
import { changed } from '../../../events/changes.ts'
import { numericId } from '../user/rules.ts'

/** Long-lived tokens per account. */
const MOST = 100

/** Issues a long-lived token of the caller. Its value is answered this once. */
export async function createToken(ctx: Context, body: TokenCreate): Promise<TokenAnswer> {
  const expiresAt = body.expires_at ? readDate(body.expires_at) : null
  if (expiresAt && expiresAt <= new Date())
    throw new PanelError('invalid_input', 'expires_at: the date has passed already', { value: 'expires_at' })
  const { account_id } = ctx.actor
  return ctx.mutate(async (work, note) => {
    const made = await createSession(work, {
      account_id,
      kind: 'token',
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      confirmed: true,
      description: body.description ?? '',
      expiresAt,
    })
    // Counted after the insert, which holds the lock of the account.
    if ((await work.tx.session.count({ where: { account_id, kind: 'token' } })) > MOST)
      throw new PanelError('no_resources', `You have ${MOST} tokens already: revoke some that are not used any more`)
    Object.assign(note, { entity: 'token', entity_id: made.id })
    changed(work, { entity: 'token', entity_id: made.id, event: 'create', account_id })
    return { id: String(made.id), token: made.token, confirmed: true, expires_at: expiresAt && writeDate(expiresAt) }
  })
}

/** Signs out, or revokes a token of the caller: ends what is named by its value or its id. */
export async function revokeToken(ctx: Context, tokenOrId: string) {
  const { account_id, confirmed, session_id } = ctx.actor
  const id = numericId(tokenOrId)
  const where = id !== null ? { id } : { token_hash: tokenHash(tokenOrId) as Uint8Array<ArrayBuffer> }
  await ctx.mutate(async (work, note) => {
    const found = await work.tx.session.findFirst({ where: { ...where, account_id }, select: { id: true } })
    // Who still owes the second factor may leave, and nothing else.
    if (!found || (!confirmed && found.id !== session_id)) throw notFound('Token', id ?? '***')
    Object.assign(note, { entity: 'token', entity_id: found.id, input: {} })
    await work.tx.session.deleteMany({ where: { id: found.id } })
    changed(work, { entity: 'token', entity_id: found.id, event: 'delete', account_id })
    if (found.id === session_id) ctx.reply.cookies.push(...endedCookies())
  })
  return {}
}

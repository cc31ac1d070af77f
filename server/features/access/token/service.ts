import type { Actor, Context } from '../../../api/context.ts'
import { sessionCookie } from '../../../auth/cookie.ts'
import { passwordMatches } from '../../../auth/password.ts'
import { createSession, mayComeFrom, tokenHash } from '../../../auth/sessions.ts'
import { db } from '../../../db/pool.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import type { TokenAnswer } from '../../../domain/token/schema.ts'
import { panelSettings } from '../../../settings.ts'

const refusal = () => new PanelError('forbidden', 'The e-mail address or the password is wrong')

/** Signs in with e-mail and password. Unknown address, wrong password, suspended account and a forbidden network answer alike. */
export async function signInWithPassword(
  ctx: Context<Actor | null>,
  input: { email: string; password: string },
): Promise<TokenAnswer> {
  const account = await db().prisma.account.findUnique({ where: { email: input.email.trim().toLowerCase() } })
  const matches = await passwordMatches(account?.password_hash, input.password)
  if (!account || !matches || account.state !== 'active') throw refusal()
  const { rows } = await db().pool.query<{ allowed: string[] | null }>(
    `select array_agg(item) as allowed from access_list_member m join access_list l on l.id = m.access_list_id, unnest(l.ip_list) item
      where m.account_id = $1`,
    [account.id],
  )
  if (!mayComeFrom(rows[0]?.allowed ?? null, ctx.ip)) throw refusal()
  return openSession(ctx, account)
}

/** Makes the session of an account that has shown who it is, and the cookie for browsers. */
export async function openSession(
  ctx: Context<Actor | null>,
  account: { id: number; totp_enabled: boolean },
): Promise<TokenAnswer> {
  const session = await ctx.mutate(async (work, note) => {
    const made = await createSession(work, {
      account_id: account.id,
      kind: 'session',
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      confirmed: !account.totp_enabled,
      idleSeconds: panelSettings().sessionIdleSeconds,
    })
    await work.tx.account.update({ where: { id: account.id }, data: { last_sign_in_at: new Date() } })
    Object.assign(note, { entity: 'session', entity_id: made.id, account_id: account.id, input: {} })
    return made
  })
  ctx.reply.cookies.push(sessionCookie(session.token))
  return { id: String(account.id), token: session.token, confirmed: !account.totp_enabled, expires_at: null }
}

/** Ends one of the caller's sessions, named by its token value or by its id. */
export async function signOut(ctx: Context, tokenOrId: string) {
  const byId = /^\d{1,9}$/.test(tokenOrId)
  const where = byId ? { id: Number(tokenOrId) } : { token_hash: tokenHash(tokenOrId) as Uint8Array<ArrayBuffer> }
  await ctx.mutate(async (work, note) => {
    const found = await work.tx.session.findFirst({
      where: { ...where, account_id: ctx.actor.account_id },
      select: { id: true },
    })
    if (!found) throw notFound('Token', byId ? tokenOrId : '***')
    note.entity_id = found.id
    note.input = {}
    await work.tx.session.delete({ where: { id: found.id } })
  })
  return {}
}

import type { Actor, Context } from '../../../api/context.ts'
import { accountMayComeFrom } from '../../../auth/access-lists.ts'
import { sessionCookies } from '../../../auth/cookie.ts'
import { deviceCookies } from '../../../auth/device.ts'
import { takeKey } from '../../../auth/keys.ts'
import { createSession, type Issued, type SessionKind } from '../../../auth/sessions.ts'
import { rememberNetwork, verifyCode, verifyPassword } from '../../../auth/sign-in.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { forbidden, PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { ownPath } from '../../../domain/shared/own-path.ts'
import { writeDate } from '../../../domain/token/date.ts'
import type { SessionRecord, TokenAnswer } from '../../../domain/token/schema.ts'
import { msg } from '../../../shared/text.ts'

type AnyContext = Context<Actor | null>
type Opening = { kind: Exclude<SessionKind, 'token'>; confirmed: boolean; issued: Issued }

/** Signs in with e-mail and password. A session for which the second factor is owed is good for nothing else. */
export async function signInWithPassword(
  ctx: AnyContext,
  given: { email: string; password: string },
  kind: Opening['kind'] = 'rest',
): Promise<TokenAnswer> {
  const account = await verifyPassword({ ...given, from: ctx })
  return ctx.mutate(async (work, note) => {
    note.input = {}
    const issued = { by: account.id, with: 'password', grantUntil: null } as const
    return openSession(ctx, work, note, account.id, { kind, confirmed: !account.totp_enabled, issued })
  })
}

/** Gives the second factor. The session that owed it ends and a new one begins, with a token of its own. */
export async function confirmSession(ctx: Context, code: string): Promise<TokenAnswer> {
  const { actor } = ctx
  if (actor.confirmed) throw wrongState(msg`No two-factor code is required: you are already signed in`)
  await verifyCode({ account_id: actor.account_id, code, from: ctx })
  return ctx.mutate(async (work, note) => {
    note.input = {}
    const [before] = await work.sql<{ by: number; with: Issued['with']; grantUntil: Date | null }>(
      `delete from session where id = $1::int
         returning coalesce(issuer_id, account_id) as by, issued_with as with, grant_until as "grantUntil"`,
      [actor.session_id],
    )
    if (!before) throw new PanelError('signed_out', msg`Please sign in again`)
    const kind = actor.session_kind === 'session' ? 'session' : 'rest'
    return openSession(ctx, work, note, actor.account_id, { kind, confirmed: true, issued: before })
  })
}

/** Signs in as the owner of a one-time key, independent of the caller; the key is used up. */
export async function signInWithKey(
  ctx: AnyContext,
  key: string,
  kind: Opening['kind'] = 'rest',
): Promise<TokenAnswer> {
  return ctx.mutate(async (work, note) => {
    const error = forbidden(msg`The key is not valid: it was already used, or it is over 10 minutes old`)
    const taken = await takeKey(work, key)
    if (!taken || !(await accountMayComeFrom(work, taken.account_id, ctx.ip))) throw error
    note.input = {}
    const confirmed = taken.confirmed || !taken.totp_enabled
    const issued = { by: taken.issuer_id ?? taken.account_id, with: 'key', grantUntil: taken.grant_until } as const
    return openSession(ctx, work, note, taken.account_id, { kind, confirmed, issued })
  })
}

/** The same for a browser that was sent here by another system: sets the cookie and leads to a page of the panel. */
export async function enterWithKey(ctx: AnyContext, key: string, redirect: string | undefined) {
  const { confirmed } = await signInWithKey(ctx, key, 'session')
  const page = ownPath(redirect) ?? '/'
  ctx.reply.redirect = confirmed ? page : `/sign-in?next=${encodeURIComponent(page)}`
  return {}
}

async function openSession(
  ctx: AnyContext,
  work: Work,
  note: { entity?: string; entity_id?: number; account_id?: number },
  accountId: number,
  { kind, confirmed, issued }: Opening,
): Promise<TokenAnswer> {
  const { ip, userAgent } = ctx
  const made = await createSession(work, { account_id: accountId, kind, ip, userAgent, confirmed, issued })
  if (confirmed) {
    await work.tx.account.update({ where: { id: accountId }, data: { last_sign_in_at: new Date() } })
    await rememberNetwork(work, accountId, ip)
  }
  Object.assign(note, { entity: 'session', entity_id: made.id, account_id: accountId })
  ctx.reply.cookies.push(...sessionCookies(made.token))
  if (confirmed && kind === 'session') ctx.reply.cookies.push(...(await deviceCookies(work.tx, accountId)))
  return { id: String(made.id), token: made.token, confirmed, expires_at: null }
}

/** The session of the caller. */
export async function readSession({ actor }: Context): Promise<SessionRecord> {
  const row = await db().prisma.session.findUnique({ where: { id: actor.session_id } })
  if (!row) throw new PanelError('signed_out', msg`Please sign in`)
  return {
    id: String(row.id),
    user: row.account_id,
    kind: row.kind as SessionKind,
    expires_at: row.expires_at && writeDate(row.expires_at),
    ip: row.ip,
    created_at: row.created_at.toISOString(),
  }
}

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Actor, Role } from '../api/context.ts'
import { db } from '../db/pool.ts'
import type { Work } from '../db/transaction.ts'
import { isWithin } from './client-address.ts'

/** Absolute end of a session of the panel or of REST, whatever its use. */
const ABSOLUTE_HOURS = 12
/** `seen_at` is written at most this often, so that reads stay reads. */
const TOUCH_SECONDS = 30

export type NewSession = {
  account_id: number
  kind: 'session' | 'token'
  ip: string
  userAgent: string
  /** False while the second factor is owed. */
  confirmed: boolean
  description?: string
  /** Long-lived tokens only; null means no end. */
  expiresAt?: Date | null
  idleSeconds: number
}

export type Session = { id: number; token: string; xsrf: string; expires_at: Date | null }

export const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** Makes a session and its opaque token (`<account>-<uuid>`), which nobody can read back later. */
export async function createSession(work: Work, s: NewSession): Promise<Session> {
  const token = `${s.account_id}-${randomUUID()}`
  const xsrf = randomBytes(18).toString('base64url')
  const expires_at = s.kind === 'token' ? (s.expiresAt ?? null) : new Date(Date.now() + ABSOLUTE_HOURS * 3600_000)
  const { id } = await work.tx.session.create({
    data: {
      account_id: s.account_id,
      kind: s.kind,
      token_hash: tokenHash(token),
      xsrf,
      confirmed: s.confirmed,
      description: s.description ?? '',
      ip: s.ip,
      user_agent: s.userAgent.slice(0, 300),
      expires_at,
      idle_seconds: s.kind === 'token' ? null : s.idleSeconds,
    },
    select: { id: true },
  })
  return { id, token, xsrf, expires_at }
}

type Row = {
  id: number
  account_id: number
  kind: 'session' | 'token'
  confirmed: boolean
  xsrf: string
  stale: boolean
  email: string
  roles: Role[]
  lang: string
  allowed: string[] | null
}

const FIND = `select s.id, s.account_id, s.kind, s.confirmed, s.xsrf, s.seen_at < now() - interval '${TOUCH_SECONDS} seconds' as stale,
    a.email, a.roles, a.lang,
    (select array_agg(item) from access_list_member m join access_list l on l.id = m.access_list_id, unnest(l.ip_list) item where m.account_id = a.id) as allowed
  from session s join account a on a.id = s.account_id
  where s.token_hash = $1 and a.state = 'active' and (s.expires_at is null or s.expires_at > now())
    and (s.idle_seconds is null or s.seen_at > now() - make_interval(secs => s.idle_seconds))`

/** The live session of a token, or null: unknown, expired, suspended owner, or an address outside the owner's access lists. */
export async function findSession(token: string, ip: string): Promise<{ actor: Actor; xsrf: string } | null> {
  if (token.length > 200) return null
  const { rows } = await db().pool.query<Row>({ name: 'session', text: FIND, values: [tokenHash(token)] })
  const row = rows[0]
  if (!row || !mayComeFrom(row.allowed, ip)) return null
  if (row.stale)
    void db()
      .pool.query('update session set seen_at = now() where id = $1', [row.id])
      .catch(() => {})
  return {
    xsrf: row.xsrf,
    actor: {
      account_id: row.account_id,
      email: row.email,
      roles: row.roles,
      isAdmin: row.roles.includes('@admin'),
      lang: row.lang,
      session_id: row.id,
      session_kind: row.kind,
      confirmed: row.confirmed,
    },
  }
}

/** A member of access lists may come from an address of any of them; a user in no list from anywhere. */
export const mayComeFrom = (allowed: string[] | null, ip: string) => allowed === null || isWithin(ip, allowed)

/** Ends sessions; the trigger of the table tells every process, which closes sockets and consoles. */
export async function endSessions(
  work: Work,
  where: { id?: number; account_id?: number; token_hash?: Uint8Array<ArrayBuffer> },
) {
  return work.tx.session.deleteMany({ where })
}

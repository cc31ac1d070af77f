import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Actor, Role } from '../api/context.ts'
import { db } from '../db/pool.ts'
import type { Work } from '../db/transaction.ts'
import { forbidden } from '../domain/shared/errors.ts'
import { singleFlight } from '../shared/single-flight.ts'
import { msg } from '../shared/text.ts'
import { allowedSql, mayComeFrom } from './access-lists.ts'
import { readAccessSetting } from './settings.ts'

/** `session`: with a browser; `rest`: with the API, where programs sign in again and again; `token`: long-lived. */
export type SessionKind = 'session' | 'rest' | 'token'

/** Live ones per account; the oldest ends when one more begins. */
const MOST = { session: 10, rest: 100, pending: 5 }
/** Time for the second factor. */
const OWING_SECONDS = 600
/** `seen_at` is written at most this often, so that reads stay reads. */
const TOUCH_SECONDS = 30
/** Addresses remembered per session. */
const MOST_ADDRESSES = 50

export type NewSession = {
  account_id: number
  kind: SessionKind
  ip: string
  userAgent: string
  /** False while the second factor is owed. */
  confirmed: boolean
  description?: string
  /** Long-lived tokens only; null means no end. */
  expiresAt?: Date | null
  issued: Issued
}

/** Who issued a session and with what, and the end that nothing issued by it may pass; null means no bound. */
export type Issued = { by: number; with: 'password' | 'key' | SessionKind; grantUntil: Date | null }

export type Session = { id: number; token: string; xsrf: string; expires_at: Date | null }

export const tokenHash = (token: string) => hash('sha256', token, 'buffer')

/**
 * Makes a session and its opaque token (`<account>-<uuid>`), which cannot be read back later. Fails when the account
 * was suspended or removed meanwhile: the account's row is locked, so that parallel sign-ins cannot exceed the bounds.
 */
export async function createSession(work: Work, s: NewSession): Promise<Session> {
  const locked = await work.sql(`select id from account where id = $1::int and state = 'active' for no key update`, [
    s.account_id,
  ])
  if (locked.length === 0) throw forbidden(msg`This account cannot sign in`)
  const token = `${s.account_id}-${randomUUID()}`
  const xsrf = randomBytes(18).toString('base64url')
  const expires_at = await endOf(work, s)
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
      issuer_id: s.issued.by,
      issued_with: s.issued.with,
      grant_until: s.issued.grantUntil,
      idle_seconds: s.kind === 'token' ? null : await readAccessSetting('token_ttl', work.tx),
    },
    select: { id: true },
  })
  if (s.kind !== 'token') await endOldest(work, s)
  return { id, token, xsrf, expires_at }
}

async function endOf({ tx }: Work, s: NewSession): Promise<Date | null> {
  if (s.kind === 'token') return s.expiresAt ?? null
  const seconds = s.confirmed ? await readAccessSetting('session_max_age', tx) : OWING_SECONDS
  const end = Date.now() + seconds * 1000
  return new Date(Math.min(end, s.issued.grantUntil?.getTime() ?? end))
}

const endOldest = (work: Work, s: NewSession) =>
  work.sql(
    `delete from session where id in (select id from session where account_id = $1::int and kind <> 'token' and confirmed = $2
       and (not confirmed or kind = $3) order by id desc offset $4::int) returning id`,
    [s.account_id, s.confirmed, s.kind, s.confirmed ? MOST[s.kind as 'session' | 'rest'] : MOST.pending],
  )

type Row = {
  id: number
  account_id: number
  kind: SessionKind
  confirmed: boolean
  xsrf: string
  stale: boolean
  moved: boolean
  email: string
  roles: Role[]
  lang: string
  allowed: string[] | null
}

const find = (
  condition: string,
) => `select s.id, s.account_id, s.kind, s.confirmed, s.xsrf, s.seen_at < now() - interval '${TOUCH_SECONDS} seconds' as stale,
    host(s.ip) <> $2 and not $2 = any(s.addresses) as moved, a.email, a.roles, a.lang, ${allowedSql('a.id')} as allowed
  from session s join account a on a.id = s.account_id
  where ${condition} = $1 and a.state = 'active' and (s.expires_at is null or s.expires_at > now())
    and (s.idle_seconds is null or s.seen_at > now() - make_interval(secs => s.idle_seconds))`

const TOUCH = `update session set seen_at = now(), last_ip = ($2::text)::inet, addresses = case when host(ip) = $2::text or $2::text = any(addresses) then addresses
    else (array_append(addresses, $2::text))[greatest(1, cardinality(addresses) + 2 - ${MOST_ADDRESSES}):] end where id = $1`

const BY_TOKEN = find('s.token_hash')
const BY_ID = find('s.id')

async function findRow(name: string, text: string, value: unknown, ip: string): Promise<Row | null> {
  const { pool } = db()
  const { rows } = await pool.query<Row>({ name, text, values: [value, ip] })
  const row = rows[0]
  if (!row || !mayComeFrom(row.allowed, ip)) return null
  // A new address has to be known before anything is opened from it; a newer date can wait.
  if (row.moved) await pool.query(TOUCH, [row.id, ip])
  else if (row.stale) void pool.query(TOUCH, [row.id, ip]).catch(() => {})
  return row
}

const rowsOfTokens = singleFlight<Row | null>()

/** The live session of a token, or null: unknown, expired, suspended owner, or an address outside the owner's access lists. */
export async function findSession(token: string, ip: string): Promise<{ actor: Actor; xsrf: string } | null> {
  if (token.length > 200) return null
  // Pages and programs call several operations at once.
  const row = await rowsOfTokens(`${ip} ${token}`, () => findRow('session', BY_TOKEN, tokenHash(token), ip))
  return row && { xsrf: row.xsrf, actor: actorOf(row) }
}

const actorOf = (row: Row): Actor => ({
  account_id: row.account_id,
  email: row.email,
  roles: row.roles,
  isAdmin: row.roles.includes('@admin'),
  lang: row.lang,
  session_id: row.id,
  session_kind: row.kind,
  confirmed: row.confirmed,
})

/**
 * Whether something that belongs to a session (a console's ticket) may be used from an address: the session is live and its
 * owner's access lists allow it. From then on the address counts as one the session is used from.
 */
export async function sessionMayBeUsed(sessionId: number, ip: string): Promise<boolean> {
  const row = await findRow('session-by-id', BY_ID, sessionId, ip)
  return row?.confirmed ?? false
}

/**
 * Whether what a session holds open may stay open: the session is live and its owner may come from this address. Unlike a use
 * it does not prolong the session.
 */
export const sessionHolds = async (sessionId: number, ip: string) => (await heldActor(sessionId, ip)) !== null

/** The same, answering whose session it is; null when it does not hold. */
export async function heldActor(sessionId: number, ip: string): Promise<Actor | null> {
  const { rows } = await db().pool.query<Row>({ name: 'session-by-id', text: BY_ID, values: [sessionId, ip] })
  const row = rows[0]
  return row?.confirmed === true && mayComeFrom(row.allowed, ip) ? actorOf(row) : null
}

/** Ends sessions; the trigger of the table tells every process, which closes sockets and consoles. */
export async function endSessions(
  work: Work,
  where: { id?: number | { not: number }; account_id?: number; kind?: SessionKind | { not: SessionKind } },
) {
  return work.tx.session.deleteMany({ where })
}

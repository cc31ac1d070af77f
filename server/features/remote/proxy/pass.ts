import { createHash, randomBytes } from 'node:crypto'
import { db } from '../../../db/pool.ts'
import type { Sql } from '../../../db/transaction.ts'

const PATTERN = /^[A-Za-z0-9_-]{43}$/
const hash = (token: string) => createHash('sha256').update(token).digest()
const TICKET_SECONDS = 30

/** A ticket for one sign-in and one session, good once. Only its hash is stored. */
export async function makeTicket(sql: Sql, proxy_session_id: number, session_id: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql("delete from proxy_pass where kind = 'ticket' and expires_at < now() returning 1 as gone")
  await sql(
    `insert into proxy_pass (token_hash, kind, proxy_session_id, session_id, expires_at)
     values ($1, 'ticket', $2::int, $3::int, now() + interval '${TICKET_SECONDS} seconds') returning session_id`,
    [hash(token), proxy_session_id, session_id],
  )
  return token
}

/** For whom a ticket of this session was made, without using it up. */
export async function readTicket(token: string, proxy_session_id: number): Promise<number | null> {
  if (!PATTERN.test(token)) return null
  const { rows } = await db().pool.query<{ session_id: number }>(
    `select session_id from proxy_pass where token_hash = $1 and kind = 'ticket' and proxy_session_id = $2 and expires_at > now()`,
    [hash(token), proxy_session_id],
  )
  return rows[0]?.session_id ?? null
}

/** Uses a ticket up. Answers for whom it was made; null when there is none such for this session. */
export async function redeemTicket(token: string, proxy_session_id: number): Promise<number | null> {
  if (!PATTERN.test(token)) return null
  const { rows } = await db().pool.query<{ session_id: number; live: boolean }>(
    `delete from proxy_pass where token_hash = $1 and kind = 'ticket' and proxy_session_id = $2
     returning session_id, expires_at > now() as live`,
    [hash(token), proxy_session_id],
  )
  return rows[0]?.live ? rows[0].session_id : null
}

/** The value of the port's cookie for a sign-in; it ends with either. */
export async function makeCookie(proxy_session_id: number, session_id: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db().pool.query(
    `insert into proxy_pass (token_hash, kind, proxy_session_id, session_id, expires_at)
     select $1, 'cookie', p.id, $3, p.expires_at from proxy_session p where p.id = $2`,
    [hash(token), proxy_session_id, session_id],
  )
  return token
}

/** The sign-in that a port's cookie was given to. */
export async function readCookie(token: string, proxy_session_id: number): Promise<number | null> {
  if (!PATTERN.test(token)) return null
  const { rows } = await db().pool.query<{ session_id: number }>({
    name: 'proxy-cookie',
    text: `select session_id from proxy_pass where token_hash = $1 and kind = 'cookie' and proxy_session_id = $2 and expires_at > now()`,
    values: [hash(token), proxy_session_id],
  })
  return rows[0]?.session_id ?? null
}

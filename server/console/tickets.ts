import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'

export type ConsoleKind = 'vnc' | 'serial'
export type ConsoleMode = 'control' | 'view'

/** Who may open which console, how. Decided when the ticket is made, carried by it unchanged. */
export type ConsoleGrant = {
  kind: ConsoleKind
  mode: ConsoleMode
  host_id: number
  account_id: number
  /** The sign-in it belongs to; null for tokens and keys, which have none. */
  session_id: number | null
}

/** What both a pool and a client inside a transaction can do. */
export type Queryable = Pick<Pool, 'query'>

export const TICKET_SECONDS = 30

const tokenPattern = /^[A-Za-z0-9_-]{43}$/
const hash = (token: string) => createHash('sha256').update(token).digest()

/**
 * Makes a ticket that opens one console once, within {@link TICKET_SECONDS}. Only its hash is stored. Call it in the
 * transaction that writes the audit record.
 * @returns the token for the browser; it appears nowhere else
 */
export async function createTicket(db: Queryable, grant: ConsoleGrant): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.query('DELETE FROM console_ticket WHERE expires_at < now()')
  await db.query(
    `INSERT INTO console_ticket (token_hash, kind, mode, host_id, account_id, session_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [hash(token), grant.kind, grant.mode, grant.host_id, grant.account_id, grant.session_id, TICKET_SECONDS],
  )
  return token
}

/** Uses a ticket up: the first caller gets the grant, everybody else, and whoever comes too late, gets null. */
export async function consumeTicket(db: Queryable, token: string): Promise<ConsoleGrant | null> {
  if (!tokenPattern.test(token)) return null
  const { rows } = await db.query<ConsoleGrant & { live: boolean }>(
    `DELETE FROM console_ticket WHERE token_hash = $1
     RETURNING kind, mode, host_id, account_id, session_id, expires_at > now() AS live`,
    [hash(token)],
  )
  const row = rows[0]
  if (!row?.live) return null
  const { live: _, ...grant } = row
  return grant
}

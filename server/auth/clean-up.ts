import { db } from '../db/pool.ts'
import { KNOWN_NETWORK_DAYS } from './back-off.ts'

/**
 * Ends the sessions whose time is over. They are refused without it; this closes the streams and consoles they still hold open,
 * so it should run every minute.
 */
export async function endExpiredSessions(): Promise<number> {
  const { rowCount } = await db().pool.query(
    `delete from session where expires_at <= now() or seen_at <= now() - make_interval(secs => idle_seconds)`,
  )
  return rowCount ?? 0
}

/** Removes what has run out: sessions, one-time keys, console tickets, failures, old networks, kept answers. Once an hour. */
export async function cleanUpAccess(): Promise<void> {
  await endExpiredSessions()
  const { pool } = db()
  await pool.query('delete from sign_in_key where expires_at <= now()')
  await pool.query('delete from console_ticket where expires_at <= now()')
  await pool.query(`delete from sign_in_failure where last_at < now() - interval '1 hour'`)
  await pool.query('delete from known_network where seen_at < now() - make_interval(days => $1)', [KNOWN_NETWORK_DAYS])
  await pool.query(`delete from idempotency where created_at < now() - interval '24 hours'`)
}

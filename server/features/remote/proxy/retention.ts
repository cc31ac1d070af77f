import { db } from '../../../db/pool.ts'

/** Closed sessions are kept this long: they say which port a controller had and which ports rest. */
const KEPT_DAYS = 30

export async function forgetOldSessions(): Promise<void> {
  const { pool } = db()
  await pool.query('delete from proxy_pass where expires_at <= now()')
  await pool.query('delete from proxy_session where closed_at < now() - make_interval(days => $1)', [KEPT_DAYS])
}

import { createHash } from 'node:crypto'
import type { Sql } from '../../db/transaction.ts'
import type { ConsoleGrant } from '../tickets.ts'

/** Connections that a program may open in one session. It makes one for each channel, about a dozen in all. */
export const MOST_CHANNELS = 32
/** The process that has the first connection says this often that the session lives; one that is silent for three times as long is dead. */
export const BEAT_MS = 10_000

const tokenPattern = /^[A-Za-z0-9_-]{43}$/
const hash = (token: string) => createHash('sha256').update(token).digest()
/** What processes call a session among themselves. */
export const sessionKey = (token: string): string => hash(token).toString('hex')

const GRANT = 'host_id as object_id, account_id, session_id'
const LIVES = `beat_at > now() - interval '${(3 * BEAT_MS) / 1000} seconds'`

type Row = Pick<ConsoleGrant, 'object_id' | 'account_id' | 'session_id'>
const grantOf = (row: Row | undefined): ConsoleGrant | null =>
  row ? { kind: 'spice', mode: 'control', object: 'host', ...row, take_over: false, record: false } : null

/** What a ticket, or the session it has opened, is for; null when there is none such. Uses nothing up. */
export async function readSpice(sql: Sql, token: string): Promise<ConsoleGrant | null> {
  if (!tokenPattern.test(token)) return null
  const [row] = await sql<Row>(
    `select ${GRANT} from console_ticket where token_hash = $1 and kind = 'spice' and expires_at > now()
     union all select ${GRANT} from spice_session where token_hash = $1 and ${LIVES}`,
    [hash(token)],
  )
  return grantOf(row)
}

/** Uses a ticket up and begins its session; null when it was used already, or is too old. */
export async function beginSpice(sql: Sql, token: string): Promise<ConsoleGrant | null> {
  await sql(`delete from spice_session where not (${LIVES})`)
  const [row] = await sql<Row>(
    `with ticket as (delete from console_ticket where token_hash = $1 and kind = 'spice' returning *)
     insert into spice_session (token_hash, host_id, account_id, session_id)
     select token_hash, host_id, account_id, session_id from ticket where expires_at > now() returning ${GRANT}`,
    [hash(token)],
  )
  return grantOf(row)
}

/** One more connection of a session that lives; null when there is none, or it has as many as it may. */
export async function joinSpice(sql: Sql, token: string): Promise<ConsoleGrant | null> {
  const [row] = await sql<Row>(
    `update spice_session set opened = opened + 1 where token_hash = $1 and opened < ${MOST_CHANNELS} and ${LIVES} returning ${GRANT}`,
    [hash(token)],
  )
  return grantOf(row)
}

/** Renews the session. */
export const beatSpice = (sql: Sql, token: string) =>
  sql('update spice_session set beat_at = now() where token_hash = $1', [hash(token)])

export const endSpice = (sql: Sql, token: string) =>
  sql('delete from spice_session where token_hash = $1', [hash(token)])

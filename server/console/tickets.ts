import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../db/transaction.ts'

/** `spice`: for a program of the person, which comes through the panel as a proxy. */
export type ConsoleKind = 'vnc' | 'serial' | 'sol' | 'spice'
export type ConsoleMode = 'control' | 'view'
/** What has consoles: a virtual machine, or a server by its management controller. */
export type ConsoleObject = 'host' | 'server'

/** Who may open which console, how. Decided when the ticket is made, carried by it unchanged. */
export type ConsoleGrant = {
  kind: ConsoleKind
  mode: ConsoleMode
  object: ConsoleObject
  object_id: number
  account_id: number
  /** The sign-in it belongs to; null for tokens and keys, which have none. */
  session_id: number | null
  /** End the console that a client outside of the panel has. */
  take_over: boolean
  /** It is recorded, and its holder has been informed. */
  record: boolean
}

export const TICKET_SECONDS = 30
/** A file has to be saved and opened by a person first. */
export const SPICE_TICKET_SECONDS = 120

const tokenPattern = /^[A-Za-z0-9_-]{43}$/
const hash = (token: string) => createHash('sha256').update(token).digest()

/**
 * Makes a ticket that opens one console once, within {@link TICKET_SECONDS}, or {@link SPICE_TICKET_SECONDS}. Only its hash is stored. Pass the `sql` of the
 * transaction that writes the audit record.
 * @returns the token for the browser; it appears nowhere else
 */
export async function createTicket(sql: Sql, grant: ConsoleGrant): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const seconds = grant.kind === 'spice' ? SPICE_TICKET_SECONDS : TICKET_SECONDS
  await sql('delete from console_ticket where expires_at < now()')
  const of = (object: ConsoleObject) => (grant.object === object ? grant.object_id : null)
  await sql(
    `insert into console_ticket (token_hash, kind, mode, host_id, server_id, account_id, session_id, take_over, record,
                                 expires_at)
     values ($1, $2, $3, $4::int, $5::int, $6, $7, $8, $9, now() + interval '${seconds} seconds')`,
    [
      ...[hash(token), grant.kind, grant.mode, of('host'), of('server')],
      ...[grant.account_id, grant.session_id, grant.take_over, grant.record],
    ],
  )
  return token
}

const GRANT = `kind, mode, case when host_id is null then 'server' else 'host' end as object,
  coalesce(host_id, server_id) as object_id, account_id, session_id, take_over, record, expires_at > now() as live`

/** What a ticket is for, without using it up; null for one that is unknown, used or too old. */
export const readTicket = (sql: Sql, token: string): Promise<ConsoleGrant | null> =>
  grantOf(sql, `select ${GRANT} from console_ticket where token_hash = $1 and kind <> 'spice'`, token)

/** Uses a ticket up: the first caller gets the grant; others, and those that come too late, get null. */
export const consumeTicket = (sql: Sql, token: string): Promise<ConsoleGrant | null> =>
  grantOf(sql, `delete from console_ticket where token_hash = $1 and kind <> 'spice' returning ${GRANT}`, token)

async function grantOf(sql: Sql, text: string, token: string): Promise<ConsoleGrant | null> {
  if (!tokenPattern.test(token)) return null
  const [row] = await sql<ConsoleGrant & { live: boolean }>(text, [hash(token)])
  if (!row?.live) return null
  const { live: _, ...grant } = row
  return grant
}

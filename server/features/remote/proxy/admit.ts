import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Actor } from '../../../api/context.ts'
import { readAllCookies } from '../../../auth/authenticate.ts'
import { requestAddress } from '../../../auth/client-address.ts'
import { sessionToken } from '../../../auth/session-token.ts'
import { findSession, heldActor, sessionMayBeUsed } from '../../../auth/sessions.ts'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { Admitted } from '../../../proxy/port.ts'
import { panelSettings } from '../../../settings.ts'
import { checkAccess, type LiveSession, sessionById } from './access.ts'
import { makeCookie, readCookie, redeemTicket } from './pass.ts'
import { openWeb, webPlace } from './web-link.ts'

export type Door = {
  /** The session. */
  id: number
  port: number
  secure: boolean
  /** The panel's own port. */
  panelPort: number
  /** Sign-ins whose entrance is in the audit already. */
  known: Set<number>
}

const cookieName = ({ port, secure }: Door) => `${secure ? '__Host-Http-' : ''}datahall-${port}`
const addressOf = (req: IncomingMessage) => requestAddress(req, panelSettings().trustedProxies)
const signedOut = () => new PanelError('signed_out', 'Please sign in')

/** Decides about one request: who it is, by the port's cookie or the panel's, and whether he may. */
export async function admit(door: Door, req: IncomingMessage): Promise<Admitted> {
  const ip = addressOf(req)
  const actor = await whoIs(door, req, ip)
  const session = checkAccess(await sessionById(door.id), actor, door.port)
  if (!door.known.has(actor.session_id)) {
    door.known.add(actor.session_id)
    await noteEntrance(session, actor, ip)
  }
  const place = webPlace(session)
  return {
    session_id: actor.session_id,
    ip,
    leadTo: session.proxy_type === 'console' ? `${panelOrigin(door, req)}/servers/${session.server_id}/console` : null,
    upstream: {
      key: [session.ip, place.port, session.web_identity].join(' '),
      place,
      connect: async (signal) => openWeb((await sessionById(door.id)) ?? session, signal),
    },
  }
}

async function whoIs(door: Door, req: IncomingMessage, ip: string): Promise<Actor> {
  const ours = readAllCookies(req.headers.cookie).get(cookieName(door)) ?? []
  for (const token of new Set(ours.slice(0, 4))) {
    const session_id = await readCookie(token, door.id)
    if (session_id === null) continue
    // A page that asks by itself all the time must not keep its reader signed in; what he does himself counts.
    const active = (req.method !== 'GET' && req.method !== 'HEAD') || req.headers['sec-fetch-user'] === '?1'
    if (active) await sessionMayBeUsed(session_id, ip)
    const actor = await heldActor(session_id, ip)
    if (actor) return actor
  }
  const browser = req.headers['sec-fetch-site'] !== undefined
  const token = sessionToken(req.headers.cookie, browser)
  const found = token ? await findSession(token, ip) : null
  if (!found?.actor.confirmed) throw signedOut()
  return found.actor
}

/** Changes a ticket for the port's cookie. A browser that is signed in as somebody else is not led into his session. */
export async function enter(door: Door, ticket: string, req: IncomingMessage): Promise<string> {
  const ip = addressOf(req)
  const session_id = await redeemTicket(ticket, door.id)
  const actor = session_id !== null && (await sessionMayBeUsed(session_id, ip)) ? await heldActor(session_id, ip) : null
  if (!actor) throw signedOut()
  const token = sessionToken(req.headers.cookie, req.headers['sec-fetch-site'] !== undefined)
  const other = token ? await findSession(token, ip) : null
  if (other && other.actor.session_id !== actor.session_id) throw signedOut()
  checkAccess(await sessionById(door.id), actor, door.port)
  const value = await makeCookie(door.id, actor.session_id)
  return `${cookieName(door)}=${value}; Path=/; HttpOnly; SameSite=Strict${door.secure ? '; Secure' : ''}`
}

/** Whether somebody who has something open here may keep it. */
export async function holds(door: Door, session_id: number, ip: string): Promise<boolean> {
  const [actor, session] = [await heldActor(session_id, ip), await sessionById(door.id)]
  try {
    return actor !== null && checkAccess(session, actor, door.port) !== null
  } catch {
    return false
  }
}

function noteEntrance({ ipmi_id, listen_web_port }: LiveSession, actor: Actor, ip: string) {
  const record = {
    account_id: actor.account_id,
    session_id: actor.session_id,
    ip,
    operation: 'ENTER /ipmiproxy/v3/proxy',
    entity: 'ipmi',
    entity_id: ipmi_id,
    input: { listen_web_port },
    request_id: randomUUID(),
  }
  return transaction(({ sql }) => sql('select record_audit($1::jsonb)', [JSON.stringify([record])]))
}

function panelOrigin({ secure, panelPort }: Door, req: IncomingMessage): string {
  const { publicUrl } = panelSettings()
  if (publicUrl) return new URL(publicUrl).origin
  const at = new URL(`${secure ? 'https' : 'http'}://${req.headers.host}`)
  at.port = String(panelPort)
  return at.origin
}

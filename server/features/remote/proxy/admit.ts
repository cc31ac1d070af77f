import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Actor } from '../../../api/context.ts'
import { COST, spend } from '../../../api/rate-limit.ts'
import { recordAudit } from '../../../audit/seal.ts'
import { readAllCookies } from '../../../auth/authenticate.ts'
import { sessionToken } from '../../../auth/session-token.ts'
import { findSession, heldActor, sessionMayBeUsed } from '../../../auth/sessions.ts'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { requestAddress } from '../../../process/client-address.ts'
import { panelSettings } from '../../../process/settings.ts'
import type { Admitted } from '../../../proxy/port.ts'
import { msg } from '../../../shared/text.ts'
import { checkAccess, type LiveSession, sessionById } from './access.ts'
import { makeCookie, readCookie, readTicket, redeemTicket } from './pass.ts'
import { openWeb, webPlace } from './web-link.ts'

export type Door = {
  /** The session. */
  id: number
  port: number
  secure: boolean
  /** The panel's own port. */
  panelPort: number
  /** Points a minute and session, as for calls of the API; callers of a network that are not signed in have a tenth. 0: no limit. */
  rateLimit: number
  /** Hashes of accepted credentials: only clients with new ones are counted as unknown. */
  good: Set<string>
  /** Sign-ins whose entrance is in the audit already. */
  known: Set<number>
}

const cookieName = ({ port, secure }: Door) => `${secure ? '__Host-Http-' : ''}datahall-${port}`
const addressOf = (req: IncomingMessage) => requestAddress(req, panelSettings().trustedProxies)
const digest = (token: string) => createHash('sha256').update(token).digest('base64url')
const MOST_GOOD = 1_000
const signedOut = () => new PanelError('signed_out', msg`Please sign in`)

/** Decides about one request: the client, by the port's cookie or the panel's, and its rights. */
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
  const ours = [...new Set((readAllCookies(req.headers.cookie).get(cookieName(door)) ?? []).slice(0, 4))]
  const panels = sessionToken(req.headers.cookie, req.headers['sec-fetch-site'] !== undefined)
  const shown = [...ours, ...(panels ? [panels] : [])].map(digest)
  if (shown.length === 0) throw signedOut()
  // Invalid cookies cost their sender points before they cost the database a query.
  if (!shown.some((one) => door.good.has(one))) spend({ actor: null, ip }, COST.read, door.rateLimit)
  const found = await lookUp(door, req, ip, ours, panels)
  if (!found) {
    for (const one of shown) door.good.delete(one)
    throw signedOut()
  }
  if (door.good.size >= MOST_GOOD) door.good.clear()
  for (const one of shown) door.good.add(one)
  return found
}

async function lookUp(door: Door, req: IncomingMessage, ip: string, ours: readonly string[], panels?: string) {
  for (const token of ours) {
    const session_id = await readCookie(token, door.id)
    if (session_id === null) continue
    // A page that polls must not keep its user signed in; only actions of the user count.
    const active = (req.method !== 'GET' && req.method !== 'HEAD') || req.headers['sec-fetch-user'] === '?1'
    if (active) await sessionMayBeUsed(session_id, ip)
    const actor = await heldActor(session_id, ip)
    if (actor) return actor
  }
  const found = panels ? await findSession(panels, ip) : null
  return found?.actor.confirmed ? found.actor : null
}

/** Exchanges a ticket for the port's cookie. A browser signed in with another account is not led into this session. */
export async function enter(door: Door, ticket: string, req: IncomingMessage): Promise<string> {
  const ip = addressOf(req)
  spend({ actor: null, ip }, COST.change, door.rateLimit)
  // A try that is refused leaves the ticket as it is.
  const session_id = await readTicket(ticket, door.id)
  const actor = session_id !== null && (await sessionMayBeUsed(session_id, ip)) ? await heldActor(session_id, ip) : null
  if (!actor) throw signedOut()
  const token = sessionToken(req.headers.cookie, req.headers['sec-fetch-site'] !== undefined)
  const other = token ? await findSession(token, ip) : null
  if (other && other.actor.session_id !== actor.session_id) throw signedOut()
  checkAccess(await sessionById(door.id), actor, door.port)
  if ((await redeemTicket(ticket, door.id)) !== actor.session_id) throw signedOut()
  const value = await makeCookie(door.id, actor.session_id)
  return `${cookieName(door)}=${value}; Path=/; HttpOnly; SameSite=Strict${door.secure ? '; Secure' : ''}`
}

/** Whether an open connection may continue. */
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
  return transaction((work) => recordAudit(work, [record]))
}

function panelOrigin({ secure, panelPort }: Door, req: IncomingMessage): string {
  const { publicUrl } = panelSettings()
  if (publicUrl) return new URL(publicUrl).origin
  const at = new URL(`${secure ? 'https' : 'http'}://${req.headers.host}`)
  at.port = String(panelPort)
  return at.origin
}

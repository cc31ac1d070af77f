import type { Actor } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { IpmiType } from '../../../domain/ipmi/kinds.ts'
import { forbidden, notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { requireDevices } from '../device-gate.ts'
import { REMOTE_PROXY } from '../plugin/service.ts'

/** A live session with the controller behind it and whose it is. */
export type LiveSession = {
  id: number
  ipmi_id: number
  server_id: number
  owner_id: number | null
  /** Of the server. */
  name: string
  state: string
  proxy_type: 'web' | 'console'
  listen_web_port: number
  enabled: boolean
  type: IpmiType
  ip: string
  web_port: number | null
  web_identity: string | null
  /** Its server stands in the demo's racks, where controllers are simulated on the panel host. */
  simulated: boolean
}

const FIND = `select p.id, i.id as ipmi_id, s.id as server_id, s.owner_id, s.name, s.state, p.proxy_type, p.listen_web_port, i.type, host(i.ip) as ip, i.web_port,
    i.web_identity, not exists (select 1 from setting x where x.name = '${REMOTE_PROXY}' and x.value = 'false') as enabled,
    coalesce((select d.value->'hall'->'locations' @> to_jsonb(s.location_id) from setting d where d.name = 'demo'), false) as simulated
  from proxy_session p join ipmi i on i.id = p.ipmi_id join server s on s.id = i.server_id
  where p.state = 'open' and p.expires_at > now() and `

async function find(name: string, condition: string, value: number): Promise<LiveSession | null> {
  const { rows } = await db().pool.query<LiveSession>({ name, text: FIND + condition, values: [value] })
  return rows[0] ?? null
}

export const sessionAtPort = (port: number) => find('proxy-by-port', 'p.listen_web_port = $1', port)
export const sessionById = (id: number) => find('proxy-by-id', 'p.id = $1', id)

type Who = Pick<Actor, 'account_id' | 'isAdmin'>

/**
 * The rule of every request through a port, and of `/proxy/access`: the session is live, the plugin enabled, and the one who asks an
 * administrator or the owner of the server, which is not suspended. That the caller is signed in, and comes from an allowed address, was checked before.
 * @throws PanelError not_found (also for objects of other owners), forbidden
 */
export function checkAccess(session: LiveSession | null, actor: Who, port: number): LiveSession {
  if (!session || (!actor.isAdmin && session.owner_id !== actor.account_id))
    throw notFound(msg`Proxy session at port`, port)
  if (!session.enabled) throw forbidden(msg`Consoles and web pages of controllers are turned off`)
  requireDevices(session, actor, 'forbidden')
  return session
}

import type { IncomingMessage } from 'node:http'
import { sessionMayBeUsed } from '../auth/sessions.ts'
import { db } from '../db/pool.ts'
import { stored } from '../db/sentences.ts'
import { bus } from '../events/bus.ts'
import { onChange } from '../events/change-feed.ts'
import { touched } from '../events/touch.ts'
import { requestAddress } from '../process/client-address.ts'
import { log } from '../process/log.ts'
import { metrics } from '../process/metrics.ts'
import { panelSettings } from '../process/settings.ts'
import { msg } from '../shared/text.ts'
import type { ConsoleFailure } from './failure.ts'
import { type ConsoleGateway, type ConsoleGatewayOptions, createConsoleGateway } from './gateway.ts'
import { setPresence } from './presence.ts'
import type { ConsoleThing } from './registry.ts'
import { createSpiceGateway, type SpiceGateway, type SpiceGatewayOptions } from './spice/gateway.ts'
import { beatSpice, beginSpice, endSpice, joinSpice, readSpice } from './spice/store.ts'
import { type ConsoleGrant, consumeTicket, readTicket } from './tickets.ts'

type Options = Pick<ConsoleGatewayOptions, 'open' | 'recheck' | 'record'> & {
  publicUrl: string | undefined
  openSpice: SpiceGatewayOptions['open']
}
/** Both doors: for pages, and for SPICE programs. */
export type Consoles = ConsoleGateway & Pick<SpiceGateway, 'handleConnect'>

const sql = async <Row>(text: string, values?: unknown[]): Promise<Row[]> =>
  (await db().pool.query(text, values)).rows as Row[]

/** The gateway of this process, tied to the database, the bus and what ends consoles: sign-out, deletion, change of owner. */
export function startConsoles({ open, recheck, record, publicUrl, openSpice }: Options): Consoles {
  const fields = (grant: ConsoleGrant) => ({
    [grant.object]: grant.object_id,
    account: grant.account_id,
    kind: grant.kind,
  })
  /** A ticket is good from the addresses that its sign-in is good from. */
  const ifFrom = async (grant: ConsoleGrant | null, req: IncomingMessage) => {
    if (!grant || grant.session_id === null) return grant
    const address = requestAddress(req, panelSettings().trustedProxies)
    return (await sessionMayBeUsed(grant.session_id, address)) ? grant : null
  }
  const reports = {
    onOpen: () => metrics().consoles.inc(),
    onEnd: (grant: ConsoleGrant, end: { reason: string }) => {
      metrics().consoles.dec()
      log.info({ ...fields(grant), reason: end.reason }, 'console ended')
    },
    onRejected: (grant: ConsoleGrant, failure: ConsoleFailure, fault?: unknown) => {
      const level = fault ? 'error' : 'info'
      log[level]({ ...fields(grant), reason: failure.reason, err: fault }, 'console refused')
    },
    onFault: (err: unknown) => log.error({ err }, 'a console ticket could not be read'),
  }
  const web = createConsoleGateway({
    open,
    recheck,
    ...(record && { record }),
    consumeTicket: (token) => consumeTicket(sql, token),
    readTicket: async (token, req) => ifFrom(await readTicket(sql, token), req),
    bus: bus(),
    isAllowedOrigin: (origin, req) => {
      if (!origin) return true // no browser
      const own = publicUrl
        ? [new URL(publicUrl).origin]
        : [`http://${req.headers.host}`, `https://${req.headers.host}`]
      return own.includes(origin)
    },
    ...reports,
  })
  const spice = createSpiceGateway({
    open: openSpice,
    recheck: recheck ?? (async () => {}),
    read: async (token, req) => ifFrom(await readSpice(sql, token), req),
    begin: (token) => beginSpice(sql, token),
    join: (token) => joinSpice(sql, token),
    beat: (token) => beatSpice(sql, token),
    end: (token) => endSpice(sql, token),
    bus: bus(),
    ...reports,
  })
  const gateway: Consoles = {
    ...web,
    handleConnect: spice.handleConnect,
    recheck: async (thing) => {
      await Promise.all([web.recheck(thing), spice.recheck(thing)])
    },
    stop: () => {
      web.stop()
      spice.stop()
    },
  }
  setPresence(gateway)
  gateway.onViewers((thing) => void tellScreens(thing))
  bus().on(
    'session_ended',
    (id) => void gateway.closeConsoles({ sessionId: Number(id) }, 'signed_out', 'You were signed out'),
  )
  onChange((row) => {
    const { entity, entity_id, event } = row
    if (entity === 'host' && event === 'delete')
      void gateway.closeConsoles(
        { thing: `host ${entity_id}` },
        'gone',
        stored(msg`The VM or server no longer exists, or has a new owner`),
      )
    if (entity === 'ipmi' && row.data?.moved === true)
      void gateway.closeConsoles(
        { thing: `server ${Number(row.relations.server)}` },
        'ended',
        stored(msg`The management controller has another address now`),
      )
    // Consoles of controllers are allowed or forbidden for the whole panel.
    if (entity === 'setting') void gateway.recheck()
    // Deleted, given to another owner, suspended, or without its controller.
    const server = entity === 'server' ? entity_id : entity === 'ipmi' ? Number(row.relations.server) : null
    if (server) void gateway.recheck(`server ${server}`)
  })
  return gateway
}

/** Screens of the owner and of administrators show who watches. */
async function tellScreens(thing: ConsoleThing) {
  const [object, id] = thing.split(' ')
  try {
    const [row] = await sql<{ account_id: number | null }>(
      object === 'host'
        ? 'select account_id from host where id = $1'
        : 'select owner_id as account_id from server where id = $1',
      [Number(id)],
    )
    const entity = object === 'host' ? 'console' : 'server_console'
    if (row) touched({ entity, entity_id: Number(id), account_id: row.account_id })
  } catch (err) {
    log.warn({ err }, 'screens were not told who watches a console')
  }
}

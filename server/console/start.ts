import { db } from '../db/pool.ts'
import { bus } from '../events/bus.ts'
import { onChange } from '../events/feed.ts'
import { log } from '../log.ts'
import { metrics } from '../metrics.ts'
import { type ConsoleGateway, type ConsoleGatewayOptions, createConsoleGateway } from './gateway.ts'
import { consumeTicket } from './tickets.ts'

type Options = Pick<ConsoleGatewayOptions, 'open'> & { publicUrl: string | undefined }

/** The gateway of this process, tied to the database, the bus and what ends consoles: sign-out, deletion, change of owner. */
export function startConsoles({ open, publicUrl }: Options): ConsoleGateway {
  const gateway = createConsoleGateway({
    open: async (grant, signal) => {
      const target = await open(grant, signal)
      metrics().consoles.inc()
      return target
    },
    consumeTicket: (token) => consumeTicket(db().pool, token),
    bus: {
      publish: (channel, payload) => bus().notify(channel, payload),
      subscribe: (channel, listener) => bus().on(channel, listener),
    },
    isAllowedOrigin: (origin, req) => {
      if (!origin) return true // no browser
      const own = publicUrl
        ? [new URL(publicUrl).origin]
        : [`http://${req.headers.host}`, `https://${req.headers.host}`]
      return own.includes(origin)
    },
    onEnd: (grant, end, fault) => {
      metrics().consoles.dec()
      const fields = { host: grant.host_id, account: grant.account_id, kind: grant.kind, reason: end.reason }
      if (fault) log.error({ ...fields, err: fault }, 'console ended')
      else log.info(fields, 'console ended')
    },
    onFault: (err) => log.error({ err }, 'a console ticket could not be read'),
  })
  bus().on(
    'session_ended',
    (id) => void gateway.closeConsoles({ sessionId: Number(id) }, 'signed_out', 'You were signed out'),
  )
  onChange((row) => {
    if (row.entity === 'host' && row.event === 'delete')
      void gateway.closeConsoles({ hostId: row.entity_id }, 'gone', 'The machine is gone, or no longer yours')
  })
  return gateway
}

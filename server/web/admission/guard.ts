import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { invalidInput, PanelError } from '../../domain/shared/errors.ts'
import { isWithin, plainAddress, requestAddress } from '../../process/client-address.ts'
import type { Config } from '../../process/config.ts'
import { msg, type Text } from '../../shared/text.ts'
import { closeInStages } from './close-in-stages.ts'
import { Crowd, placeOf } from './crowd.ts'
import { isReadable, settleTarget } from './target.ts'

type Settings = Pick<Config, 'connections' | 'trustedProxies'>
/** Addresses that may have all their connections open at the same time. */
const ADDRESSES = 16
/** Requests that one connection may send ahead without waiting for answers. */
const AHEAD = 16

export type Guard = {
  /** Whether a request may be looked at; else it has been answered. */
  admits(req: IncomingMessage, res: ServerResponse): boolean
}

/**
 * Keeps a server from being filled up: connections of an address and in all, requests that wait for an answer, the time that
 * each may take. Proxies that are trusted may have as many connections as they like: their callers are counted by request.
 */
export function guardServer(server: Server, { connections, trustedProxies }: Settings): Guard {
  limitTimes(server)
  server.maxConnections = connections * ADDRESSES
  const sockets = new Crowd(connections)
  const requests = new Crowd(connections)
  const ahead = new WeakMap<Duplex, number>()

  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress)
    if (counted.has(socket) || isWithin(address, trustedProxies)) return
    counted.add(socket)
    const leave = sockets.enter(placeOf(address))
    if (!leave) return socket.destroy()
    socket.on('close', leave)
  })

  return {
    admits(req, res) {
      const { socket } = req
      const open = (ahead.get(socket) ?? 0) + 1
      if (open > AHEAD) {
        socket.destroy()
        return false
      }
      ahead.set(socket, open)
      closeInStages(req)
      const leave = requests.enter(placeOf(requestAddress(req, trustedProxies)))
      res.on('close', () => {
        ahead.set(socket, (ahead.get(socket) ?? 1) - 1)
        leave?.()
      })
      if (!leave) return reject(res, new PanelError('too_many', TOO_MANY, { retryAfter: 2 }))
      const wrong = settleTarget(req) ?? (isReadable(req.url ?? '/') ? null : UNREADABLE)
      if (wrong) return reject(res, invalidInput(wrong, wrong === UNREADABLE ? 'path' : 'host'))
      return true
    },
  }
}

const UNREADABLE: Text = msg`The path of the request is not written as UTF-8 in percent signs`
const TOO_MANY: Text = msg`Too many requests from this address are open; wait for their answers`
/** Connections that were given back to their server (`upgrade.ts`) are no new ones. */
const counted = new WeakSet<Duplex>()

function reject(res: ServerResponse, fault: PanelError): false {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  }
  const wait = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
  res.writeHead(fault.http, { ...headers, ...wait })
  res.end(JSON.stringify(fault.toBody()))
  return false
}

/** Slow senders of headers hold nothing for long; bodies are bounded by what they may have, and by this time. */
function limitTimes(server: Server) {
  server.headersTimeout = 10_000
  server.requestTimeout = 120_000
  server.keepAliveTimeout = 65_000
}

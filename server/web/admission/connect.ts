import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { COST, spend } from '../../api/rate-limit.ts'
import { PanelError } from '../../domain/shared/errors.ts'
import { requestAddress } from '../../process/client-address.ts'
import type { Config } from '../../process/config.ts'

type Take = (req: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Requests for a tunnel go to `take`, as many of an address as it may make calls without having signed in. */
export function onConnect(server: Server, { trustedProxies, rateLimit }: Config, take: Take): void {
  server.on('connect', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    try {
      spend({ actor: null, ip: requestAddress(req, trustedProxies) }, COST.stream, rateLimit)
    } catch (thrown) {
      const wait = Math.ceil(PanelError.from(thrown).retryAfter ?? 1)
      const head = [`Retry-After: ${wait}`, 'Connection: close', 'Content-Length: 0']
      socket.end(`HTTP/1.1 429 Too Many Requests\r\n${head.join('\r\n')}\r\n\r\n`)
      return
    }
    take(req, socket, head)
  })
}

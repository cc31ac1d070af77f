import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { COST, spend } from '../../api/rate-limit.ts'
import { PanelError } from '../../domain/shared/errors.ts'
import { requestAddress } from '../../process/client-address.ts'
import type { Config } from '../../process/config.ts'
import { settleTarget } from './target.ts'

/**
 * Whether a WebSocket may be opened as far as its network goes, before tickets and sessions are looked up: opening them with
 * made-up ones is bounded like calls of people who are not signed in. Answers and closes what it refuses.
 */
export function admitUpgrade(req: IncomingMessage, socket: Duplex, config: Config): boolean {
  if (settleTarget(req)) {
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    return false
  }
  try {
    spend({ actor: null, ip: requestAddress(req, config.trustedProxies) }, COST.stream, config.rateLimit)
    return true
  } catch (thrown) {
    const wait = Math.ceil(PanelError.from(thrown).retryAfter ?? 1)
    socket.end(
      `HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${wait}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
    return false
  }
}

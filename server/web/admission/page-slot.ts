import type { IncomingMessage, ServerResponse } from 'node:http'
import { COST, takeSlot } from '../../api/rate-limit.ts'
import { sessionToken } from '../../auth/session-token.ts'
import { findSession } from '../../auth/sessions.ts'
import { requestAddress } from '../../process/client-address.ts'
import type { Config } from '../../process/config.ts'

/**
 * Renders a page in a fairness slot: it keeps the process busy longer than most calls. The caller is looked up as the
 * page itself will; pages without a session are counted by network.
 */
export async function withPageSlot(
  req: IncomingMessage,
  res: ServerResponse,
  { trustedProxies, rateLimit }: Pick<Config, 'trustedProxies' | 'rateLimit'>,
  make: () => Promise<void>,
): Promise<void> {
  try {
    const ip = requestAddress(req, trustedProxies)
    const token = sessionToken(req.headers.cookie, req.headers['sec-fetch-site'] !== undefined)
    // Pages report by themselves that the database is away.
    const found = token ? await findSession(token, ip).catch(() => null) : null
    const caller = { actor: found?.actor ?? null, ip }
    await takeSlot(caller, COST.page, rateLimit, make, () => res.destroyed)
  } catch {
    if (res.headersSent) return void res.destroy()
    res.writeHead(429, { 'retry-after': '2', 'content-type': 'text/plain; charset=utf-8' })
    res.end('Too many requests; try again in a moment')
  }
}

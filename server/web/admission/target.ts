import type { IncomingMessage } from 'node:http'
import { msg, type Text } from '../../shared/text.ts'

const HOST = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i

/** Whether a Host header names a host, in a form that may stand in another header. */
export const namesHost = (text: string): boolean => HOST.test(text)

/** Whether what is written with percent signs in a path is UTF-8: pages and routes would fail at what is not. */
export function isReadable(target: string): boolean {
  const path = target.split('?', 1)[0] as string
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 *
 * Ensures that a request names its host in one way only, since components behind (redirects, proxies, caches) may read
 * another one. A target with scheme and host becomes its path.
 * @returns what is wrong, as text; null when nothing is
 */
export function settleTarget(req: IncomingMessage): Text | null {
  const given = req.rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host').length
  if (given > 1) return msg`A request has one Host header`
  const host = req.headers.host ?? ''
  if (given === 1 && !namesHost(host)) return msg`The Host header names no host`
  const target = req.url ?? '/'
  if (target.startsWith('/')) return null
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return msg`The target of a request is a path`
  const at = new URL(target)
  if (at.host !== hostOf(at.protocol, host)) return msg`The target of a request is at the host of its Host header`
  req.url = at.pathname + at.search
  return null
}

/** As `URL` writes it: in small letters, without the port that the scheme has anyway. */
const hostOf = (protocol: string, host: string) =>
  URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`).host : ''

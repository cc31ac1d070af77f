import type { Actor } from '../api/context.ts'
import { findSession } from './sessions.ts'

export const COOKIE = 'ses6'

export type Credentials = {
  method: string
  cookie: string | undefined
  /** `x-xsrf-token` */
  xsrfHeader: string | undefined
  /** `ISP-Session` */
  sessionHeader: string | undefined
  origin: string | undefined
  referer: string | undefined
  /** `Sec-Fetch-Site`: only browsers send it. */
  fetchSite: string | undefined
  /** Origins that are ours (`https://panel.example.com`). */
  ownOrigins: readonly string[]
  ip: string
}

export type Signed = {
  actor: Actor | null
  token: string | null
  /**
   * A browser's state-changing call without proof that it comes from the panel. `foreign`: it comes from a page of
   * another site, so that not even a cookie may be set; `unproven`: the xsrf value is missing, so that the cookie is
   * ignored. Calls with a token in a header cannot be forged.
   */
  forged: 'foreign' | 'unproven' | null
}

/**
 * Finds who is calling. A token is good in any one of the two headers or the cookie. With the cookie, a browser's
 * state-changing call has to show the session's xsrf value (or the token) in `x-xsrf-token` and come from our own origin.
 */
export async function authenticate(c: Credentials): Promise<Signed> {
  for (const token of new Set([c.sessionHeader, c.xsrfHeader].filter((x) => x !== undefined))) {
    const found = await findSession(token, c.ip)
    if (found) return { actor: found.actor, token, forged: null }
  }
  const safe = c.method === 'GET' || c.method === 'HEAD'
  const foreign = !safe && isFromBrowser(c) && !isOurs(c)
  const found = c.cookie ? await findSession(c.cookie, c.ip) : null
  if (!found) return { actor: null, token: null, forged: foreign ? 'foreign' : null }
  const unproven = !safe && isFromBrowser(c) && c.xsrfHeader !== found.xsrf
  if (foreign || unproven) return { actor: null, token: null, forged: foreign ? 'foreign' : 'unproven' }
  return { actor: found.actor, token: c.cookie ?? null, forged: null }
}

const isFromBrowser = (c: Credentials) => Boolean(c.origin ?? c.referer ?? c.fetchSite)

function isOurs(c: Credentials): boolean {
  const from = c.origin ?? c.referer
  if (!from) return c.fetchSite === 'same-origin'
  return URL.canParse(from) && c.ownOrigins.includes(new URL(from).origin)
}

/** Cookies of a request by name: several of one name may come from other pages of the host, with other paths. */
export function readAllCookies(header: string | undefined): Map<string, string[]> {
  const cookies = new Map<string, string[]>()
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    if (at > 0) cookies.set(name, [...(cookies.get(name) ?? []), decode(part.slice(at + 1).trim())])
  }
  return cookies
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

import type { Actor } from '../api/context.ts'
import { PanelError } from '../domain/shared/errors.ts'
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
  /** Origins that are ours (`https://panel.example.com`). */
  ownOrigins: readonly string[]
  ip: string
}

export type Signed = { actor: Actor | null; token: string | null }

/**
 * Finds who is calling. A token is good in any one of the two headers or the cookie. A browser's state-changing call with the
 * cookie alone is refused: it has to show the session's xsrf value (or the token) in `x-xsrf-token` and come from our own origin.
 */
export async function authenticate(c: Credentials): Promise<Signed> {
  const safe = c.method === 'GET' || c.method === 'HEAD'
  for (const token of new Set([c.sessionHeader, c.xsrfHeader].filter((x) => x !== undefined))) {
    const found = await findSession(token, c.ip)
    if (found) return { actor: found.actor, token }
  }
  if (!c.cookie) return { actor: null, token: null }
  const found = await findSession(c.cookie, c.ip)
  if (!found) return { actor: null, token: null }
  const fromBrowser = Boolean(c.origin ?? c.referer)
  if (!safe && fromBrowser && !(c.xsrfHeader === found.xsrf && isOurs(c)))
    throw new PanelError(
      'forbidden',
      'This call needs the x-xsrf-token header and has to come from a page of the panel',
    )
  return { actor: found.actor, token: c.cookie }
}

function isOurs(c: Credentials): boolean {
  const from = c.origin ?? c.referer
  if (!from || !URL.canParse(from)) return false
  return c.ownOrigins.includes(new URL(from).origin)
}

/** Cookies of a request by name; the first of several wins. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    if (at > 0 && !cookies.has(name)) cookies.set(name, decode(part.slice(at + 1).trim()))
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

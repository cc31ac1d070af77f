import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '../db/secrets.ts'
import { panelSettings } from '../process/settings.ts'
import { COOKIE, readAllCookies } from './authenticate.ts'

/**
 * Cookies know no ports: a page of whatever else this host serves, the page of a controller above all, can set one named like ours with
 * another path, and browsers would send it before ours. A cookie with this prefix can be set by answers only, for the whole host only,
 * hidden from scripts (RFC 6265bis, and its layered prefixes; older browsers know the part `__Host-`). It says which token is ours.
 */
const PROOF = '__Host-Http-session'

const proofOf = (token: string) => createHmac('sha256', derivedKey('session proof')).update(token).digest('base64url')

/** Set-Cookie text that goes beside the one of a session; null where the panel is reached without HTTPS, which knows no such cookie. */
export const proofCookie = (token: string): string | null =>
  panelSettings().secure ? `${PROOF}=${proofOf(token)}; Path=/; Secure; HttpOnly; SameSite=Lax` : null

/** Set-Cookie text that takes it away. */
export const endedProof = () => `${PROOF}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax`

/**
 * The token that a Cookie header really means. Over HTTPS a browser shows the proof beside it, and whatever another page of this host
 * has put there counts for nothing. Programs, and browsers without HTTPS, have no proof: of several different ones none is taken.
 * @param browser whether a browser asks (it says where from)
 */
export function sessionToken(header: string | undefined, browser: boolean): string | undefined {
  const cookies = readAllCookies(header)
  const tokens = [...new Set(cookies.get(COOKIE) ?? [])].filter((token) => token !== '')
  const proofs = cookies.get(PROOF) ?? []
  if (panelSettings().secure && (proofs.length > 0 || browser))
    return tokens.find((token) => proofs.some((proof) => same(proof, proofOf(token))))
  return tokens.length === 1 ? tokens[0] : undefined
}

function same(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}

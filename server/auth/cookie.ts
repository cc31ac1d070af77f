import { panelSettings } from '../process/settings.ts'
import { COOKIE } from './authenticate.ts'
import { endedProof, proofCookie } from './session-token.ts'

const attributes = () => `Path=/; HttpOnly; SameSite=Lax${panelSettings().secure ? '; Secure' : ''}`

/** Set-Cookie texts for a session; HTTP-only, and secure when the panel is reached over HTTPS. */
export const sessionCookies = (token: string): string[] =>
  [`${COOKIE}=${encodeURIComponent(token)}; ${attributes()}`, proofCookie(token)].filter((text) => text !== null)

/** Set-Cookie texts that take it away again. */
export const endedCookies = (): string[] => [
  `${COOKIE}=; Max-Age=0; ${attributes()}`,
  ...(panelSettings().secure ? [endedProof()] : []),
]

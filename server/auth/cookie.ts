import { panelSettings } from '../settings.ts'
import { COOKIE } from './authenticate.ts'

/** Set-Cookie text for a session; HTTP-only, and secure when the panel is reached over HTTPS. */
export const sessionCookie = (token: string) =>
  `${COOKIE}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Lax${panelSettings().secure ? '; Secure' : ''}`

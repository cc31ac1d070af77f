import { panelSettings } from '../settings.ts'
import { COOKIE } from './authenticate.ts'

const attributes = () => `Path=/; HttpOnly; SameSite=Lax${panelSettings().secure ? '; Secure' : ''}`

/** Set-Cookie text for a session; HTTP-only, and secure when the panel is reached over HTTPS. */
export const sessionCookie = (token: string) => `${COOKIE}=${encodeURIComponent(token)}; ${attributes()}`

/** Set-Cookie text that takes it away again. */
export const endedCookie = () => `${COOKIE}=; Max-Age=0; ${attributes()}`

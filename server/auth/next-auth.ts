import { AsyncLocalStorage } from 'node:async_hooks'
import type { NextRequest } from 'next/server'
import NextAuth, { CredentialsSignin, type NextAuthConfig } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { type Caller, call } from '../api/call.ts'
import { ownOrigins } from '../api/request.ts'
import { toPanelError } from '../api/to-panel-error.ts'
import { derivedKey } from '../db/secrets.ts'
import type { PanelError } from '../domain/shared/errors.ts'
import { ownPath } from '../domain/shared/own-path.ts'
import type { TokenAnswer } from '../domain/token/schema.ts'
import { sessionEndpoints } from '../features/access/session/endpoints.ts'
import { panelSignIn } from '../features/access/session/panel.ts'
import { tokenEndpoints } from '../features/access/token/endpoints.ts'
import { log } from '../process/log.ts'
import { panelSettings } from '../process/settings.ts'
import { COOKIE } from './authenticate.ts'
import { isDeviceCookie, shownDevices } from './device.ts'
import { stampedAddress } from './page-address.ts'
import { endedProof, proofCookie, sessionToken } from './session-token.ts'
import { findSession } from './sessions.ts'

const MAX_AGE_SECONDS = 30 * 24 * 3600

/** `code` of a refused sign-in: a word of the error table, and the seconds to wait after a dot (`too_many.30`). */
class Refused extends CredentialsSignin {
  constructor(fault: PanelError) {
    super(fault.message)
    this.code = fault.retryAfter ? `${fault.code}.${Math.ceil(fault.retryAfter)}` : fault.code
  }
}

const tokenOf = ({ headers }: { headers: Headers }) =>
  sessionToken(headers.get('cookie') ?? undefined, headers.has('sec-fetch-site'))

async function callerOf(request: { headers: Headers }): Promise<Caller> {
  const ip = stampedAddress(request.headers)
  const token = tokenOf(request) ?? null
  const found = token ? await findSession(token, ip) : null
  const userAgent = request.headers.get('user-agent') ?? ''
  const devices = shownDevices(request.headers.get('cookie') ?? undefined)
  return { actor: found?.actor ?? null, ip, userAgent, token, devices, expectedVersion: null }
}

/** Set-Cookie texts of browsers that became known, on their way past next-auth, which sets none but its own. */
const devicesOf = new AsyncLocalStorage<string[]>()

/**
 * Signs in with `{email, password}`, and gives the second factor with `{code}`, through the same operations as REST: back-off,
 * access lists and audit included. A session that owes its second factor has the cookie already and `confirmed: false`.
 */
async function authorize(given: Partial<Record<string, unknown>>, request: Request) {
  const { email, password, code } = given
  const caller = await callerOf(request)
  try {
    const { answer, reply } =
      typeof code === 'string' && code !== ''
        ? await call(sessionEndpoints.confirm, caller, { params: {}, query: {}, body: { code } })
        : await call(panelSignIn, { ...caller, actor: null }, { params: {}, query: {}, body: { email, password } })
    const { token } = answer as TokenAnswer
    devicesOf.getStore()?.push(...reply.cookies.filter(isDeviceCookie))
    return { id: token.split('-')[0] as string, token }
  } catch (thrown) {
    throw new Refused(toPanelError(thrown, 'sign-in'))
  }
}

/**
 * next-auth on the panel's own session table: its token is our opaque one, looked up at every read, so that a session ended
 * anywhere is ended everywhere. The address comes from the request, hence a configuration for each.
 */
const config = (request: { headers: Headers } | undefined): NextAuthConfig => ({
  trustHost: true,
  basePath: '/api/auth',
  secret: derivedKey('next-auth').toString('base64url'),
  useSecureCookies: panelSettings().secure,
  pages: { signIn: '/sign-in', error: '/sign-in' },
  session: { strategy: 'jwt', maxAge: MAX_AGE_SECONDS },
  cookies: {
    sessionToken: {
      name: COOKIE,
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: panelSettings().secure },
    },
  },
  providers: [Credentials({ credentials: { email: {}, password: {}, code: {} }, authorize })],
  jwt: {
    encode: async ({ token }) => (typeof token?.tok === 'string' ? token.tok : ''),
    decode: async ({ token }) => {
      const found = token && request ? await findSession(token, stampedAddress(request.headers)) : null
      if (!token || !found) return null
      const { actor, xsrf } = found
      return { sub: String(actor.account_id), email: actor.email, tok: token, xsrf, confirmed: actor.confirmed }
    },
  },
  callbacks: {
    jwt: ({ token, user }) => (user && 'token' in user ? { ...token, tok: user.token } : token),
    session: ({ session, token }) => ({
      expires: session.expires,
      user: { id: token.sub, email: token.email },
      xsrf: token.xsrf,
      confirmed: token.confirmed,
    }),
    redirect: ({ url, baseUrl }) => {
      const own = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url
      return new URL(ownPath(own) ?? '/', baseUrl).href
    },
  },
  events: {
    async signOut(message) {
      const token = 'token' in message ? message.token?.tok : undefined
      if (!request || typeof token !== 'string') return
      await call(tokenEndpoints.delete, await callerOf(request), { params: { token_id: token }, query: {}, body: {} })
    },
  },
  logger: {
    error: (fault) => {
      if (!(fault instanceof CredentialsSignin)) log.warn({ reason: fault.name, msg: fault.message }, 'next-auth')
    },
    warn: () => {},
    debug: () => {},
  },
})

const { handlers } = NextAuth((request) => config(request))

/**
 * Inside the panel's server Next takes every request for one to localhost, but addresses that are answered have to be the
 * visitor's. A plain request does: next-auth needs no more, and NextRequest would turn 127.0.0.1 into localhost again.
 */
function atOwnOrigin(request: NextRequest): NextRequest {
  const { publicUrl, secure } = panelSettings()
  const host = request.headers.get('host') ?? request.nextUrl.host
  const origin = publicUrl ? new URL(publicUrl).origin : `${secure ? 'https' : 'http'}://${host}`
  const { pathname, search } = request.nextUrl
  if (!URL.canParse(origin)) return request
  const headers = new Headers(request.headers)
  headers.set('cookie', withoutForeign(headers.get('cookie') ?? '', tokenOf(request)))
  const at = new URL(pathname + search, origin)
  // next-auth takes an address that is none for a fault of its own.
  const back = at.searchParams.get('callbackUrl')
  if (back !== null) at.searchParams.set('callbackUrl', ownPath(back) ?? '/')
  return new Request(new Request(at, request), { headers }) as NextRequest
}

/** The cookies without sessions that another page of this host has put among them: next-auth would take the first. */
const withoutForeign = (header: string, token: string | undefined) =>
  [
    ...header.split(';').filter((part) => part.split('=', 1)[0]?.trim() !== COOKIE),
    ...(token === undefined ? [] : [`${COOKIE}=${encodeURIComponent(token)}`]),
  ].join(';')

/** A session's cookie is always sent with the one that proves it is ours. */
function withProof(response: Response, more: readonly string[] = []): Response {
  const set = response.headers.getSetCookie().findLast((line) => line.startsWith(`${COOKIE}=`))
  if (set === undefined) return response
  const token = decodeURIComponent(set.slice(COOKIE.length + 1).split(';', 1)[0] as string)
  const proof = token === '' ? endedProof() : proofCookie(token)
  if (proof === null && more.length === 0) return response
  const headers = new Headers(response.headers)
  for (const cookie of [...(proof === null ? [] : [proof]), ...more]) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}

/** A page of another site, also at another port of this host, must not sign a browser in or out. */
const isForeign = (request: NextRequest) => {
  const origin = request.headers.get('origin')
  return origin !== null && !ownOrigins(request, panelSettings()).includes(origin)
}

/** For the route of next-auth. */
export const GET = async (request: NextRequest) => withProof(await handlers.GET(atOwnOrigin(request)))
export const POST = async (request: NextRequest) =>
  isForeign(request)
    ? new Response('This call has to come from a page of the panel', { status: 403 })
    : devicesOf.run([], async () => withProof(await handlers.POST(atOwnOrigin(request)), devicesOf.getStore()))

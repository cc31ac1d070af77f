import { authenticate } from '../auth/authenticate.ts'
import { shownDevices } from '../auth/device.ts'
import { sessionToken } from '../auth/session-token.ts'
import { PanelError } from '../domain/shared/errors.ts'
import { clientAddress } from '../process/client-address.ts'
import { msg } from '../shared/text.ts'
import type { Caller } from './call.ts'

export type HttpSettings = { trustedProxies: readonly string[]; publicUrl?: string | undefined }

/** Reads who is calling from a request's headers. `remote` is the address of the socket. */
export async function readCaller(
  request: Request,
  remote: string | undefined,
  settings: HttpSettings,
): Promise<Caller> {
  const header = (name: string) => request.headers.get(name) ?? undefined
  const ip = clientAddress(remote, header('x-forwarded-for'), settings.trustedProxies)
  const signed = await authenticate({
    method: request.method,
    cookie: sessionToken(header('cookie'), header('sec-fetch-site') !== undefined),
    xsrfHeader: header('x-xsrf-token'),
    sessionHeader: header('isp-session'),
    origin: header('origin'),
    referer: header('referer'),
    fetchSite: header('sec-fetch-site'),
    get ownOrigins() {
      return ownOrigins(request, settings)
    },
    ip,
  })
  const devices = shownDevices(header('cookie'))
  const userAgent = header('user-agent') ?? ''
  const { signal } = request
  return { ...signed, ip, userAgent, devices, signal, expectedVersion: readVersion(header('if-match')) }
}

/** Our own origins: the configured public address, or else the one the request itself was sent to. */
export function ownOrigins(request: Request, settings: HttpSettings): string[] {
  if (settings.publicUrl) return [new URL(settings.publicUrl).origin]
  const host = request.headers.get('host')
  return host ? [`http://${host}`, `https://${host}`] : []
}

function readVersion(text: string | undefined): number | null {
  if (text === undefined || text === '*') return null
  const version = Number(/^(?:W\/)?"(\d{1,9})"$/.exec(text)?.[1])
  if (Number.isNaN(version))
    throw new PanelError('stale', msg`If-Match has to carry the ETag of the record as it was read`)
  return version
}

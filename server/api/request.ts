import { authenticate } from '../auth/authenticate.ts'
import { clientAddress } from '../auth/client-address.ts'
import { sessionToken } from '../auth/session-token.ts'
import { PanelError } from '../domain/shared/errors.ts'
import type { Caller } from './call.ts'

export type HttpSettings = { trustedProxies: readonly string[]; publicUrl?: string | undefined }

const MAX_BODY = 2 * 1024 * 1024

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
  return { ...signed, ip, userAgent: header('user-agent') ?? '', expectedVersion: readVersion(header('if-match')) }
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
    throw new PanelError('stale', 'If-Match has to carry the ETag of the record as it was read')
  return version
}

/** The JSON body, whatever the content type says; absent, empty and `null` mean an empty object. */
export async function readBody(request: Request, most?: number): Promise<unknown> {
  // Some clients put a byte order mark first.
  const text = (await readBounded(request, most)).replace(/^\ufeff/, '')
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) ?? {}
  } catch {
    throw new PanelError('invalid_input', 'The body is not valid JSON')
  }
}

const tooLarge = (most: number) => new PanelError('too_large', `The body is over ${most / 1024 / 1024} MiB`)

/** The body as text; over 2 MiB, or what is said, it is refused before it has been read to its end. */
export async function readBounded(request: Request, most = MAX_BODY): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most)
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > most) throw tooLarge(most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

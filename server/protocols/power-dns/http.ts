import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { HttpError } from '../pinned-http/errors.ts'

export type ApiServer = {
  /** Host name or address. */
  host: string
  port: number
  tls: boolean
  /** Certificate (PEM) to trust instead of the system's authorities; empty for those. */
  certificate: string
  key: string
}

export type ApiQuestion = { method: 'GET' | 'PATCH'; path: string; body?: unknown }
export type ApiAnswer = { status: number; body: string }

/** From the request to the last byte, milliseconds; the lists of zones of large servers take their time. */
const ANSWER_MS = 20_000
const MAX_BODY = 8 << 20

/** Codes of Node for certificates that are not accepted. */
const isCertificate = (code: string) => /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/.test(code)

/**
 * One request over HTTP, or HTTPS with the certificate checked against authority and name. No redirects, no proxies, no compression.
 * @throws HttpError, or the signal's reason
 */
export async function askApi(server: ApiServer, question: ApiQuestion, signal: AbortSignal): Promise<ApiAnswer> {
  if (signal.aborted) throw abortError(signal)
  const limit = AbortSignal.timeout(ANSWER_MS)
  try {
    return await exchange(server, question, AbortSignal.any([signal, limit]))
  } catch (error) {
    if (signal.aborted) throw abortError(signal)
    if (limit.aborted) throw new HttpError('timeout', msg`No answer within ${ANSWER_MS / 1000} s`)
    throw error
  }
}

function exchange(server: ApiServer, { method, path, body }: ApiQuestion, signal: AbortSignal): Promise<ApiAnswer> {
  const { host, port, tls, certificate, key } = server
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body))
  const options: RequestOptions = {
    host,
    port,
    method,
    path,
    signal,
    agent: false,
    headers: {
      'x-api-key': key,
      accept: 'application/json',
      ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
    },
  }
  return new Promise((resolve, reject) => {
    const request: ClientRequest = tls
      ? requestTls({ ...options, ...(certificate && { ca: certificate }) })
      : requestPlain(options)
    request.on('response', (answer) => readBody(answer).then(resolve, reject))
    request.on('error', (cause: NodeJS.ErrnoException) => reject(failure(cause)))
    request.end(bytes ?? undefined)
  })
}

function failure(cause: NodeJS.ErrnoException): HttpError {
  const code = cause.code ?? ''
  if (isCertificate(code))
    return new HttpError('certificate', msg`Its certificate is not accepted: ${textOf(cause)}`, { cause })
  if (code.startsWith('HPE_')) return new HttpError('protocol_error', msg`The answer is not HTTP`, { cause })
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return new HttpError('protocol_error', msg`The TLS handshake failed: ${textOf(cause)}`, { cause })
  return new HttpError('unreachable', textOf(cause), { cause })
}

async function readBody(answer: IncomingMessage): Promise<ApiAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BODY) throw new HttpError('limit_exceeded', msg`An answer of over ${MAX_BODY} bytes`)
      chunks.push(chunk)
    }
  } catch (cause) {
    answer.destroy()
    if (cause instanceof HttpError) throw cause
    throw new HttpError('lost', msg`The connection was lost during an answer`, { cause })
  }
  return { status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }
}

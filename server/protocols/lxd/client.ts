import type { Duplex, Readable } from 'node:stream'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg, quote } from '../../shared/text.ts'
import { LxdError, LxdLostError, LxdProtocolError } from './errors.ts'
import { exchange, type HttpRequest, openBody } from './http.ts'

const MOST_BYTES = 32 << 20
const LONGEST_FRAME = 1 << 20
const API = '/1.0'

const answer = z.object({
  type: z.enum(['sync', 'async', 'error']),
  metadata: z.unknown(),
  error: z.string().optional(),
  error_code: z.number().optional(),
})
const operation = z.object({
  id: z.string().regex(/^[0-9a-f-]{36}$/),
  status_code: z.number(),
  err: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
export type Operation = z.infer<typeof operation>

/** Status codes of operations (LXD's doc/rest-api.md). */
const SUCCESS = 200

export type Ask = {
  signal: AbortSignal
  body?: unknown
  query?: Readonly<Record<string, string>>
}
type Method = HttpRequest['method']
export type Sent = { headers: Readonly<Record<string, string>>; body: AsyncIterable<Uint8Array>; signal: AbortSignal }

/** LXD's REST API (version 1.0) over whatever leads to its socket: each request has a stream of its own. */
export class LxdClient {
  readonly #open: (signal: AbortSignal) => Promise<Duplex>

  constructor(open: (signal: AbortSignal) => Promise<Duplex>) {
    this.#open = open
  }

  /** What the request answers at once. @throws LxdError when it is refused */
  async ask(method: Method, path: string, options: Ask): Promise<unknown> {
    return (await this.#request(method, path, options)).metadata
  }

  /** Starts an operation and answers its record while it goes on. */
  async start(method: Method, path: string, options: Ask): Promise<Operation> {
    return read(operation, (await this.#request(method, path, options)).metadata)
  }

  /** Starts an operation and waits for its end; some requests are over at once on some versions. @throws LxdError when it fails */
  async run(method: Method, path: string, options: Ask): Promise<Operation['metadata']> {
    const { type, metadata } = await this.#request(method, path, options)
    if (type === 'sync') return null
    return this.wait(read(operation, metadata).id, options.signal)
  }

  /** Waits for the end of an operation. @throws LxdError when it failed */
  async wait(id: string, signal: AbortSignal): Promise<Operation['metadata']> {
    const ended = read(operation, await this.ask('GET', `/operations/${id}/wait`, { signal }))
    if (ended.status_code !== SUCCESS) throw new LxdError(ended.status_code, quote(ended.err || 'unknown fault'))
    return ended.metadata
  }

  /** A body that is no JSON, such as a log. @throws LxdError */
  async raw(path: string, signal: AbortSignal, maxBytes: number): Promise<Buffer> {
    const got = await exchange(await this.#open(signal), { method: 'GET', path: `${API}${path}`, maxBytes, signal })
    if (got.status === 200) return got.body
    throw refusal(parse(got.body), got.status)
  }

  /** A body that is too large to be held, as it comes. @returns `length`: null when LXD does not say it @throws LxdError */
  async stream(path: string, signal: AbortSignal): Promise<{ body: Readable; length: number | null }> {
    const { status, body, length } = await openBody(await this.#open(signal), { path: `${API}${path}`, signal })
    if (status === 200) return { body, length }
    body.destroy()
    throw refusal({ type: 'error', metadata: null }, status)
  }

  /**
   * Sends a body as it comes, and waits for the end of what LXD does with it.
   * @throws LxdError, and what the body throws
   */
  async send(path: string, options: Sent): Promise<Operation['metadata']> {
    const { body, signal, headers } = options
    const got = await exchange(await this.#open(signal), {
      method: 'POST',
      path: `${API}${path}`,
      headers: { 'content-type': 'application/octet-stream', ...headers },
      body,
      maxBytes: MOST_BYTES,
      signal,
    })
    const parsed = parse(got.body)
    if (parsed.type === 'error' || got.status >= 400) throw refusal(parsed, got.status)
    return this.wait(read(operation, parsed.metadata).id, signal)
  }

  /** A WebSocket of the API, paused: resume it when its listeners are there, or its first frames are lost. Frames are bounded. */
  async webSocket(path: string, signal: AbortSignal): Promise<WebSocket> {
    const stream = await this.#open(signal)
    const options = {
      createConnection: () => stream as never,
      perMessageDeflate: false,
      maxPayload: LONGEST_FRAME,
    }
    const socket = new WebSocket(`ws://lxd${API}${path}`, options)
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        signal.removeEventListener('abort', stop)
        socket.removeAllListeners('error')
        socket.removeAllListeners('unexpected-response')
        // What fails later ends with `close`, which is what callers listen for.
        socket.on('error', () => {})
        act()
      }
      const fail = (error: Error) =>
        settle(() => {
          socket.terminate()
          stream.destroy()
          reject(error)
        })
      const stop = () => fail(abortError(signal))
      socket.once('open', () =>
        settle(() => {
          // Frames that came with the answer are read before the code that awaits this promise runs.
          socket.pause()
          resolve(socket)
        }),
      )
      socket.once('unexpected-response', (_, response) =>
        fail(new LxdError(response.statusCode ?? 0, msg`LXD refused the WebSocket`)),
      )
      socket.once('error', (cause) => fail(new LxdLostError(textOf(cause), { cause })))
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
    })
  }

  async #request(method: Method, path: string, { signal, body, query }: Ask) {
    const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const got = await exchange(await this.#open(signal), {
      method,
      path: `${API}${path}${search}`,
      headers: { 'content-type': 'application/json' },
      body: text,
      maxBytes: MOST_BYTES,
      signal,
    })
    const parsed = parse(got.body)
    if (parsed.type === 'error' || got.status >= 400) throw refusal(parsed, got.status)
    return parsed
  }
}

const refusal = (parsed: z.infer<typeof answer>, status: number) =>
  new LxdError(parsed.error_code || status, quote(parsed.error ?? `status ${status}`))

/** Reads what LXD answers. @throws LxdProtocolError */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const found = schema.safeParse(value)
  if (found.success) return found.data
  throw new LxdProtocolError(msg`LXD answered something else than its documents say`, { cause: found.error })
}

function parse(body: Buffer): z.infer<typeof answer> {
  try {
    return read(answer, JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new LxdProtocolError(msg`LXD answered something else than its documents say`, { cause })
  }
}

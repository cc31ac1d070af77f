import { invalidInput, PanelError } from '../domain/shared/errors.ts'
import { kept } from '../shared/kept.ts'
import { msg } from '../shared/text.ts'
import type { Caller } from './call.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { checkShape, MOST_VALUES, MOST_VALUES_OF_LISTS } from './shape.ts'

const KIB = 1024
/** Limits of bodies before sign-in, and afterwards where an operation has no limit of its own. */
export const STRANGERS_BYTES = 16 * KIB
export const SIGNED_IN_BYTES = 1024 * KIB

/** Bodies that are being read at the same time may hold so much memory together. */
const HELD_BYTES = 64 * 1024 * KIB

/** A body has to arrive within the first many seconds, and one more for each part of this size that it may have. */
const PATIENCE_SECONDS = 10
const BYTES_PER_SECOND = 64 * KIB

export type BodyBound = { bytes: number; values: number }

/** What a call's body may have: 16 KiB for public operations, also when the caller is signed in. */
export const bodyBound = (e: Pick<AnyEndpoint, 'access' | 'longestList'>): BodyBound => ({
  bytes: e.access === 'public' || e.access === 'mfa_pending' ? STRANGERS_BYTES : SIGNED_IN_BYTES,
  values: e.longestList ? MOST_VALUES_OF_LISTS : MOST_VALUES,
})

/** The same for calls that come in one request: what may be asked by this caller decides. */
export function bodyBoundOf(endpoints: readonly AnyEndpoint[], { actor }: Pick<Caller, 'actor'>): BodyBound {
  const [only, ...more] = endpoints
  if (only && more.length === 0) return bodyBound(only)
  return { bytes: actor?.confirmed ? SIGNED_IN_BYTES : STRANGERS_BYTES, values: MOST_VALUES }
}

/** The JSON body, whatever its content type; absent, empty and `null` mean an empty object. */
export async function readBody(request: Request, most: BodyBound): Promise<unknown> {
  const text = await readJsonText(request, most)
  return text === '' ? {} : (parseJson(text) ?? {})
}

/** The text of a JSON body: within its bounds in bytes, time and number of values, but not parsed yet. Empty when there is none. */
export async function readJsonText(request: Request, most: BodyBound): Promise<string> {
  // Some clients put a byte order mark first.
  const text = (await readBounded(request, most.bytes)).replace(/^\ufeff/, '')
  if (text.trim() === '') return ''
  checkShape(text, most.values)
  return text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput(msg`The body is not valid JSON`)
  }
}

const tooLarge = (most: number) => {
  const size = most < 1024 * KIB ? `${most / KIB} KiB` : `${most / KIB / KIB} MiB`
  return new PanelError('too_large', msg`The body is over ${size}`)
}

/** Length of the body according to the request's header; 0 without one. */
export const lengthOf = (request: Request): number => Number(request.headers.get('content-length') ?? 0)

const place = kept<number>('bodyBytes')

/** A body as it arrives. */
export type Pieces = AsyncIterable<Uint8Array>

/** Of a request without a body. */
export async function* noPieces(): AsyncGenerator<Uint8Array> {}

/**
 * The body piece by piece; beyond its bound, or when it takes too long to arrive, it is refused before it has been read to its end.
 * @param most bytes
 * @throws PanelError 400 when it is compressed, 408 when it is late, 413 when it is too large
 */
export async function* piecesOf(request: Request, most: number): AsyncGenerator<Uint8Array> {
  const coding = request.headers.get('content-encoding') ?? 'identity'
  if (coding !== 'identity') throw invalidInput(msg`The body must not be compressed`, 'content-encoding')
  if (lengthOf(request) > most) throw tooLarge(most)
  if (!request.body) return
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  const seconds = PATIENCE_SECONDS + most / BYTES_PER_SECOND
  let late = () => {}
  const patience = new Promise<never>((_, reject) => {
    late = () => reject(new PanelError('too_slow', msg`The body did not arrive within ${Math.round(seconds)} seconds`))
  })
  // It may fire while the consumer works on a piece: without this it would be an unhandled rejection, which ends the process.
  patience.catch(() => {})
  const timer = setTimeout(late, seconds * 1000)
  let size = 0
  let ended = false
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), patience])
      ended = done
      if (done) return
      size += value.byteLength
      if (size > most) throw tooLarge(most)
      yield value
    }
  } finally {
    clearTimeout(timer)
    if (!ended) void reader.cancel().catch(() => {})
  }
}

/** All pieces in one; what is being gathered at the same time is bounded. @throws PanelError 503 when that is too much */
export async function gather(pieces: Pieces): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  try {
    for await (const piece of pieces) {
      hold(piece.byteLength)
      chunks.push(piece)
    }
    const whole = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
    let at = 0
    for (const chunk of chunks) {
      whole.set(chunk, at)
      at += chunk.byteLength
    }
    return whole
  } finally {
    place.value = (place.value ?? 0) - chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }
}

/** The body as text. */
export const readBounded = async (request: Request, most: number): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await gather(piecesOf(request, most)))

function hold(bytes: number) {
  const held = (place.value ?? 0) + bytes
  if (held > HELD_BYTES)
    throw new PanelError('unavailable', msg`The panel is receiving too much at this moment; try again`, {
      retryAfter: 2,
    })
  place.value = held
}

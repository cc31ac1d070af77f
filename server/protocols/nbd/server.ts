import type { Duplex } from 'node:stream'
import { abortError } from '../../shared/abort.ts'
import { Semaphore } from '../../shared/semaphore.ts'
import { ByteSource } from './byte-source.ts'
import { haggle, type Session } from './haggle.ts'
import { ALLOCATION } from './regions.ts'
import { blockStatusReply, errorReply, holeReply, type Reply, readReplyParts, simpleReply } from './server-replies.ts'
import type { NbdSource } from './source.ts'
import { allocation, command, commandFlag, errno, MAX_EXTENTS, REQUEST_BYTES, REQUEST_MAGIC } from './wire.ts'

/** QEMU asks for no more at once. */
const MAX_REQUEST = 32 << 20
/** Requests that are worked on at once, and how much they may hold together (counted in MiB). */
const DEPTH = 16
const HELD_MIB = 64
const HANDSHAKE_MS = 30_000

type Request = { type: number; flags: number; cookie: bigint; offset: number; length: number }

/**
 * Serves one disk to one client over any stream, until the client leaves, the stream ends, or the signal. What a client asks for is as hostile
 * as what a server answers: lengths are bounded, and a client that does not read its answers waits.
 *
 * @param offered metadata contexts that the client may ask for, all that the source knows unless given. What the source knows to be zeros is not sent
 * either way
 * @returns when the connection is over; never throws for what the client does
 */
export async function serveNbd(
  stream: Duplex,
  name: string,
  source: NbdSource,
  signal: AbortSignal,
  offered: readonly string[] = Object.keys(source.contexts ?? {}),
): Promise<void> {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  const end = () => stream.destroy()
  either.addEventListener('abort', end, { once: true })
  stream.on('error', () => {})
  stream.once('close', () => over.abort(new Error('The client left')))
  const patience = setTimeout(end, HANDSHAKE_MS).unref()
  const bytes = new ByteSource(stream)
  try {
    if (either.aborted) throw abortError(either)
    const session = await haggle(stream, bytes, name, source, offered)
    clearTimeout(patience)
    if (session) await answer(stream, bytes, source, session, either)
  } catch {
    // Whatever a client does, its connection ends.
  } finally {
    clearTimeout(patience)
    either.removeEventListener('abort', end)
    stream.end(() => stream.destroy())
    over.abort(new Error('The client left'))
  }
}

async function answer(stream: Duplex, bytes: ByteSource, source: NbdSource, session: Session, signal: AbortSignal) {
  const places = new Semaphore(DEPTH)
  const memory = new Semaphore(HELD_MIB)
  let sending: Promise<void> = Promise.resolve()
  const send = (parts: readonly Buffer[]) => {
    sending = sending.then(() => writeAll(stream, parts, signal))
    return sending
  }
  const answering = new Set<Promise<void>>()
  for (;;) {
    const head = await bytes.take(REQUEST_BYTES)
    if (head.readUInt32BE(0) !== REQUEST_MAGIC) return
    const offset = head.readBigUInt64BE(16)
    const [flags, type, length] = [head.readUInt16BE(4), head.readUInt16BE(6), head.readUInt32BE(24)]
    if (type === command.disconnect) {
      await Promise.all(answering)
      return
    }
    const carries = type === command.read || type === command.write
    if (carries && length > MAX_REQUEST) return
    const releases = [await places.acquire(signal)]
    for (let mib = carries ? Math.ceil(length / (1 << 20)) : 1; mib > 0; mib--)
      releases.push(await memory.acquire(signal))
    const data = type === command.write ? await bytes.take(length) : null
    const within = offset + BigInt(length) <= BigInt(source.size)
    const request: Request = {
      type,
      flags,
      cookie: head.readBigUInt64BE(8),
      offset: within ? Number(offset) : 0,
      length,
    }
    const reply: Promise<Reply> = within
      ? handle(source, session, request, data, signal).catch(() => ({ error: errno.io }))
      : Promise.resolve({ error: errno.invalid })
    const answered = reply
      .then((made) => send(encode(session, request, made)))
      .catch(() => void stream.destroy())
      .finally(() => {
        answering.delete(answered)
        for (const release of releases) release()
      })
    answering.add(answered)
  }
}

async function handle(
  source: NbdSource,
  session: Session,
  { type, flags, offset, length }: Request,
  data: Buffer | null,
  signal: AbortSignal,
): Promise<Reply> {
  if (type === command.read) {
    if (session.structured && length > 0 && isZero(source, offset, length)) return { zeros: length }
    const read = length === 0 ? Buffer.alloc(0) : await source.read(offset, length, signal)
    return read.length === length ? { data: read } : { error: errno.io }
  }
  if (type === command.blockStatus) {
    if (session.contexts.size === 0 || length === 0) return { error: errno.invalid }
    const one = (flags & commandFlag.requestOne) !== 0
    const lists = [...session.contexts].map(([id, name]) => {
      const extents = source.contexts?.[name]?.(offset, length).slice(0, one ? 1 : MAX_EXTENTS) ?? []
      return { id, extents }
    })
    return lists.every(({ extents }) => extents.length > 0) ? { lists } : { error: errno.io }
  }
  if (type === command.flush) {
    await source.flush?.(signal)
    return { done: true }
  }
  if (type !== command.write && type !== command.writeZeroes) return { error: errno.invalid }
  if (!source.write || !source.writeZeroes) return { error: errno.notPermitted }
  if (data) await source.write(offset, data, signal)
  else await source.writeZeroes(offset, length, signal)
  return { done: true }
}

/** Whether a source says, without reading, that a part is zeros: these are not sent. */
function isZero(source: NbdSource, offset: number, length: number): boolean {
  const extents = source.contexts?.[ALLOCATION]?.(offset, length) ?? []
  const known = extents.reduce((sum, extent) => sum + extent.length, 0)
  return known >= length && extents.every(({ flags }) => (flags & allocation.zero) !== 0)
}

function encode(session: Session, { type, cookie, offset }: Request, reply: Reply): Buffer[] {
  const structured = session.structured && (type === command.read || type === command.blockStatus)
  if ('error' in reply) return structured ? errorReply(cookie, reply.error) : simpleReply(cookie, reply.error)
  if ('zeros' in reply) return holeReply(cookie, offset, reply.zeros)
  if ('lists' in reply) return blockStatusReply(cookie, reply.lists)
  if ('data' in reply && structured) return readReplyParts(cookie, offset, reply.data)
  return [...simpleReply(cookie, 0), ...('data' in reply ? [reply.data] : [])]
}

/** Resolves when the client has taken enough of it that more may follow. */
function writeAll(stream: Duplex, parts: readonly Buffer[], signal: AbortSignal): Promise<void> {
  let free = true
  for (const part of parts) if (part.length > 0) free = stream.write(part)
  if (free || stream.destroyed || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    stream.once('drain', done)
    signal.addEventListener('abort', done, { once: true })
  })
}

import { msg, quote } from '../../shared/text.ts'
import type { ByteSource } from './byte-source.ts'
import { NbdError, violation } from './errors.ts'
import {
  CHUNK_ERROR,
  chunk,
  command,
  type Extent,
  LAST_CHUNK,
  MAX_EXTENTS,
  MAX_NAME,
  SIMPLE_REPLY_MAGIC,
  STRUCTURED_REPLY_MAGIC,
} from './wire.ts'

/** A request that waits for its answer. */
export type Pending = {
  type: number
  offset: number
  length: number
  /** Where what is read goes; null for requests that read nothing. */
  into: Buffer | null
  /** Bytes of it that have arrived. */
  filled: number
  extents: Map<string, Extent[]>
  /** The first error of an answer in several parts. */
  error: NbdError | null
  done: (error: NbdError | null) => void
}

/** Reads one part of an answer, judged by the request it belongs to. @throws NbdError when the connection is of no further use */
export async function readReply(
  bytes: ByteSource,
  waiting: Map<bigint, Pending>,
  contexts: ReadonlyMap<number, string>,
): Promise<void> {
  const magic = (await bytes.take(4)).readUInt32BE(0)
  if (magic === SIMPLE_REPLY_MAGIC) return readSimple(bytes, waiting)
  if (magic !== STRUCTURED_REPLY_MAGIC) throw violation(msg`Something that is no answer`)
  const head = await bytes.take(16)
  const [flags, type, length] = [head.readUInt16BE(0), head.readUInt16BE(2), head.readUInt32BE(12)]
  const cookie = head.readBigUInt64BE(4)
  const pending = waitingFor(waiting, cookie)
  if (type & CHUNK_ERROR) await readError(bytes, pending, type, length)
  else if (type === chunk.data && pending.into) await readData(bytes, pending, pending.into, length)
  else if (type === chunk.hole && pending.into) await readHole(bytes, pending, pending.into, length)
  else if (type === chunk.blockStatus && pending.type === command.blockStatus)
    await readExtents(bytes, pending, contexts, length)
  else if (type !== chunk.none || length !== 0 || !(flags & LAST_CHUNK))
    throw violation(msg`An answer that does not belong to its request`)
  if (flags & LAST_CHUNK) finish(waiting, cookie, pending, contexts.size)
}

function waitingFor(waiting: Map<bigint, Pending>, cookie: bigint): Pending {
  const pending = waiting.get(cookie)
  if (!pending) throw violation(msg`An answer to a request that was not made`)
  return pending
}

function finish(waiting: Map<bigint, Pending>, cookie: bigint, pending: Pending, contexts: number): void {
  if (!pending.error) {
    if (pending.into && pending.filled < pending.length) throw violation(msg`An answer that is not complete`)
    if (pending.type === command.blockStatus && pending.extents.size < contexts)
      throw violation(msg`An answer that is not complete`)
  }
  waiting.delete(cookie)
  pending.done(pending.error)
}

/** Also servers with structured replies answer so what carries no data. */
async function readSimple(bytes: ByteSource, waiting: Map<bigint, Pending>): Promise<void> {
  const head = await bytes.take(12)
  const cookie = head.readBigUInt64BE(4)
  const pending = waitingFor(waiting, cookie)
  const code = head.readUInt32BE(0)
  if (code === 0 && (pending.into || pending.type === command.blockStatus))
    throw violation(msg`An answer that does not belong to its request`)
  if (code !== 0) pending.error = requestError(code, '')
  finish(waiting, cookie, pending, 0)
}

const requestError = (code: number, text: string) =>
  new NbdError('refused', msg`The disk could not be read or written: ${quote(text || `error ${code}`)}`, {
    errno: code,
  })

async function readError(bytes: ByteSource, pending: Pending, type: number, length: number): Promise<void> {
  if (length < 6 || length > MAX_NAME) throw violation(msg`An answer of ${length} bytes`)
  const body = await bytes.take(length)
  const textBytes = body.readUInt16BE(4)
  const rest = type === chunk.error ? 0 : type === chunk.errorOffset ? 8 : Math.max(0, length - 6 - textBytes)
  if (6 + textBytes + rest !== length) throw violation(msg`An answer of ${length} bytes`)
  pending.error ??= requestError(body.readUInt32BE(0) || 5, body.toString('utf8', 6, 6 + textBytes))
}

/** Where a part of what is read goes: parts come in order, so that none is missing and none comes twice. */
function place(pending: Pending, offset: bigint, length: number): number {
  const next = BigInt(pending.offset + pending.filled)
  if (offset !== next || length < 1 || length > pending.length - pending.filled)
    throw violation(msg`Data outside of what was asked for`)
  const at = pending.filled
  pending.filled += length
  return at
}

async function readData(bytes: ByteSource, pending: Pending, into: Buffer, length: number): Promise<void> {
  if (length < 9) throw violation(msg`An answer of ${length} bytes`)
  const offset = (await bytes.take(8)).readBigUInt64BE(0)
  const at = place(pending, offset, length - 8)
  await bytes.into(into.subarray(at, at + length - 8))
}

async function readHole(bytes: ByteSource, pending: Pending, into: Buffer, length: number): Promise<void> {
  if (length !== 12) throw violation(msg`An answer of ${length} bytes`)
  const body = await bytes.take(12)
  const zeros = body.readUInt32BE(8)
  const at = place(pending, body.readBigUInt64BE(0), zeros)
  into.fill(0, at, at + zeros)
}

async function readExtents(
  bytes: ByteSource,
  pending: Pending,
  contexts: ReadonlyMap<number, string>,
  length: number,
): Promise<void> {
  if (length < 12 || (length - 4) % 8 !== 0 || (length - 4) / 8 > MAX_EXTENTS)
    throw violation(msg`An answer of ${length} bytes`)
  const body = await bytes.take(length)
  const name = contexts.get(body.readUInt32BE(0))
  if (name === undefined || pending.extents.has(name)) throw violation(msg`A context that was not asked for`)
  const extents: Extent[] = []
  let left = pending.length
  for (let at = 4; at < length; at += 8) {
    const span = body.readUInt32BE(at)
    if (span === 0 || left === 0) throw violation(msg`Data outside of what was asked for`)
    // The last one may reach further than the question.
    const within = Math.min(span, left)
    left -= within
    extents.push({ length: within, flags: body.readUInt32BE(at + 4) })
  }
  pending.extents.set(name, extents)
}

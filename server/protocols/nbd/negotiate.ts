import type { Duplex } from 'node:stream'
import { msg, quote } from '../../shared/text.ts'
import type { ByteSource } from './byte-source.ts'
import { NbdError, violation } from './errors.ts'
import {
  counted,
  GREETING,
  handshakeFlag,
  info,
  MAX_NAME,
  OPTION_ERROR,
  OPTION_MAGIC,
  OPTION_REPLY_MAGIC,
  option,
  optionReply,
  u16,
  u32,
} from './wire.ts'

/** What a server says of an export. */
export type ExportInfo = {
  /** In bytes. */
  size: number
  /** Bits of `exportFlag`. */
  flags: number
  /** Names of the metadata contexts that were granted, by the number that extents carry. */
  contexts: Map<number, string>
}

const MAX_REPLY_BYTES = 2 * MAX_NAME
const MAX_REPLIES = 64
/** Offsets are kept as numbers: exact up to 8 PiB. */
const MAX_SIZE = BigInt(Number.MAX_SAFE_INTEGER)

type OptionReply = { type: number; data: Buffer }

/**
 * Fixed newstyle handshake up to the first request: structured replies, the wanted contexts, and the export.
 * @throws NbdError `protocol`, `refused` for an export the server does not have or a server that is too old, `closed`
 */
export async function negotiate(
  stream: Duplex,
  bytes: ByteSource,
  name: string,
  wanted: readonly string[],
): Promise<ExportInfo> {
  const greeting = await bytes.take(18)
  if (!greeting.subarray(0, 16).equals(GREETING)) throw violation(msg`It does not greet as a server of this protocol`)
  const offered = greeting.readUInt16BE(16)
  if (!(offered & handshakeFlag.fixedNewstyle)) throw tooOld()
  stream.write(u32(handshakeFlag.fixedNewstyle | (offered & handshakeFlag.noZeroes)))
  const ask = (number: number, data: Buffer = Buffer.alloc(0)) => {
    stream.write(Buffer.concat([OPTION_MAGIC, u32(number), u32(data.length), data]))
    return replies(bytes, number)
  }
  if ((await ask(option.structuredReply)).refused !== null) throw tooOld()
  const contexts = wanted.length === 0 ? new Map<number, string>() : await grantedContexts(ask, name, wanted)
  const go = await ask(option.go, Buffer.concat([counted(name), u16(0)]))
  if (go.refused !== null) throw new NbdError('refused', msg`The node does not serve the disk: ${quote(go.refused)}`)
  return { ...exportOf(go.list), contexts }
}

const tooOld = () => new NbdError('refused', msg`The disk server of the node is too old: QEMU 5.2 or newer is needed`)

async function grantedContexts(
  ask: (number: number, data: Buffer) => ReturnType<typeof replies>,
  name: string,
  wanted: readonly string[],
): Promise<Map<number, string>> {
  const data = Buffer.concat([counted(name), u32(wanted.length), ...wanted.map(counted)])
  const granted = new Map<number, string>()
  const { list, refused } = await ask(option.setMetaContext, data)
  if (refused !== null) return granted
  for (const one of list) {
    if (one.type !== optionReply.metaContext || one.data.length < 5) throw violation(msg`A context without a name`)
    const context = one.data.toString('utf8', 4)
    const id = one.data.readUInt32BE(0)
    if (!wanted.includes(context) || granted.has(id) || [...granted.values()].includes(context))
      throw violation(msg`A context that was not asked for`)
    granted.set(id, context)
  }
  return granted
}

function exportOf(list: readonly OptionReply[]): { size: number; flags: number } {
  const found = list.filter(
    ({ type, data }) => type === optionReply.info && data.length >= 2 && data.readUInt16BE(0) === info.export,
  )
  const [one] = found
  if (!one || found.length > 1 || one.data.length !== 12) throw violation(msg`It does not say how large the disk is`)
  const size = one.data.readBigUInt64BE(2)
  if (size > MAX_SIZE) throw violation(msg`The disk has an impossible size`)
  return { size: Number(size), flags: one.data.readUInt16BE(10) }
}

/** The answers to one option up to the acknowledgement, or the text of its refusal. */
async function replies(bytes: ByteSource, asked: number): Promise<{ list: OptionReply[]; refused: string | null }> {
  const list: OptionReply[] = []
  for (;;) {
    const head = await bytes.take(20)
    const [type, length] = [head.readUInt32BE(12), head.readUInt32BE(16)]
    if (head.readBigUInt64BE(0) !== OPTION_REPLY_MAGIC || head.readUInt32BE(8) !== asked)
      throw violation(msg`An answer to another question`)
    if (length > MAX_REPLY_BYTES) throw violation(msg`An answer of ${length} bytes`)
    const data = await bytes.take(length)
    if (type >= OPTION_ERROR) return { list, refused: data.toString('utf8') || `error ${type - OPTION_ERROR}` }
    if (type === optionReply.ack) return { list, refused: null }
    if (list.length >= MAX_REPLIES) throw violation(msg`More than ${MAX_REPLIES} answers to one question`)
    list.push({ type, data })
  }
}

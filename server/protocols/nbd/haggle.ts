import type { Duplex } from 'node:stream'
import type { ByteSource } from './byte-source.ts'
import type { NbdSource } from './source.ts'
import {
  counted,
  exportFlag,
  GREETING,
  handshakeFlag,
  info,
  MAX_NAME,
  OPTION_MAGIC,
  OPTION_REPLY_MAGIC,
  option,
  optionError,
  optionReply,
  u16,
  u32,
  u64,
} from './wire.ts'

/** What client and server have agreed on. */
export type Session = { structured: boolean; contexts: Map<number, string> }

const MAX_OPTIONS = 64
const MAX_OPTION_BYTES = 4 * MAX_NAME
const MAX_QUERIES = 32
/** What clients are told to ask for at best. */
const BLOCK = { least: 1, preferred: 65_536, most: 32 << 20 }

/**
 * The handshake as a server, up to the first request; null when the client leaves or does not keep to the protocol.
 * @param offered metadata contexts that the client may choose from
 */
export async function haggle(
  stream: Duplex,
  bytes: ByteSource,
  name: string,
  source: NbdSource,
  offered: readonly string[],
): Promise<Session | null> {
  const session: Session = { structured: false, contexts: new Map() }
  stream.write(Buffer.concat([GREETING, u16(handshakeFlag.fixedNewstyle | handshakeFlag.noZeroes)]))
  const client = (await bytes.take(4)).readUInt32BE(0)
  if (!(client & handshakeFlag.fixedNewstyle) || client > 3) return null
  const reply = (asked: number, type: number, data: Buffer = Buffer.alloc(0)) =>
    stream.write(Buffer.concat([u64(OPTION_REPLY_MAGIC), u32(asked), u32(type), u32(data.length), data]))
  for (let n = 0; n < MAX_OPTIONS; n++) {
    const head = await bytes.take(16)
    const [asked, length] = [head.readUInt32BE(8), head.readUInt32BE(12)]
    if (!head.subarray(0, 8).equals(OPTION_MAGIC) || length > MAX_OPTION_BYTES) return null
    const data = await bytes.take(length)
    switch (asked) {
      case option.abort:
        reply(asked, optionReply.ack)
        return null
      case option.exportName:
        // The old way has no word for a refusal.
        if (data.toString('utf8') !== name) return null
        stream.write(Buffer.concat([u64(source.size), u16(flagsOf(source)), Buffer.alloc(client & 2 ? 0 : 124)]))
        return session
      case option.list:
        reply(asked, optionReply.server, counted(name))
        reply(asked, optionReply.ack)
        break
      case option.structuredReply:
        session.structured = true
        reply(asked, optionReply.ack)
        break
      case option.listMetaContext:
      case option.setMetaContext: {
        const found = contextsFor(data, name, offered, asked === option.listMetaContext)
        if (typeof found === 'number') reply(asked, found)
        else {
          if (asked === option.setMetaContext) session.contexts = session.structured ? found : new Map()
          for (const [id, context] of session.structured ? found : [])
            reply(asked, optionReply.metaContext, Buffer.concat([u32(id), Buffer.from(context)]))
          reply(asked, optionReply.ack)
        }
        break
      }
      case option.info:
      case option.go: {
        if (nameIn(data) !== name) {
          reply(asked, optionError.unknown)
          break
        }
        const { least, preferred, most } = BLOCK
        const sizes = Buffer.concat([u16(info.blockSize), u32(least), u32(preferred), u32(most)])
        reply(asked, optionReply.info, sizes)
        reply(asked, optionReply.info, Buffer.concat([u16(info.export), u64(source.size), u16(flagsOf(source))]))
        reply(asked, optionReply.ack)
        if (asked === option.go) return session
        break
      }
      default:
        reply(asked, optionError.unsupported)
    }
  }
  return null
}

const flagsOf = ({ write }: NbdSource) =>
  exportFlag.hasFlags |
  exportFlag.flush |
  exportFlag.multiConnection |
  (write ? exportFlag.writeZeroes : exportFlag.readOnly)

/** The name that an option begins with; null when it is none. */
function nameIn(data: Buffer): string | null {
  if (data.length < 4) return null
  const length = data.readUInt32BE(0)
  return length > MAX_NAME || 4 + length > data.length ? null : data.toString('utf8', 4, 4 + length)
}

/** Contexts by their numbers, or the error to answer. */
function contextsFor(
  data: Buffer,
  name: string,
  offered: readonly string[],
  listing: boolean,
): Map<number, string> | number {
  const asked = nameIn(data)
  if (asked === null) return optionError.invalid
  if (asked !== name) return optionError.unknown
  let at = 4 + data.readUInt32BE(0)
  if (data.length < at + 4) return optionError.invalid
  const count = data.readUInt32BE(at)
  at += 4
  if (count > MAX_QUERIES) return optionError.tooBig
  const wanted: string[] = []
  for (let n = 0; n < count; n++) {
    const query = nameIn(data.subarray(at))
    if (query === null) return optionError.invalid
    wanted.push(query)
    at += 4 + data.readUInt32BE(at)
  }
  const found = new Map<number, string>()
  for (const [id, context] of offered.entries()) {
    const isWanted = wanted.some((one) => one === context || (listing && one.endsWith(':') && context.startsWith(one)))
    if (isWanted || (listing && count === 0)) found.set(id + 1, context)
  }
  return found
}

import { msg } from '../../shared/text.ts'
import { ProtocolError } from './errors.ts'
import { XdrReader, XdrWriter } from './xdr.ts'

/** Program numbers (remote_protocol.x, qemu_protocol.x, virkeepaliveprotocol.x); all at version 1. */
export const program = { remote: 0x20008086, qemu: 0x20008087, keepalive: 0x6b656570 } as const

/** virNetMessageType and virNetMessageStatus of virnetprotocol.x. */
export const messageType = { call: 0, reply: 1, event: 2, stream: 3 } as const
export const messageStatus = { ok: 0, error: 1, continue: 2 } as const

export type Header = {
  program: number
  procedure: number
  type: number
  serial: number
  status: number
}

const headerBytes = 28
/** VIR_NET_MESSAGE_MAX plus the length word. */
const maxMessage = (32 << 20) + 4

/** One message: length of all, header, body (virnetprotocol.x, "RPC wire format"). */
export function encodeMessage(header: Header, body: Buffer): Buffer {
  const head = new XdrWriter()
    .uint(headerBytes + body.length)
    .uint(header.program)
    .uint(1)
    .int(header.procedure)
    .int(header.type)
    .uint(header.serial)
    .int(header.status)
    .finish()
  return body.length === 0 ? head : Buffer.concat([head, body])
}

function decodeMessage(message: Buffer): { header: Header; body: Buffer } {
  const reader = new XdrReader(message)
  reader.uint()
  const number = reader.uint()
  const version = reader.uint()
  if (version !== 1) throw new ProtocolError(msg`Version ${version} of program ${number}`)
  const header = {
    program: number,
    procedure: reader.int(),
    type: reader.int(),
    serial: reader.uint(),
    status: reader.int(),
  }
  // The raw bytes: stream data has no padding.
  return { header, body: message.subarray(headerBytes) }
}

/** Cuts a byte stream into messages; holds at most one message that is not complete. */
export class MessageSplitter {
  #chunks: Buffer[] = []
  #held = 0
  #needed = 4

  /**
   * Takes the next bytes, gives the messages they complete.
   *
   * @throws ProtocolError when a length is impossible; the splitter is of no use afterwards
   */
  feed(chunk: Buffer): { header: Header; body: Buffer }[] {
    const messages: { header: Header; body: Buffer }[] = []
    this.#chunks.push(chunk)
    this.#held += chunk.length
    while (this.#held >= this.#needed) {
      const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
      const length = all.readUInt32BE(0)
      if (length < headerBytes || length > maxMessage) throw new ProtocolError(msg`A message of ${length} bytes`)
      const complete = all.length >= length
      const rest = complete ? all.subarray(length) : all
      this.#chunks = rest.length > 0 ? [rest] : []
      this.#held = rest.length
      this.#needed = complete ? 4 : length
      if (complete) messages.push(decodeMessage(all.subarray(0, length)))
    }
    return messages
  }
}

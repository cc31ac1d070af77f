import { tag } from '../../../server/protocols/snmp/ber.ts'

/** PDU types of AgentX (RFC 2741, 6.1). */
export const pduType = {
  open: 1,
  register: 3,
  get: 5,
  getNext: 6,
  getBulk: 7,
  testSet: 8,
  commitSet: 9,
  undoSet: 10,
  cleanupSet: 11,
  ping: 13,
  response: 18,
} as const

export type Header = {
  type: number
  flags: number
  session: number
  transaction: number
  packet: number
  length: number
}

export const headerLength = 20
const networkOrder = 0x10

export function readHeader(bytes: Buffer): Header {
  return {
    type: bytes.readUInt8(1),
    flags: bytes.readUInt8(2),
    session: bytes.readUInt32BE(4),
    transaction: bytes.readUInt32BE(8),
    packet: bytes.readUInt32BE(12),
    length: bytes.readUInt32BE(16),
  }
}

export function packet(header: Omit<Header, 'length' | 'flags'>, ...payload: Buffer[]): Buffer {
  const body = Buffer.concat(payload)
  const head = Buffer.alloc(headerLength)
  head.set([1, header.type, networkOrder, 0])
  head.writeUInt32BE(header.session, 4)
  head.writeUInt32BE(header.transaction, 8)
  head.writeUInt32BE(header.packet, 12)
  head.writeUInt32BE(body.length, 16)
  return Buffer.concat([head, body])
}

export function oidBytes(oid: readonly number[], include = false): Buffer {
  const bytes = Buffer.alloc(4 + oid.length * 4)
  bytes.set([oid.length, 0, include ? 1 : 0, 0])
  for (const [i, arc] of oid.entries()) bytes.writeUInt32BE(arc, 4 + i * 4)
  return bytes
}

export function octetBytes(content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(4 + Math.ceil(content.length / 4) * 4)
  bytes.writeUInt32BE(content.length)
  bytes.set(content, 4)
  return bytes
}

/** Reads what a master agent sends. */
export class WireReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length
  }

  number(size: 2 | 4): number {
    const value = this.#bytes.readUIntBE(this.#at, size)
    this.#at += size
    return value
  }

  skip(size: number): void {
    this.#at += size
  }

  oid(): { arcs: number[]; include: boolean } {
    const [count = 0, prefix = 0, include = 0] = this.#bytes.subarray(this.#at, this.#at + 3)
    this.#at += 4
    const arcs = prefix ? [1, 3, 6, 1, prefix] : []
    for (let i = 0; i < count; i += 1) arcs.push(this.number(4))
    return { arcs, include: include === 1 }
  }

  octets(): Buffer {
    const length = this.number(4)
    const content = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += Math.ceil(length / 4) * 4
    return content
  }

  /** A value to be written: type as in BER, numbers and bytes. */
  written(): { arcs: number[]; type: number; number: number; bytes: Buffer } {
    const type = this.number(2)
    this.skip(2)
    const { arcs } = this.oid()
    if (type === tag.integer) return { arcs, type, number: this.number(4) | 0, bytes: Buffer.alloc(0) }
    if (type === tag.gauge || type === tag.counter || type === tag.ticks)
      return { arcs, type, number: this.number(4), bytes: Buffer.alloc(0) }
    if (type === tag.octets || type === tag.address) return { arcs, type, number: 0, bytes: Buffer.from(this.octets()) }
    throw new Error(`A value of type ${type} cannot be written here`)
  }
}

import { msg } from '../../shared/text.ts'
import { ProtocolError } from './errors.ts'

/** REMOTE_STRING_MAX of remote_protocol.x. */
const maxString = 4 << 20

const padding = (length: number) => (4 - (length % 4)) % 4

/** Writes XDR (RFC 4506) into one growing buffer. */
export class XdrWriter {
  #buffer = Buffer.allocUnsafe(256)
  #length = 0

  #room(bytes: number): number {
    const at = this.#length
    this.#length += bytes
    if (this.#length > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length))
      this.#buffer.copy(grown, 0, 0, at)
      this.#buffer = grown
    }
    return at
  }

  int(value: number): this {
    const at = this.#room(4)
    this.#buffer.writeInt32BE(value, at)
    return this
  }

  uint(value: number): this {
    const at = this.#room(4)
    this.#buffer.writeUInt32BE(value, at)
    return this
  }

  unsignedHyper(value: bigint): this {
    const at = this.#room(8)
    this.#buffer.writeBigUInt64BE(value, at)
    return this
  }

  /** Bytes as they are; the length must be known to the reader and is padded to four. */
  fixed(data: Buffer): this {
    const at = this.#room(data.length + padding(data.length))
    data.copy(this.#buffer, at)
    this.#buffer.fill(0, at + data.length, this.#length)
    return this
  }

  string(value: string): this {
    const data = Buffer.from(value, 'utf8')
    if (data.length > maxString) throw new RangeError('The text is longer than libvirt takes')
    return this.uint(data.length).fixed(data)
  }

  optionalString(value: string | null): this {
    return value === null ? this.uint(0) : this.uint(1).string(value)
  }

  finish(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }
}

/** Reads XDR; never past the end, and never makes more of a length than the message can hold. */
export class XdrReader {
  readonly #data: Buffer
  #at = 0

  constructor(data: Buffer) {
    this.#data = data
  }

  get remaining(): number {
    return this.#data.length - this.#at
  }

  #take(bytes: number): number {
    if (bytes > this.remaining) throw new ProtocolError(msg`Message ends ${bytes - this.remaining} bytes too early`)
    const at = this.#at
    this.#at += bytes
    return at
  }

  int(): number {
    return this.#data.readInt32BE(this.#take(4))
  }

  uint(): number {
    return this.#data.readUInt32BE(this.#take(4))
  }

  hyper(): bigint {
    return this.#data.readBigInt64BE(this.#take(8))
  }

  unsignedHyper(): bigint {
    return this.#data.readBigUInt64BE(this.#take(8))
  }

  double(): number {
    return this.#data.readDoubleBE(this.#take(8))
  }

  /** A view on the next bytes, without their padding. */
  fixed(length: number): Buffer {
    const at = this.#take(length + padding(length))
    return this.#data.subarray(at, at + length)
  }

  string(limit = maxString): string {
    const length = this.uint()
    if (length > limit) throw new ProtocolError(msg`A text of ${length} bytes where at most ${limit} may be`)
    return this.fixed(length).toString('utf8')
  }

  optional<T>(read: () => T): T | null {
    const present = this.uint()
    if (present > 1) throw new ProtocolError(msg`Invalid presence flag: ${present}`)
    return present === 1 ? read() : null
  }

  /** An array whose elements take at least `minimum` bytes each, so that a huge count is refused before anything is made. */
  array<T>(limit: number, minimum: number, read: () => T): T[] {
    const count = this.uint()
    if (count > limit || count * minimum > this.remaining) throw new ProtocolError(msg`An array of ${count} elements`)
    return Array.from({ length: count }, read)
  }

  rest(): Buffer {
    return this.fixed(this.remaining)
  }
}

/** BER as SNMP uses it (X.690; RFC 3417, 8), for agents of our own. Nothing but definite lengths. */
export const tag = {
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  address: 0x40,
  counter: 0x41,
  gauge: 0x42,
  ticks: 0x43,
  counter64: 0x46,
  noSuchObject: 0x80,
  noSuchInstance: 0x81,
  endOfMibView: 0x82,
  getRequest: 0xa0,
  getNextRequest: 0xa1,
  response: 0xa2,
  setRequest: 0xa3,
  getBulkRequest: 0xa5,
} as const

export class BerError extends Error {
  override readonly name = 'BerError'
}

/** One element of type, length and content. */
export function element(type: number, ...content: Uint8Array[]): Buffer {
  let length = 0
  for (const part of content) length += part.length
  const head =
    length < 0x80
      ? [type, length]
      : length < 0x100
        ? [type, 0x81, length]
        : length < 0x10000
          ? [type, 0x82, length >> 8, length & 0xff]
          : [type, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff]
  return Buffer.concat([Uint8Array.from(head), ...content])
}

/** A whole number in two's complement, as short as can be. */
export function integerElement(value: number | bigint, type: number = tag.integer): Buffer {
  const octets: number[] = []
  let rest = BigInt(value)
  for (;;) {
    const byte = Number(rest & 0xffn)
    octets.unshift(byte)
    rest >>= 8n
    if ((rest === 0n && byte < 0x80) || (rest === -1n && byte >= 0x80)) break
  }
  return element(type, Uint8Array.from(octets))
}

export function oidElement(oid: readonly number[]): Buffer {
  const octets: number[] = []
  const [first = 0, second = 0, ...rest] = oid
  for (const arc of [first * 40 + second, ...rest]) {
    const digits = [arc & 0x7f]
    for (let value = Math.floor(arc / 128); value > 0; value = Math.floor(value / 128))
      digits.unshift(0x80 | (value & 0x7f))
    octets.push(...digits)
  }
  return element(tag.oid, Uint8Array.from(octets))
}

/** Reads elements one after the other. @throws BerError when the bytes are not what is expected */
export class BerReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** The next element. @param expected its type, when only one will do */
  read(expected?: number): { type: number; content: Buffer } {
    const type = this.#byte()
    if (expected !== undefined && type !== expected) throw new BerError(`Expected type ${expected}, found ${type}`)
    let length = this.#byte()
    if (length & 0x80) {
      const count = length & 0x7f
      if (count === 0 || count > 3) throw new BerError('Unusable length')
      length = 0
      for (let i = 0; i < count; i += 1) length = length * 256 + this.#byte()
    }
    if (this.#at + length > this.#bytes.length) throw new BerError('Truncated')
    const content = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return { type, content }
  }

  integer(expected: number = tag.integer): number {
    return integerOf(this.read(expected).content)
  }

  oid(): number[] {
    return oidOf(this.read(tag.oid).content)
  }

  #byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new BerError('Truncated')
    this.#at += 1
    return byte
  }
}

export function integerOf(content: Buffer): number {
  if (content.length === 0 || content.length > 5) throw new BerError('Unusable integer')
  return content.readIntBE(0, content.length)
}

export function oidOf(content: Buffer): number[] {
  if (content.length === 0 || content.length > 512) throw new BerError('Unusable OID')
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (arc > 0xffffffff) throw new BerError('Unusable OID')
    if (byte & 0x80) continue
    arcs.push(arc)
    arc = 0
  }
  const joined = arcs.shift() ?? 0
  const first = Math.min(2, Math.floor(joined / 40))
  return [first, joined - first * 40, ...arcs]
}

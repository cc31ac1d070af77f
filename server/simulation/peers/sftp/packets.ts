/*
 * Messages of SFTP version 3 (draft-ietf-secsh-filexfer-02): length 4, type 1, and what belongs to it.
 */
export const type = {
  init: 1,
  version: 2,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
  setstat: 9,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  stat: 17,
  status: 101,
  handle: 102,
  data: 103,
  name: 104,
  attrs: 105,
  extended: 200,
  extendedReply: 201,
} as const

export const status = { ok: 0, eof: 1, noSuchFile: 2, permissionDenied: 3, failure: 4, unsupported: 8 } as const

const MOST = 300 * 1024

/** Cuts a stream into messages. @throws RangeError for one that is longer than OpenSSH takes */
export function messages(take: (message: Buffer) => void): (piece: Buffer) => void {
  let held: Buffer = Buffer.alloc(0)
  return (piece) => {
    held = held.length === 0 ? piece : Buffer.concat([held, piece])
    while (held.length >= 4) {
      const length = held.readUInt32BE(0)
      if (length > MOST) throw new RangeError('The message is too long')
      if (held.length < 4 + length) return
      take(held.subarray(4, 4 + length))
      held = held.subarray(4 + length)
    }
  }
}

/** Reads the parts of a message. */
export class PacketReader {
  #at: number
  readonly #packet: Buffer

  constructor(packet: Buffer, at: number) {
    this.#packet = packet
    this.#at = at
  }

  uint(): number {
    this.#at += 4
    return this.#packet.readUInt32BE(this.#at - 4)
  }

  long(): number {
    this.#at += 8
    return Number(this.#packet.readBigUInt64BE(this.#at - 8))
  }

  bytes(): Buffer {
    const length = this.uint()
    this.#at += length
    return this.#packet.subarray(this.#at - length, this.#at)
  }

  text(): string {
    return this.bytes().toString('utf8')
  }

  /** Times of attributes, seconds; null when they hold none. */
  modified(): number | null {
    const flags = this.uint()
    if (flags & 1) this.long()
    if (flags & 2) this.#at += 8
    if (flags & 4) this.uint()
    if (!(flags & 8)) return null
    this.uint()
    return this.uint()
  }
}

export const uint = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
export const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
export const text = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint(bytes.length), bytes])
}

/** Attributes of a file or folder: size, permissions, times. */
export const attributes = (isFolder: boolean, size: number, modified: number): Buffer =>
  Buffer.concat([uint(1 | 4 | 8), long(size), uint(isFolder ? 0o40700 : 0o100600), uint(modified), uint(modified)])

/** A message to send. */
export function packet(kind: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from([kind]), ...parts])
  return Buffer.concat([uint(body.length), body])
}

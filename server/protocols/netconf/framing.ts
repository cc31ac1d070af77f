import { msg } from '../../shared/text.ts'
import { NetconfError } from './errors.ts'

const delimiter = ']]>]]>'
const newline = 0x0a

/** Cuts a stream into messages: by the delimiter of base 1.0, and by chunks of base 1.1 once both sides know it (RFC 6242, 4). */
export class MessageReader {
  readonly #limit: number
  #buffer: Buffer = Buffer.alloc(0)
  #chunks: Buffer[] = []
  #size = 0
  /** Where the search for the delimiter goes on. */
  #searched = 0
  chunked = false

  /** @param limit bytes of one message at most */
  constructor(limit: number) {
    this.#limit = limit
  }

  push(data: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? data : Buffer.concat([this.#buffer, data])
  }

  /** The next whole message, or null until more has come. @throws NetconfError protocol_error */
  next(): string | null {
    return this.chunked ? this.#nextChunked() : this.#nextDelimited()
  }

  #nextDelimited(): string | null {
    const end = this.#buffer.indexOf(delimiter, this.#searched)
    if (end < 0) {
      if (this.#buffer.length > this.#limit) throw tooLong()
      this.#searched = Math.max(0, this.#buffer.length - delimiter.length)
      return null
    }
    const message = this.#buffer.toString('utf8', 0, end)
    this.#take(end + delimiter.length)
    this.#searched = 0
    return message
  }

  #nextChunked(): string | null {
    for (;;) {
      if (this.#buffer.length < 4) return null
      const end = this.#buffer.indexOf(newline, 2)
      if (end < 0) {
        if (this.#buffer.length > 16) throw broken()
        return null
      }
      const header = this.#buffer.toString('latin1', 0, Math.min(end + 1, 16))
      if (header === '\n##\n') {
        if (this.#chunks.length === 0) throw broken()
        const message = Buffer.concat(this.#chunks).toString('utf8')
        this.#chunks = []
        this.#size = 0
        this.#take(end + 1)
        return message
      }
      const match = /^\n#([1-9]\d{0,9})\n$/.exec(header)
      if (!match) throw broken()
      const length = Number(match[1])
      if (this.#size + length > this.#limit) throw tooLong()
      if (this.#buffer.length < end + 1 + length) return null
      this.#chunks.push(this.#buffer.subarray(end + 1, end + 1 + length))
      this.#size += length
      this.#take(end + 1 + length)
    }
  }

  #take(count: number): void {
    this.#buffer = this.#buffer.subarray(count)
  }
}

const broken = () => new NetconfError('protocol_error', msg`The peer violates the framing of RFC 6242`)
const tooLong = () => new NetconfError('protocol_error', msg`The peer sent a message that is too long`)

/** A message as it goes over the wire. */
export function frame(message: string, chunked: boolean): string {
  return chunked ? `\n#${Buffer.byteLength(message)}\n${message}\n##\n` : `${message}${delimiter}`
}

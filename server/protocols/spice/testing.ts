import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { AUTH_SELECTION, AUTH_SPICE, HEADER_BYTES, KEY_BYTES, sealedPassword } from './link.ts'

// For tests: the program's side of a link, which sends an empty password as programs do that were given none.

/** One connection of a SPICE program. */
export class SpiceProgram {
  readonly stream: Duplex

  constructor(stream: Duplex) {
    this.stream = stream.on('error', () => {})
  }

  /** The message that begins a channel of a session; 0 for a new one. */
  static message(channel_type: number, connection_id: number): Buffer {
    const bytes = Buffer.alloc(HEADER_BYTES + 22)
    bytes.write('REDQ', 'latin1')
    bytes.writeUInt32LE(2, 4)
    bytes.writeUInt32LE(2, 8)
    bytes.writeUInt32LE(22, 12)
    bytes.writeUInt32LE(connection_id, 16)
    bytes.writeUInt8(channel_type, 20)
    bytes.writeUInt32LE(1, 22)
    bytes.writeUInt32LE(18, 30)
    bytes.writeUInt32LE(AUTH_SELECTION | (1 << AUTH_SPICE), 34)
    return bytes
  }

  /** Exactly so many bytes. @throws Error when the connection ends before */
  async read(count: number): Promise<Buffer> {
    for (;;) {
      const bytes: Buffer | null = this.stream.read(count)
      if (bytes?.length === count) return bytes
      if (bytes !== null || this.stream.readableEnded || this.stream.destroyed) throw new Error('The connection ended')
      const gone = new AbortController()
      const ended = Promise.race([
        once(this.stream, 'readable', { signal: gone.signal }),
        once(this.stream, 'end', { signal: gone.signal }),
        once(this.stream, 'close', { signal: gone.signal }),
      ])
      await ended.finally(() => gone.abort())
    }
  }

  /** Links a channel. @returns the verdict of the server, 0 when the channel is open */
  async link(channel_type: number, connection_id: number): Promise<number> {
    this.stream.write(SpiceProgram.message(channel_type, connection_id))
    const header = await this.read(HEADER_BYTES)
    const body = await this.read(header.readUInt32LE(12))
    const way = Buffer.alloc(4)
    way.writeUInt32LE(AUTH_SPICE)
    this.stream.write(Buffer.concat([way, sealedPassword(body.subarray(4, 4 + KEY_BYTES), '')]))
    return (await this.read(4)).readUInt32LE(0)
  }
}

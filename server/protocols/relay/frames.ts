/** Of `relay.py`, which says what they mean. */
export type FrameKind = 'H' | 'O' | 'K' | 'E' | 'R' | 'D' | 'W' | 'C'
export type Frame = { kind: FrameKind; channel: number; payload: Buffer }

const HEAD = 9
export const MAX_FRAME = 64 * 1024
export const WINDOW = 256 * 1024

export function frame(kind: FrameKind, channel: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const made = Buffer.allocUnsafe(HEAD + payload.length)
  made.write(kind, 0, 'latin1')
  made.writeUInt32BE(channel, 1)
  made.writeUInt32BE(payload.length, 5)
  payload.copy(made, HEAD)
  return made
}

export function creditFrame(channel: number, count: number): Buffer {
  const payload = Buffer.allocUnsafe(4)
  payload.writeUInt32BE(count)
  return frame('W', channel, payload)
}

/** Cuts a stream into frames. @throws RangeError for one that is longer than any may be */
export class FrameReader {
  #parts: Buffer[] = []
  #length = 0
  #needed = HEAD

  push(chunk: Buffer): Frame[] {
    this.#parts.push(chunk)
    this.#length += chunk.length
    if (this.#length < this.#needed) return []
    let bytes = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts)
    const frames: Frame[] = []
    this.#needed = HEAD
    while (bytes.length >= HEAD) {
      const length = bytes.readUInt32BE(5)
      if (length > MAX_FRAME) throw new RangeError(`The relay sent a frame of ${length} bytes`)
      if (bytes.length < HEAD + length) {
        this.#needed = HEAD + length
        break
      }
      const kind = String.fromCharCode(bytes[0]!) as FrameKind
      frames.push({ kind, channel: bytes.readUInt32BE(1), payload: bytes.subarray(HEAD, HEAD + length) })
      bytes = bytes.subarray(HEAD + length)
    }
    this.#parts = bytes.length > 0 ? [bytes] : []
    this.#length = bytes.length
    return frames
  }
}

import type { Duplex } from 'node:stream'
import { clientMessageLength, INCOMPLETE } from '../../../protocols/rfb/client-messages.ts'
import { Damage, type Rect } from '../../../protocols/rfb/damage.ts'
import { RfbError } from '../../../protocols/rfb/errors.ts'
import { encodeHextile, encodeRaw, type PackedPalette, type Raster } from '../../../protocols/rfb/hextile.ts'
import {
  defaultPixelFormat,
  encodePixelFormat,
  packPalette,
  parsePixelFormat,
} from '../../../protocols/rfb/pixel-format.ts'
import { serverHandshake } from '../../../protocols/rfb/server-handshake.ts'
import { runSteps } from '../../../protocols/rfb/steps.ts'
import { msg } from '../../../shared/text.ts'

/** A picture of fixed size that changes; `onDamage` returns the way to stop listening. */
export type Picture = Raster & {
  /** 0xRRGGBB each, at most 256. */
  palette: readonly number[]
  onDamage(listener: (area: Rect) => void): () => void
}

export type RfbServerOptions = {
  picture: Picture
  name: string
  /** null: security None. */
  password: string | null
  onKey: (keysym: number, down: boolean) => void
  signal?: AbortSignal
}

const HANDSHAKE_MS = 10_000
const LINGER_MS = 2_000
const HEXTILE = 5
const CUT_TEXT = 6
const QEMU_EXTENDED_KEY = -258

/**
 * Serves a picture to one client: security None or VNC, Raw and Hextile, incremental updates, plain and QEMU key events
 * (RFC 6143). Nothing is queued for a slow client: what changed meanwhile goes out in its next update. Resolves when the client
 * is gone or the signal fires; the stream is closed then.
 */
export async function serveRfb(stream: Duplex, options: RfbServerOptions): Promise<void> {
  stream.on('error', () => {}) // a client may vanish at any point; 'close' says so below
  try {
    const steps = serverHandshake((bytes) => stream.write(bytes), options.password)
    await runSteps(stream, steps, { timeoutMs: HANDSHAKE_MS, peer: msg`The VNC client`, signal: options.signal })
  } catch (error) {
    hangUp(stream)
    if (error instanceof RfbError) return
    throw error
  }
  const session = new Session(stream, options)
  await session.closed
}

/** Lets the last bytes out, takes no more in, and does not wait for ever. */
function hangUp(stream: Duplex): void {
  stream.end()
  stream.resume()
  const timer = setTimeout(() => stream.destroy(), LINGER_MS)
  stream.once('close', () => clearTimeout(timer))
}

class Session {
  readonly closed: Promise<void>
  #stream: Duplex
  #options: RfbServerOptions
  #damage: Damage
  #palette: PackedPalette
  #hextile = false
  /** The QEMU key extension was requested (`true`) and then confirmed once (`null`: nothing to send). */
  #confirmKeys: boolean | null = false
  #requested: Rect | null = null
  #scheduled = false
  #held: Buffer = Buffer.alloc(0)
  /** Remaining bytes of a clipboard message, which are discarded. */
  #skip = 0

  constructor(stream: Duplex, options: RfbServerOptions) {
    const { picture, signal } = options
    this.#stream = stream
    this.#options = options
    this.#damage = new Damage(picture.width, picture.height)
    this.#palette = { bytes: defaultPixelFormat.bytes, colours: packPalette(picture.palette, defaultPixelFormat) }
    const stopListening = picture.onDamage((area) => {
      this.#damage.add(area)
      this.#schedule()
    })
    const end = () => {
      this.#send() // the last picture, if one was asked for
      hangUp(stream)
    }
    this.closed = new Promise((resolve) => {
      stream.once('close', () => {
        stopListening()
        signal?.removeEventListener('abort', end)
        resolve()
      })
    })
    stream.on('data', (chunk: Buffer) => this.#receive(chunk))
    stream.once('end', () => stream.end())
    stream.on('drain', () => this.#schedule())
    signal?.addEventListener('abort', end, { once: true })
    this.#sendInit()
    stream.resume()
    if (signal?.aborted) end()
  }

  #sendInit(): void {
    const { picture, name } = this.#options
    const title = Buffer.from(name)
    const head = Buffer.alloc(24)
    head.writeUInt16BE(picture.width, 0)
    head.writeUInt16BE(picture.height, 2)
    encodePixelFormat(defaultPixelFormat).copy(head, 4)
    head.writeUInt32BE(title.length, 20)
    this.#stream.write(Buffer.concat([head, title]))
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    let at = 0
    try {
      while (at < bytes.length) {
        if (this.#skip > 0) {
          const part = Math.min(this.#skip, bytes.length - at)
          this.#skip -= part
          at += part
          continue
        }
        const length = clientMessageLength(bytes, at)
        if (bytes[at] === CUT_TEXT && length !== INCOMPLETE) {
          this.#skip = length
          continue
        }
        if (length === INCOMPLETE || at + length > bytes.length) break
        this.#message(bytes.subarray(at, at + length))
        at += length
      }
    } catch (error) {
      this.#stream.destroy(error instanceof RfbError ? undefined : (error as Error))
      return
    }
    this.#held = bytes.subarray(at)
  }

  #message(m: Buffer): void {
    const { picture, onKey } = this.#options
    switch (m[0]) {
      case 0: {
        const format = parsePixelFormat(m.subarray(4))
        this.#palette = { bytes: format.bytes, colours: packPalette(picture.palette, format) }
        return
      }
      case 2: {
        const wanted = new Set<number>()
        for (let at = 4; at < m.length; at += 4) wanted.add(m.readInt32BE(at))
        this.#hextile = wanted.has(HEXTILE)
        if (this.#confirmKeys === false) this.#confirmKeys = wanted.has(QEMU_EXTENDED_KEY)
        return
      }
      case 3: {
        const area = { x: m.readUInt16BE(2), y: m.readUInt16BE(4), w: m.readUInt16BE(6), h: m.readUInt16BE(8) }
        if (!m[1]) this.#damage.add(area)
        this.#requested = area
        this.#schedule()
        return
      }
      case 4:
        onKey(m.readUInt32BE(4), m[1] !== 0)
        return
      case 255:
        if (m[1] === 0) onKey(m.readUInt32BE(4), m.readUInt16BE(2) !== 0)
        return
      default: // pointer, clipboard and the rest mean nothing to a text screen
    }
  }

  /** Once a turn of the event loop: what a program prints in one go is one update. */
  #schedule(): void {
    if (this.#scheduled || !this.#requested) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#send()
    })
  }

  #send(): void {
    const stream = this.#stream
    if (!this.#requested || stream.writableNeedDrain || !stream.writable) return
    const { picture } = this.#options
    const rects = this.#damage.take(this.#requested)
    const parts: Buffer[] = []
    let count = rects.length
    if (this.#confirmKeys) {
      count++
      parts.push(rectHead({ x: 0, y: 0, w: 0, h: 0 }, QEMU_EXTENDED_KEY))
      this.#confirmKeys = null
    }
    for (const rect of rects) {
      const encode = this.#hextile ? encodeHextile : encodeRaw
      parts.push(
        rectHead(rect, this.#hextile ? HEXTILE : 0),
        encode(picture, rect.x, rect.y, rect.w, rect.h, this.#palette),
      )
    }
    if (parts.length === 0) return
    this.#requested = null
    const head = Buffer.alloc(4) // FramebufferUpdate
    head.writeUInt16BE(count, 2)
    stream.cork()
    stream.write(head)
    for (const part of parts) stream.write(part)
    stream.uncork()
  }
}

function rectHead({ x, y, w, h }: Rect, encoding: number): Buffer {
  const b = Buffer.alloc(12)
  b.writeUInt16BE(x, 0)
  b.writeUInt16BE(y, 2)
  b.writeUInt16BE(w, 4)
  b.writeUInt16BE(h, 6)
  b.writeInt32BE(encoding, 8)
  return b
}

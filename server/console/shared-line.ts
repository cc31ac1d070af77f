import { Duplex } from 'node:stream'

const OPEN_MS = 20_000
/** How far one viewer may fall behind the others; past it the line lets go of him, and his page comes back by itself. */
const MAX_BEHIND = 1 << 20

/**
 * Lines that have one reader only (a domain's serial port), each shared by all who ask for it: opened for the first, closed
 * after the last. Everybody hears everything from when he joins; what several type goes out in the order it came.
 */
export class SharedLines {
  #lines = new Map<string, Line>()

  /**
   * @param open opens the line itself; its signal is not the caller's, whose leaving must not take it from others
   * @returns one viewer's end of the line; destroying it is how he leaves. Throws what `open` threw, or the signal's reason.
   */
  join(key: string, open: (signal: AbortSignal) => Promise<Duplex>, signal: AbortSignal): Promise<Duplex> {
    let line = this.#lines.get(key)
    if (!line) {
      const made: Line = new Line(open, () => this.#lines.get(key) === made && this.#lines.delete(key))
      this.#lines.set(key, made)
      line = made
    }
    return line.join(signal)
  }
}

class Line {
  #ends = new Set<LineEnd>()
  #device: Duplex | null = null
  #opened: Promise<void>
  #over = false
  #givenUp = new AbortController()
  #onOver: () => void

  constructor(open: (signal: AbortSignal) => Promise<Duplex>, onOver: () => void) {
    this.#onOver = onOver
    this.#opened = open(AbortSignal.any([this.#givenUp.signal, AbortSignal.timeout(OPEN_MS)])).then(
      (device) => this.#connect(device),
      (fault) => {
        this.#hangUp()
        throw fault
      },
    )
    // Whoever waits hears of it; when all have left, nobody has to.
    this.#opened.catch(() => {})
  }

  async join(signal: AbortSignal): Promise<Duplex> {
    const end = new LineEnd(this)
    this.#ends.add(end)
    const leave = () => end.destroy()
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    try {
      await Promise.race([this.#opened, end.gone])
      signal.throwIfAborted()
      return end
    } catch (fault) {
      end.destroy()
      throw signal.aborted ? signal.reason : fault
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  leave(end: LineEnd): void {
    this.#ends.delete(end)
    if (this.#ends.size === 0) this.#hangUp()
    else this.wake() // perhaps all the others were waiting for this one
  }

  say(chunk: Buffer, done: () => void): void {
    if (this.#device && !this.#over) this.#device.write(chunk, done)
    else done()
  }

  /** Somebody has room again. */
  wake(): void {
    if (!this.#over) this.#device?.resume()
  }

  #connect(device: Duplex): void {
    device.on('error', () => {}) // `close` follows
    if (this.#over) {
      device.destroy()
      return
    }
    this.#device = device
    device.on('data', (chunk: Buffer) => {
      for (const end of this.#ends) end.hear(chunk)
      // The line waits for the quickest, as it would for a single reader; who is slower has MAX_BEHIND.
      if ([...this.#ends].every((end) => end.isFull)) device.pause()
    })
    device.once('end', () => this.#hangUp())
    device.once('close', () => this.#hangUp())
    if (device.destroyed) this.#hangUp()
  }

  #hangUp(): void {
    if (this.#over) return
    this.#over = true
    this.#onOver()
    this.#givenUp.abort()
    this.#device?.destroy()
    for (const end of [...this.#ends]) end.hangUp()
  }
}

/** What one viewer holds of a line. */
class LineEnd extends Duplex {
  isFull = false
  /** Settles when the viewer has left. */
  readonly gone: Promise<void>
  #line: Line

  constructor(line: Line) {
    super({ allowHalfOpen: false })
    this.#line = line
    this.gone = new Promise((resolve) => this.once('close', resolve))
  }

  hear(chunk: Buffer): void {
    this.isFull = !this.push(chunk)
    if (this.readableLength > MAX_BEHIND) this.destroy()
  }

  hangUp(): void {
    this.push(null)
  }

  override _read(): void {
    if (!this.isFull) return
    this.isFull = false
    this.#line.wake()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this.#line.say(chunk, () => callback())
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#line.leave(this)
    callback(error)
  }
}

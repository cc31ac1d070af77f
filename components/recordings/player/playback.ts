import { type Frame, framesOfPoster, framesUntil } from './tape.ts'

/** Something that shows what a console showed. */
export type PlayerScreen = {
  /** Begins anew: nothing was shown yet. */
  reset(): void
  /** Resolves when it may get more. */
  show(bytes: Uint8Array): Promise<void> | void
  dispose(): void
}

export type PlaybackState = { at: number; length: number; playing: boolean }

/** Nothing happens for longer than this: idle, and may be skipped. */
const IDLE_MS = 1_000
/** What is fast-forwarded goes to the screen in pieces of about this. */
const PIECE = 256 * 1024

/** Plays frames at their time. Going back means beginning anew, and showing everything up to there at once. */
export class Playback {
  speed = 1
  skipsIdle = true
  readonly #screen: PlayerScreen
  readonly #onState: (state: PlaybackState) => void
  #frames: readonly Frame[] = []
  #length = 0
  #at = 0
  /** Frames that the screen has. */
  #shown = 0
  #playing = false
  #last = 0
  #request = 0
  #untouched = true
  /** Work for the screen, one after the other. */
  #queue: Promise<void> = Promise.resolve()
  #round = 0

  constructor(screen: PlayerScreen, onState: (state: PlaybackState) => void) {
    this.#screen = screen
    this.#onState = onState
  }

  /** More of the recording is here. */
  load(frames: readonly Frame[], length: number): void {
    this.#frames = frames
    this.#length = Math.max(length, frames.at(-1)?.ms ?? 0)
    // A recording begins black. Until it is played or sought, its first picture is shown; playing begins at the
    // beginning.
    if (this.#untouched) this.#showUntil(framesOfPoster(frames))
    this.#tell()
  }

  play(): void {
    if (this.#playing) return
    this.#untouched = false
    if (this.#at >= this.#length) this.seek(0)
    this.#playing = true
    this.#last = performance.now()
    this.#request = requestAnimationFrame(() => this.#tick())
    this.#tell()
  }

  pause(): void {
    this.#playing = false
    cancelAnimationFrame(this.#request)
    this.#tell()
  }

  seek(ms: number): void {
    this.#untouched = false
    this.#at = Math.min(Math.max(0, ms), this.#length)
    this.#last = performance.now()
    this.#catchUp()
    this.#tell()
  }

  /** Resolves when the screen has everything up to where it stands. */
  settled(): Promise<void> {
    return this.#queue
  }

  dispose(): void {
    this.#round++
    cancelAnimationFrame(this.#request)
    this.#screen.dispose()
  }

  #tick(): void {
    if (!this.#playing) return
    const now = performance.now()
    this.#at += (now - this.#last) * this.speed
    this.#last = now
    const next = this.#frames[framesUntil(this.#frames, this.#at)]
    if (this.skipsIdle && next && next.ms - this.#at > IDLE_MS) this.#at = next.ms - IDLE_MS / 2
    // Nothing comes after the last frame.
    if (!next && this.skipsIdle) this.#at = this.#length
    if (this.#at >= this.#length) {
      this.#at = this.#length
      this.#playing = false
    }
    this.#catchUp()
    this.#tell()
    if (this.#playing) this.#request = requestAnimationFrame(() => this.#tick())
  }

  #catchUp(): void {
    this.#showUntil(framesUntil(this.#frames, this.#at))
  }

  #showUntil(due: number): void {
    if (due === this.#shown) return
    const isBack = due < this.#shown
    if (isBack) this.#round++
    const round = this.#round
    const from = isBack ? 0 : this.#shown
    this.#shown = due
    const frames = this.#frames.slice(from, due)
    this.#queue = this.#queue.then(async () => {
      if (isBack && round === this.#round) this.#screen.reset()
      for (let at = 0; at < frames.length && round === this.#round; ) {
        const parts: Uint8Array[] = []
        for (let size = 0; at < frames.length && size < PIECE; at++) {
          const { bytes } = frames[at] as Frame
          parts.push(bytes)
          size += bytes.length
        }
        await this.#screen.show(joined(parts))
      }
    })
  }

  #tell(): void {
    this.#onState({ at: this.#at, length: this.#length, playing: this.#playing })
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

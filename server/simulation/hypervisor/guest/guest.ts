import type { Duplex } from 'node:stream'
import { serveRfb } from '../../peers/rfb/server.ts'
import { serveSpice } from '../../peers/spice/server.ts'
import { TextScreen } from '../screen/text-screen.ts'
import { streamPair } from '../stream-pair.ts'
import { bootLines, type ConsoleLine, shutdownLines } from './boot.ts'
import type { GuestWorld } from './facts.ts'
import { Keyboard } from './keys.ts'
import { Tty } from './tty.ts'

/** Output that a serial port keeps for viewers that connect later. */
const BACKLOG = 16 * 1024

/**
 * A simulated guest system as seen from outside: a screen with a keyboard and a serial port, each with a login of its own.
 * All viewers of one screen see the same.
 */
export class Guest {
  readonly screen = new TextScreen()
  #world: GuestWorld
  #speed: number
  #display: Tty
  #serial: Tty
  #keyboard: Keyboard
  #serialLines = new Set<Duplex>()
  #backlog = ''
  #timers = new Set<NodeJS.Timeout>()
  #off = new AbortController()

  /** @param speed 1 for real time, 0 for a guest that is up at once */
  constructor(world: GuestWorld, speed: number) {
    this.#world = world
    this.#speed = speed
    this.#display = new Tty('tty1', world, (text) => this.screen.write(text))
    this.#serial = new Tty('ttyS0', world, (text) => this.#say(text))
    this.#keyboard = new Keyboard(
      (text) => this.#display.input(text),
      () => world.power('reboot'),
    )
    this.#boot()
  }

  /** One more viewer of the screen: raw RFB. @param password null for none */
  openScreen(name: string, password: string | null): Duplex {
    const [near, far] = streamPair()
    void serveRfb(far, {
      picture: this.screen,
      name,
      password,
      onKey: (keysym, down) => this.#keyboard.key(keysym, down),
      signal: this.#off.signal,
    })
    return near
  }

  openSpice(password: string): Duplex {
    const [near, far] = streamPair()
    this.#off.signal.addEventListener('abort', () => far.destroy(), { once: true })
    void serveSpice(far, password)
    return near
  }

  openSerial(): Duplex {
    const [near, far] = streamPair()
    this.#serialLines.add(far)
    far.on('data', (chunk: Buffer) => this.#serial.input(chunk.toString('utf8')))
    far.once('close', () => this.#serialLines.delete(far))
    if (this.#backlog) far.write(this.#backlog)
    return near
  }

  /** The VM was restarted while its viewers stayed. */
  reboot(): void {
    this.#stopTimers()
    this.#display.shut()
    this.#serial.shut()
    this.#both('\x1b[H\x1b[2J')
    this.#boot()
  }

  /** The guest was asked to shut down: it logs what it stops. */
  goDown(): void {
    this.#stopTimers()
    this.#display.shut()
    this.#serial.shut()
    this.#play(shutdownLines(this.#world.facts), 0, () => {})
  }

  /** The VM is off: the screen goes dark and all viewers are disconnected. */
  powerOff(): void {
    this.#stopTimers()
    this.screen.blank('No signal')
    this.#off.abort()
    for (const line of this.#serialLines) line.end()
  }

  #boot(): void {
    this.#play(bootLines(this.#world.facts), this.#world.uptimeMs(), () => {
      this.#display.open()
      this.#serial.open()
    })
  }

  #say(text: string): void {
    this.#backlog = (this.#backlog + text).slice(-BACKLOG)
    // A reader that has gone to sleep gets a gap, as on a real line, rather than our memory.
    for (const line of this.#serialLines) if (!line.writableNeedDrain) line.write(text)
  }

  #both(text: string): void {
    this.screen.write(text)
    this.#say(text)
  }

  /** Prints lines when they are due; those due before `sinceMs` of real time at once. */
  #play(lines: ConsoleLine[], sinceMs: number, then: () => void): void {
    const end = lines.at(-1)?.atMs ?? 0
    for (const { atMs, text } of lines) {
      this.#due(atMs * this.#speed - sinceMs, () => {
        if (text) this.#both(`${text}\r\n`)
      })
    }
    this.#due(end * this.#speed - sinceMs, then)
  }

  #due(wait: number, run: () => void): void {
    if (wait <= 0) {
      run()
      return
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      run()
    }, wait)
    this.#timers.add(timer)
    timer.unref()
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}

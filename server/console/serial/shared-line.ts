import type { Duplex } from 'node:stream'
import { PanelError } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { History } from './history.ts'
import { Line } from './line.ts'
import { type LineRules, plainRules } from './line-rules.ts'
import type { LineSeat, LineViewer } from './subscriber.ts'

const anybody: LineViewer = { account_id: 0, mode: 'control' }

/**
 * Lines that have one reader only (a serial port), each shared by all who ask for it: opened for the first, closed after the
 * last. Everybody hears everything from when he joins, and what is kept of before.
 */
export class SharedLines {
  #lines = new Map<string, Line>()
  #histories = new Map<string, { history: History; of: string; timer?: NodeJS.Timeout }>()
  /** Lines that are over and not given back yet: a device with one session refuses the next until then. */
  #closing = new Map<string, Promise<void>>()
  readonly #onGone: (key: string) => void

  /** @param onGone a line is over and its device is closed, and nobody has asked for it since */
  constructor(onGone: (key: string) => void = () => {}) {
    this.#onGone = onGone
  }

  has = (key: string): boolean => this.#lines.has(key) || this.#closing.has(key)

  /**
   * @param open opens the line itself; its signal is not the caller's, whose leaving must not take it from others
   * @param of whose it is and by what way: a line of another `of` ends, and nobody hears what was said there
   * @returns one viewer's end of the line; destroying it is how he leaves. Throws what `open` threw, or the signal's reason.
   */
  join(
    key: string,
    open: (signal: AbortSignal) => Promise<Duplex>,
    signal: AbortSignal,
    viewer = anybody,
    rules = plainRules,
    of = '',
  ): Promise<LineSeat> {
    let line = this.#current(key, of)
    if (!line) {
      const before = this.#closing.get(key)
      const after = before
        ? async (until: AbortSignal) => {
            await before
            return open(until)
          }
        : open
      const made: Line = new Line(after, this.#historyOf(key, rules, of), rules, of, (closed) =>
        this.#over(key, made, closed),
      )
      this.#lines.set(key, made)
      line = made
    }
    return line.join(viewer, signal)
  }

  /** Sits down at a line that is open, or null. */
  joinOpen(key: string, viewer: LineViewer, signal: AbortSignal, of = ''): Promise<LineSeat> | null {
    return this.#current(key, of)?.join(viewer, signal) ?? null
  }

  /** The line that is open, unless it leads to what was there before: then it ends. */
  #current(key: string, of: string): Line | undefined {
    const line = this.#lines.get(key)
    if (!line || line.of === of) return line
    line.hangUp(new PanelError('device_unreachable', msg`The console leads elsewhere now`))
    return undefined
  }

  /** Ends a line, for a reason that all hear. */
  end(key: string, fault: Error): void {
    this.#lines.get(key)?.hangUp(fault)
  }

  /** Resolves when all lines that are over have been given back. */
  async closed(): Promise<void> {
    await Promise.all(this.#closing.values())
  }

  #historyOf(key: string, { replayBytes }: LineRules, of: string): History {
    const kept = this.#histories.get(key)
    clearTimeout(kept?.timer)
    if (kept?.of === of) return kept.history
    this.#histories.delete(key)
    const history = new History(replayBytes)
    if (replayBytes > 0) this.#histories.set(key, { history, of })
    return history
  }

  #over(key: string, line: Line, closed: Promise<void>): void {
    if (this.#lines.get(key) !== line) return
    this.#lines.delete(key)
    const kept = this.#histories.get(key)
    if (kept) {
      clearTimeout(kept.timer)
      kept.timer = setTimeout(() => this.#histories.delete(key), line.rules.keepMs)
      kept.timer.unref()
    }
    this.#closing.set(key, closed)
    void closed.then(() => {
      if (this.#closing.get(key) === closed) this.#closing.delete(key)
      if (!this.has(key)) this.#onGone(key)
    })
  }
}

import type { Duplex } from 'node:stream'
import { deviceUnreachable } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import { History } from './history.ts'
import { Line } from './line.ts'
import { type LineRules, plainRules } from './line-rules.ts'
import type { LineSubscriber, LineViewer } from './subscriber.ts'

const anybody: LineViewer = { account_id: 0, mode: 'control' }

/**
 * Lines that have one reader only (a serial port), shared by all viewers: opened for the first, closed after the last.
 * Each viewer gets the kept history and all output from when it joins.
 */
export class SharedLines {
  #lines = new Map<string, Line>()
  #histories = new Map<string, { history: History; of: string; timer?: NodeJS.Timeout }>()
  /** Lines that are closed but whose device is not: a device with one session rejects the next until then. */
  #closing = new Map<string, Promise<void>>()
  readonly #onGone: (key: string) => void

  /** @param onGone a line is over and its device closed, and it has not been opened again */
  constructor(onGone: (key: string) => void = () => {}) {
    this.#onGone = onGone
  }

  has = (key: string): boolean => this.#lines.has(key) || this.#closing.has(key)

  /**
   *
   * @param open opens the line; its signal is independent of the caller's, who may leave while others stay
   * @param of owner and route: a line with another `of` is closed, and its history dropped
   * @returns one viewer's subscription; destroying it leaves the line. Throws what `open` threw, or the signal's
   * reason.
   */
  join(
    key: string,
    open: (signal: AbortSignal) => Promise<Duplex>,
    signal: AbortSignal,
    viewer = anybody,
    rules = plainRules,
    of = '',
  ): Promise<LineSubscriber> {
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

  /** Joins a line that is open already, or returns null. */
  joinOpen(key: string, viewer: LineViewer, signal: AbortSignal, of = ''): Promise<LineSubscriber> | null {
    return this.#current(key, of)?.join(viewer, signal) ?? null
  }

  /** The open line. One with another owner or route is closed instead. */
  #current(key: string, of: string): Line | undefined {
    const line = this.#lines.get(key)
    if (!line || line.of === of) return line
    line.close(deviceUnreachable(msg`The console now leads to a different device`))
    return undefined
  }

  /** Closes a line with a reason that is sent to all subscribers. */
  end(key: string, fault: Error): void {
    this.#lines.get(key)?.close(fault)
  }

  /** Resolves when the devices of all closed lines are closed. */
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

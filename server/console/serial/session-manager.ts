import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { PanelError } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import type { NotifyBus } from '../bus.ts'
import type { LineRules } from './line-rules.ts'
import { Correspondence } from './remote-broker.ts'
import { SharedLines } from './shared-line.ts'
import type { LineSeat, LineViewer } from './subscriber.ts'
import type { WireKeys } from './wire.ts'

/** Leases as `openLeases` gives them. */
export type LineLeases = {
  readonly holder: string
  holderOf(name: string): Promise<string | null>
  take(names: readonly string[]): Promise<Set<string>>
  release(names: readonly string[]): Promise<void>
}

export type LineSpec = {
  /** Names the line in all processes: `host 7`. */
  key: string
  /** Whose it is, and by what way it is reached: when that is another, what is open ends, and what was said is not said again. */
  of: string
  open: (signal: AbortSignal) => Promise<Duplex>
  rules: LineRules
}

export type HouseOptions = {
  bus: NotifyBus
  leases: LineLeases
  /** How long the leases hold, milliseconds. */
  leaseMs: number
  /** 32 bytes that all processes of the panel know and nobody else. */
  keys: WireKeys
}

const leaseOf = (key: string) => `console_line:${key}`
const RETRY_MS = 200
/** A controller takes up to two seconds to end a session. */
const STOP_MS = 3_000

/**
 * Lines that have one reader, over all web processes: the first that wants one takes its lease and opens it; the others' viewers
 * sit at it through the bus. Nobody takes a line from anybody.
 */
export class LineHouse {
  readonly #options: HouseOptions
  readonly #lines: SharedLines
  readonly #letters: Correspondence
  /** Until when a lease is surely ours, on performance.now()'s clock. */
  #held = new Map<string, number>()
  /** Joins under way: their lease must not be given back. */
  #wanted = new Map<string, number>()
  #turn: Promise<unknown> = Promise.resolve()
  #beat: NodeJS.Timeout

  constructor(options: HouseOptions) {
    this.#options = options
    this.#lines = new SharedLines((key) => void this.#giveBack(key))
    this.#letters = new Correspondence(options.bus, options.leases.holder, options.keys, (key, of, viewer, signal) =>
      this.#lines.joinOpen(key, viewer, signal, of),
    )
    this.#beat = setInterval(() => void this.#prolong(), options.leaseMs / 4)
    this.#beat.unref()
  }

  /** Sits down at a line, wherever it is. Throws what opening it threw, or the signal's reason. */
  async join({ key, of, open, rules }: LineSpec, viewer: LineViewer, signal: AbortSignal): Promise<LineSeat> {
    this.#wanted.set(key, (this.#wanted.get(key) ?? 0) + 1)
    try {
      for (;;) {
        signal.throwIfAborted()
        if ((this.#held.get(key) ?? 0) > performance.now() || (await this.#take(key)))
          return await this.#lines.join(key, open, signal, viewer, rules, of)
        const { leases } = this.#options
        const holder = await leases.holderOf(leaseOf(key))
        const seat =
          holder !== null && holder !== leases.holder && (await this.#letters.join(holder, key, of, viewer, signal))
        if (seat) return seat
        // It has just been closed there, or is just being opened, or that process is dead and its lease not yet over.
        await wait(RETRY_MS, undefined, { signal })
      }
    } finally {
      const left = (this.#wanted.get(key) ?? 1) - 1
      if (left > 0) this.#wanted.set(key, left)
      else this.#wanted.delete(key)
      if (left === 0 && this.#held.has(key) && !this.#lines.has(key)) void this.#giveBack(key)
    }
  }

  /** Ends all lines here and gives them to whoever wants them. */
  async stop(): Promise<void> {
    clearInterval(this.#beat)
    const keys = [...this.#held.keys()]
    for (const key of keys) this.#lines.end(key, new PanelError('device_unreachable', msg`The panel is restarting`))
    const limit = wait(STOP_MS, undefined, { ref: false })
    await Promise.race([Promise.all([this.#lines.closed(), this.#letters.said()]), limit])
    this.#letters.stop()
    await this.#options.leases.release(keys.map(leaseOf)).catch(() => {})
  }

  #take(key: string): Promise<boolean> {
    const { leases, leaseMs } = this.#options
    return this.#inTurn(async () => {
      const asked = performance.now()
      const got = (await leases.take([leaseOf(key)])).has(leaseOf(key))
      if (got) this.#held.set(key, asked + leaseMs)
      return got
    })
  }

  #giveBack(key: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#wanted.has(key) || this.#lines.has(key)) return
      this.#held.delete(key)
      // A lease that could not be given back runs out.
      await this.#options.leases.release([leaseOf(key)]).catch(() => {})
    })
  }

  /** One after the other: or a lease that has just been taken anew would be given back. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work)
    this.#turn = mine.catch(() => {})
    return mine
  }

  async #prolong(): Promise<void> {
    const { leases, leaseMs } = this.#options
    const keys = [...this.#held.keys()]
    if (keys.length === 0) return
    const asked = performance.now()
    const kept = await leases.take(keys.map(leaseOf)).catch(() => null)
    for (const key of keys) {
      if (kept?.has(leaseOf(key)) && this.#held.has(key)) this.#held.set(key, asked + leaseMs)
      else if (kept || (this.#held.get(key) ?? 0) - leaseMs / 4 < performance.now()) {
        // Another process may open it from now on.
        this.#held.delete(key)
        this.#lines.end(key, new PanelError('device_unreachable', msg`The panel lost its hold of the line`))
      }
    }
  }
}

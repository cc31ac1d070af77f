import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { deviceUnreachable } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import type { NotifyBus } from '../bus.ts'
import type { LineRules } from './line-rules.ts'
import { RemoteBroker } from './remote-broker.ts'
import { SharedLines } from './shared-line.ts'
import type { LineSubscriber, LineViewer } from './subscriber.ts'
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
  /** Owner and route of the line. When it changes, the open session ends and its history is dropped. */
  of: string
  open: (signal: AbortSignal) => Promise<Duplex>
  rules: LineRules
}

export type SessionManagerOptions = {
  bus: NotifyBus
  leases: LineLeases
  /** Duration of the leases, milliseconds. */
  leaseMs: number
  /** Secret of 32 bytes shared by all processes of the panel. */
  keys: WireKeys
}

const leaseOf = (key: string) => `console_line:${key}`
const RETRY_MS = 200
/** A controller takes up to two seconds to end a session. */
const STOP_MS = 3_000

/**
 * Serial sessions of all web processes. A line has one reader: the first process that needs it takes its lease and
 * opens it; viewers of other processes subscribe through the bus. A lease is never taken from its holder.
 */
export class SerialSessionManager {
  readonly #options: SessionManagerOptions
  readonly #lines: SharedLines
  readonly #broker: RemoteBroker
  /** Until when each lease is certainly held, on performance.now()'s clock. */
  #leasedUntil = new Map<string, number>()
  /** Joins in progress: their lease must not be given back. */
  #wanted = new Map<string, number>()
  #queue: Promise<unknown> = Promise.resolve()
  #beat: NodeJS.Timeout

  constructor(options: SessionManagerOptions) {
    this.#options = options
    this.#lines = new SharedLines((key) => void this.#giveBack(key))
    this.#broker = new RemoteBroker(options.bus, options.leases.holder, options.keys, (key, of, viewer, signal) =>
      this.#lines.joinOpen(key, viewer, signal, of),
    )
    this.#beat = setInterval(() => void this.#renew(), options.leaseMs / 4)
    this.#beat.unref()
  }

  /** Subscribes to a line, in whichever process it is open. Throws what opening it threw, or the signal's reason. */
  async join({ key, of, open, rules }: LineSpec, viewer: LineViewer, signal: AbortSignal): Promise<LineSubscriber> {
    this.#wanted.set(key, (this.#wanted.get(key) ?? 0) + 1)
    try {
      for (;;) {
        signal.throwIfAborted()
        if ((this.#leasedUntil.get(key) ?? 0) > performance.now() || (await this.#take(key)))
          return await this.#lines.join(key, open, signal, viewer, rules, of)
        const { leases } = this.#options
        const holder = await leases.holderOf(leaseOf(key))
        const subscriber =
          holder !== null && holder !== leases.holder && (await this.#broker.join(holder, key, of, viewer, signal))
        if (subscriber) return subscriber
        // The line was just closed there, or is just being opened, or that process is dead and its lease has not
        // expired.
        await wait(RETRY_MS, undefined, { signal })
      }
    } finally {
      const left = (this.#wanted.get(key) ?? 1) - 1
      if (left > 0) this.#wanted.set(key, left)
      else this.#wanted.delete(key)
      if (left === 0 && this.#leasedUntil.has(key) && !this.#lines.has(key)) void this.#giveBack(key)
    }
  }

  /** Closes all lines of this process and releases their leases. */
  async stop(): Promise<void> {
    clearInterval(this.#beat)
    const keys = [...this.#leasedUntil.keys()]
    for (const key of keys) this.#lines.end(key, deviceUnreachable(msg`The panel is restarting`))
    const limit = wait(STOP_MS, undefined, { ref: false })
    await Promise.race([Promise.all([this.#lines.closed(), this.#broker.drained()]), limit])
    this.#broker.stop()
    await this.#options.leases.release(keys.map(leaseOf)).catch(() => {})
  }

  #take(key: string): Promise<boolean> {
    const { leases, leaseMs } = this.#options
    return this.#serialize(async () => {
      const asked = performance.now()
      const got = (await leases.take([leaseOf(key)])).has(leaseOf(key))
      if (got) this.#leasedUntil.set(key, asked + leaseMs)
      return got
    })
  }

  #giveBack(key: string): Promise<void> {
    return this.#serialize(async () => {
      if (this.#wanted.has(key) || this.#lines.has(key)) return
      this.#leasedUntil.delete(key)
      // A lease that could not be released expires.
      await this.#options.leases.release([leaseOf(key)]).catch(() => {})
    })
  }

  /** Takes and releases run one after another: otherwise a lease that was just taken again could be released. */
  #serialize<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(work)
    this.#queue = mine.catch(() => {})
    return mine
  }

  async #renew(): Promise<void> {
    const { leases, leaseMs } = this.#options
    const keys = [...this.#leasedUntil.keys()]
    if (keys.length === 0) return
    const asked = performance.now()
    const kept = await leases.take(keys.map(leaseOf)).catch(() => null)
    for (const key of keys) {
      if (kept?.has(leaseOf(key)) && this.#leasedUntil.has(key)) this.#leasedUntil.set(key, asked + leaseMs)
      else if (kept || (this.#leasedUntil.get(key) ?? 0) - leaseMs / 4 < performance.now()) {
        // Another process may open it from now on.
        this.#leasedUntil.delete(key)
        this.#lines.end(key, deviceUnreachable(msg`The panel lost the serial line`))
      }
    }
  }
}

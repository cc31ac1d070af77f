import { randomUUID } from 'node:crypto'
import type { ConsoleCloseReason } from '../domain/console/close-codes.ts'
import type { NotifyBus } from './bus.ts'
import type { ConsoleGrant, ConsoleKind, ConsoleMode, ConsoleObject } from './tickets.ts'

export type ConsoleViewer = {
  id: string
  object: ConsoleObject
  object_id: number
  account_id: number
  kind: ConsoleKind
  mode: ConsoleMode
  /** ISO 8601. */
  since: string
}

/** Something with consoles: `host 7`. */
export type ConsoleThing = `${ConsoleObject} ${number}`
export const thingOf = (of: { object: ConsoleObject; object_id: number }): ConsoleThing =>
  `${of.object} ${of.object_id}`

/** Which consoles to close: all that match every field given. */
export type ConsoleFilter = { sessionId?: number; accountId?: number; thing?: ConsoleThing }

type Entry = {
  grant: ConsoleGrant
  viewer: ConsoleViewer | null
  close: (reason: ConsoleCloseReason, words: string) => void
}
type CloseOrder = ConsoleFilter & { reason: ConsoleCloseReason; words: string }
type Presence = { gateway: string; hello?: true; thing?: ConsoleThing; viewers?: ConsoleViewer[] }

const CLOSE = 'console_close'
const PRESENCE = 'console_viewers'
const BEAT_MS = 20_000
/** A process that says nothing for so long is dead, and so are its sessions. */
const FORGET_MS = 3 * BEAT_MS
/** As many as fit into one notification. */
const MAX_TOLD = 24

function matches(grant: ConsoleGrant, filter: ConsoleFilter): boolean {
  if (filter.sessionId === undefined && filter.accountId === undefined && filter.thing === undefined) return false
  return (
    (filter.sessionId === undefined || grant.session_id === filter.sessionId) &&
    (filter.accountId === undefined || grant.account_id === filter.accountId) &&
    (filter.thing === undefined || thingOf(grant) === filter.thing)
  )
}

/** The live consoles of this process, and who watches in the others. */
export class ConsoleRegistry {
  #id = randomUUID()
  #bus: NotifyBus
  #entries = new Map<string, Entry>()
  /** `gateway thing` -> viewers there. */
  #remote = new Map<string, { seen: number; viewers: ConsoleViewer[] }>()
  #listeners = new Set<(thing: ConsoleThing) => void>()
  #stops: (() => void)[]
  #beat: NodeJS.Timeout

  constructor(bus: NotifyBus) {
    this.#bus = bus
    this.#stops = [
      bus.on(CLOSE, (payload) => this.#obey(JSON.parse(payload) as CloseOrder)),
      bus.on(PRESENCE, (payload) => this.#hear(JSON.parse(payload) as Presence)),
      // Who joins, or was away, asks the others who watches there.
      bus.onConnect(() => this.#publish({ gateway: this.#id, hello: true })),
    ]
    this.#beat = setInterval(() => this.#heartbeat(), BEAT_MS)
    this.#beat.unref()
  }

  /** @returns the session's id; from here on a close order reaches it */
  add(grant: ConsoleGrant, close: Entry['close']): string {
    const id = randomUUID()
    this.#entries.set(id, { grant, viewer: null, close })
    return id
  }

  /** The console is open: from here on others see who it is. */
  watch(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    const { object, object_id, account_id, kind, mode } = entry.grant
    entry.viewer = { id, object, object_id, account_id, kind, mode, since: new Date().toISOString() }
    this.#tell(thingOf(entry.grant))
  }

  remove(id: string): void {
    const entry = this.#entries.get(id)
    this.#entries.delete(id)
    if (entry?.viewer) this.#tell(thingOf(entry.grant))
  }

  /** Open and opening consoles of an account here, and open ones elsewhere. */
  countOf(accountId: number): number {
    let count = 0
    for (const entry of this.#entries.values()) if (entry.grant.account_id === accountId) count++
    for (const { viewers } of this.#remote.values()) count += viewers.filter((v) => v.account_id === accountId).length
    return count
  }

  viewers(thing: ConsoleThing): ConsoleViewer[] {
    const elsewhere = [...this.#remote.values()].flatMap(({ viewers }) => viewers)
    return [...this.#local(thing), ...elsewhere.filter((v) => thingOf(v) === thing)].sort((a, b) =>
      a.since < b.since ? -1 : 1,
    )
  }

  /** Calls back with what has other viewers now, in whichever process. */
  onViewers(listener: (thing: ConsoleThing) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Closes matching consoles in every process; an empty filter closes none. */
  async close(filter: ConsoleFilter, reason: ConsoleCloseReason, words: string): Promise<void> {
    const order: CloseOrder = { ...filter, reason, words }
    this.#obey(order)
    await this.#bus.notify(CLOSE, JSON.stringify(order))
  }

  /** Every console here with its grant, also those still opening. */
  *grants(): Generator<{ grant: ConsoleGrant; close: Entry['close'] }> {
    for (const { grant, close } of [...this.#entries.values()]) yield { grant, close }
  }

  /** Closes everything here: the process is going down. */
  stop(words: string): void {
    for (const stop of this.#stops) stop()
    clearInterval(this.#beat)
    for (const entry of [...this.#entries.values()]) entry.close('restart', words)
  }

  #obey({ reason, words, ...filter }: CloseOrder): void {
    for (const entry of [...this.#entries.values()]) if (matches(entry.grant, filter)) entry.close(reason, words)
  }

  #local(thing: ConsoleThing): ConsoleViewer[] {
    return [...this.#entries.values()].flatMap(({ viewer }) => (viewer && thingOf(viewer) === thing ? [viewer] : []))
  }

  #hear({ gateway, hello, thing, viewers }: Presence): void {
    if (gateway === this.#id) return
    if (hello) for (const watched of this.#watched()) this.#tell(watched)
    if (thing === undefined || !viewers) return
    const key = `${gateway} ${thing}`
    if (viewers.length === 0) this.#remote.delete(key)
    else this.#remote.set(key, { seen: performance.now(), viewers })
    for (const listener of this.#listeners) listener(thing)
  }

  #tell(thing: ConsoleThing): void {
    this.#publish({ gateway: this.#id, thing, viewers: this.#local(thing).slice(0, MAX_TOLD) })
    for (const listener of this.#listeners) listener(thing)
  }

  /** Presence is a courtesy: when the bus is away, the next beat tells again. */
  #publish(presence: Presence): void {
    this.#bus.notify(PRESENCE, JSON.stringify(presence)).catch(() => {})
  }

  #watched(): Set<ConsoleThing> {
    return new Set([...this.#entries.values()].flatMap(({ viewer }) => (viewer ? [thingOf(viewer)] : [])))
  }

  #heartbeat(): void {
    for (const thing of this.#watched()) this.#tell(thing)
    for (const [key, { seen }] of this.#remote) if (performance.now() - seen > FORGET_MS) this.#remote.delete(key)
  }
}

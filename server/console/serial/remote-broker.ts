import { randomUUID } from 'node:crypto'
import { PanelError } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import type { NotifyBus } from '../bus.ts'
import { consoleFailure, ToldFailure } from '../failure.ts'
import { piecesOf, RemoteSeat } from './remote-subscriber.ts'
import type { LineSeat, LineViewer } from './subscriber.ts'
import { type Letter, openWire, type Wire, type WireKeys, type Word } from './wire.ts'

/** An answer of another process takes milliseconds; opening a line there may take longer, and it is asked again. */
const ANSWER_MS = 3_000
const BEAT_MS = 5_000
/** A process that says nothing for so long is dead. */
const FORGET_MS = 3 * BEAT_MS
/** Ids in one sign of life. */
const MOST_SEATS = 100

type JoinHere = (key: string, of: string, viewer: LineViewer, signal: AbortSignal) => Promise<LineSeat> | null
/** A seat here of a viewer who is elsewhere. */
type Guest = { from: string; seat: LineSeat; took: () => void; heard: number; over: Promise<void> }
/** A seat elsewhere of a viewer who is here. */
type Outing = { to: string; seat: RemoteSeat; heard: number }

/** Brings viewers of this process to lines of others, and theirs to ours. */
export class Correspondence {
  readonly #wire: Wire
  readonly #joinHere: JoinHere
  readonly #awaited = new Map<string, (letter: Letter) => void>()
  readonly #guests = new Map<string, Guest>()
  readonly #outings = new Map<string, Outing>()
  readonly #beat: NodeJS.Timeout
  readonly #stopHearing: () => void

  constructor(bus: NotifyBus, me: string, keys: WireKeys, joinHere: JoinHere) {
    this.#joinHere = joinHere
    this.#wire = openWire(bus, me, keys, (letter) => this.#read(letter))
    this.#beat = setInterval(() => this.#beatOnce(), BEAT_MS)
    this.#beat.unref()
    // Letters may have been lost. Pages come back by themselves and go on where they were.
    this.#stopHearing = bus.onConnect(() => this.#dropAll())
  }

  /** A seat at a line of another process; null when it is not open there. */
  join(to: string, key: string, of: string, viewer: LineViewer, signal: AbortSignal): Promise<LineSeat | null> {
    const id = randomUUID()
    return new Promise((resolve, reject) => {
      const settle = (result: LineSeat | null) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        this.#awaited.delete(id)
        if (!result) this.#send(to, id, { op: 'bye' })
        resolve(result)
      }
      const giveUp = () => {
        settle(null)
        reject(signal.reason)
      }
      const timer = setTimeout(() => settle(null), ANSWER_MS)
      signal.addEventListener('abort', giveUp, { once: true })
      this.#awaited.set(id, (letter) => settle(letter.op === 'seated' ? this.#sit(to, id, letter) : null))
      this.#send(to, id, { op: 'join', key, of, viewer })
    })
  }

  /** Resolves when all guests have heard the end of lines that are over. */
  async said(): Promise<void> {
    await Promise.all([...this.#guests.values()].map(({ over }) => over))
  }

  stop(): void {
    clearInterval(this.#beat)
    this.#stopHearing()
    this.#dropAll()
    this.#wire.stop()
  }

  #send(to: string, seat: string, word: Word): void {
    this.#wire.send(to, seat, word)
  }

  #sit(to: string, id: string, first: Letter & { op: 'seated' }): RemoteSeat {
    const gone = () => {
      if (this.#outings.delete(id)) this.#send(to, id, { op: 'bye' })
    }
    const seat = new RemoteSeat(first, (word) => this.#send(to, id, word), gone)
    this.#outings.set(id, { to, seat, heard: performance.now() })
    return seat
  }

  #read(letter: Letter): void {
    const { seat: id, from } = letter
    const guest = this.#guests.get(id)
    const outing = this.#outings.get(id)
    if (letter.op === 'join') void this.#receive(from, id, letter)
    else if (letter.op === 'seated' || letter.op === 'absent') {
      const awaited = this.#awaited.get(id)
      if (awaited) awaited(letter)
      else if (letter.op === 'seated') this.#send(from, id, { op: 'bye' }) // too late
    } else if (letter.op === 'alive') this.#hearAlive(from, letter.seats)
    else if (guest) this.#fromGuest(id, guest, letter)
    else if (outing) this.#fromLine(id, outing, letter)
    else if (letter.op !== 'bye') this.#send(from, id, { op: 'bye' })
  }

  #fromGuest(id: string, guest: Guest, letter: Letter): void {
    if (letter.op === 'took') guest.took()
    else if (letter.op === 'command') guest.seat.command(letter.command)
    else if (letter.op === 'bye') guest.seat.destroy()
    else if (letter.op === 'bytes')
      guest.seat.write(Buffer.from(letter.bytes, 'base64'), () => this.#send(guest.from, id, { op: 'took' }))
  }

  #fromLine(id: string, { seat }: Outing, letter: Letter): void {
    if (letter.op === 'took') seat.took()
    else if (letter.op === 'bytes') seat.hear(letter.bytes)
    else if (letter.op === 'news') seat.news(letter.message, letter.status)
    else if (letter.op === 'bye') {
      this.#outings.delete(id)
      seat.hangUp(letter.failure ? new ToldFailure(letter.failure) : null)
    }
  }

  /** Somebody of another process wants to sit at a line here. */
  async #receive(from: string, id: string, { key, of, viewer }: Letter & { op: 'join' }): Promise<void> {
    const seat = await this.#joinHere(key, of, viewer, AbortSignal.timeout(ANSWER_MS))?.catch(() => null)
    if (!seat) return this.#send(from, id, { op: 'absent' })
    seat.on('error', () => {})
    const guest: Guest = { from, seat, took: () => {}, heard: performance.now(), over: Promise.resolve() }
    this.#guests.set(id, guest)
    this.#send(from, id, { op: 'seated', start: seat.start, status: seat.status })
    seat.on('news', (message) => this.#send(from, id, { op: 'news', message, status: seat.status }))
    seat.once('close', () => guest.took())
    guest.over = this.#pump(id, guest)
  }

  /** What the line says, piece by piece, each when the one before was taken. */
  async #pump(id: string, guest: Guest): Promise<void> {
    const { from, seat } = guest
    try {
      for await (const chunk of seat as AsyncIterable<Buffer>)
        for (const bytes of piecesOf(chunk)) {
          const taken = new Promise<void>((resolve) => {
            guest.took = resolve
          })
          this.#send(from, id, { op: 'bytes', bytes })
          await taken
          if (seat.destroyed) break
        }
    } catch {
      // The guest was dropped.
    }
    this.#guests.delete(id)
    this.#send(from, id, { op: 'bye', ...(seat.fault && { failure: consoleFailure(seat.fault) }) })
  }

  #beatOnce(): void {
    const shared = new Map<string, string[]>()
    for (const [id, { from }] of this.#guests) shared.set(from, [...(shared.get(from) ?? []), id])
    for (const [id, { to }] of this.#outings) shared.set(to, [...(shared.get(to) ?? []), id])
    for (const [to, seats] of shared)
      for (let at = 0; at < seats.length; at += MOST_SEATS)
        this.#send(to, '', { op: 'alive', seats: seats.slice(at, at + MOST_SEATS) })
    const oldest = performance.now() - FORGET_MS
    for (const { seat, heard } of this.#guests.values()) if (heard < oldest) seat.destroy()
    for (const [id, { seat, heard }] of this.#outings)
      if (heard < oldest) {
        this.#outings.delete(id)
        seat.hangUp(lost())
      }
  }

  #hearAlive(from: string, seats: readonly string[]): void {
    const now = performance.now()
    for (const id of seats) {
      const one = this.#guests.get(id) ?? this.#outings.get(id)
      if (one) one.heard = now
      else this.#send(from, id, { op: 'bye' })
    }
  }

  #dropAll(): void {
    for (const { seat } of this.#guests.values()) seat.destroy()
    for (const [id, { to, seat }] of this.#outings) {
      this.#outings.delete(id)
      this.#send(to, id, { op: 'bye' })
      seat.hangUp(lost())
    }
  }
}

const lost = () => new PanelError('device_unreachable', msg`The process of the panel that has the line does not answer`)

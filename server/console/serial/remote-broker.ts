import { randomUUID } from 'node:crypto'
import { deviceUnreachable } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import type { NotifyBus } from '../bus.ts'
import { consoleFailure, ReportedFailure } from '../failure.ts'
import { piecesOf, RemoteSubscriber } from './remote-subscriber.ts'
import type { LineSubscriber, LineViewer } from './subscriber.ts'
import { type BrokerMessage, type MessageBody, openWire, type Wire, type WireKeys } from './wire.ts'

/** Another process answers within milliseconds; opening a line there may take longer, then the join is repeated. */
const ANSWER_MS = 3_000
const BEAT_MS = 5_000
/** A process that has sent nothing for this long is considered dead. */
const DEAD_MS = 3 * BEAT_MS
/** Subscriber ids in one heartbeat. */
const MAX_IDS = 100

type JoinHere = (key: string, of: string, viewer: LineViewer, signal: AbortSignal) => Promise<LineSubscriber> | null
/** A subscriber in this process that serves a viewer of another process. */
type ServedSubscriber = {
  from: string
  subscriber: LineSubscriber
  onAck: () => void
  lastSeen: number
  over: Promise<void>
}
/** The subscriber of a viewer of this process to a line that another process holds. */
type RemoteSubscription = { to: string; subscriber: RemoteSubscriber; lastSeen: number }

/** Subscribes viewers of this process to lines of other processes, and viewers of other processes to lines held here. */
export class RemoteBroker {
  readonly #wire: Wire
  readonly #joinHere: JoinHere
  readonly #awaited = new Map<string, (message: BrokerMessage) => void>()
  readonly #served = new Map<string, ServedSubscriber>()
  readonly #subscriptions = new Map<string, RemoteSubscription>()
  readonly #beat: NodeJS.Timeout
  readonly #stopListening: () => void

  constructor(bus: NotifyBus, me: string, keys: WireKeys, joinHere: JoinHere) {
    this.#joinHere = joinHere
    this.#wire = openWire(bus, me, keys, (message) => this.#onMessage(message))
    this.#beat = setInterval(() => this.#beatOnce(), BEAT_MS)
    this.#beat.unref()
    // Messages may have been lost. Pages reconnect by themselves and resume where they stopped.
    this.#stopListening = bus.onConnect(() => this.#dropAll())
  }

  /** Subscribes to a line of another process; null when it is not open there. */
  join(to: string, key: string, of: string, viewer: LineViewer, signal: AbortSignal): Promise<LineSubscriber | null> {
    const id = randomUUID()
    return new Promise((resolve, reject) => {
      const settle = (result: LineSubscriber | null) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        this.#awaited.delete(id)
        if (!result) this.#send(to, id, { op: 'end' })
        resolve(result)
      }
      const onAbort = () => {
        settle(null)
        reject(signal.reason)
      }
      const timer = setTimeout(() => settle(null), ANSWER_MS)
      signal.addEventListener('abort', onAbort, { once: true })
      this.#awaited.set(id, (message) => settle(message.op === 'joined' ? this.#subscribe(to, id, message) : null))
      this.#send(to, id, { op: 'join', key, of, viewer })
    })
  }

  /** Resolves when the end of closed lines has been sent to all subscribers of other processes. */
  async drained(): Promise<void> {
    await Promise.all([...this.#served.values()].map(({ over }) => over))
  }

  stop(): void {
    clearInterval(this.#beat)
    this.#stopListening()
    this.#dropAll()
    this.#wire.stop()
  }

  #send(to: string, id: string, body: MessageBody): void {
    this.#wire.send(to, id, body)
  }

  #subscribe(to: string, id: string, first: BrokerMessage & { op: 'joined' }): RemoteSubscriber {
    const gone = () => {
      if (this.#subscriptions.delete(id)) this.#send(to, id, { op: 'end' })
    }
    const subscriber = new RemoteSubscriber(first, (body) => this.#send(to, id, body), gone)
    this.#subscriptions.set(id, { to, subscriber, lastSeen: performance.now() })
    return subscriber
  }

  #onMessage(message: BrokerMessage): void {
    const { id, from } = message
    const served = this.#served.get(id)
    const subscription = this.#subscriptions.get(id)
    if (message.op === 'join') void this.#receive(from, id, message)
    else if (message.op === 'joined' || message.op === 'absent') {
      const awaited = this.#awaited.get(id)
      if (awaited) awaited(message)
      else if (message.op === 'joined') this.#send(from, id, { op: 'end' }) // too late
    } else if (message.op === 'alive') this.#onAlive(from, message.ids)
    else if (served) this.#fromServed(id, served, message)
    else if (subscription) this.#fromLine(id, subscription, message)
    else if (message.op !== 'end') this.#send(from, id, { op: 'end' })
  }

  #fromServed(id: string, served: ServedSubscriber, message: BrokerMessage): void {
    if (message.op === 'ack') served.onAck()
    else if (message.op === 'command') served.subscriber.command(message.command)
    else if (message.op === 'end') served.subscriber.destroy()
    else if (message.op === 'bytes')
      served.subscriber.write(Buffer.from(message.bytes, 'base64'), () => this.#send(served.from, id, { op: 'ack' }))
  }

  #fromLine(id: string, { subscriber }: RemoteSubscription, message: BrokerMessage): void {
    if (message.op === 'ack') subscriber.onAck()
    else if (message.op === 'bytes') subscriber.onData(message.bytes)
    else if (message.op === 'event') subscriber.onEvent(message.event, message.status)
    else if (message.op === 'end') {
      this.#subscriptions.delete(id)
      subscriber.close(message.failure ? new ReportedFailure(message.failure) : null)
    }
  }

  /** A viewer of another process joins a line held here. */
  async #receive(from: string, id: string, { key, of, viewer }: BrokerMessage & { op: 'join' }): Promise<void> {
    const subscriber = await this.#joinHere(key, of, viewer, AbortSignal.timeout(ANSWER_MS))?.catch(() => null)
    if (!subscriber) return this.#send(from, id, { op: 'absent' })
    subscriber.on('error', () => {})
    const served: ServedSubscriber = {
      from,
      subscriber,
      onAck: () => {},
      lastSeen: performance.now(),
      over: Promise.resolve(),
    }
    this.#served.set(id, served)
    this.#send(from, id, { op: 'joined', start: subscriber.start, status: subscriber.status })
    subscriber.on('message', (event) => this.#send(from, id, { op: 'event', event, status: subscriber.status }))
    subscriber.once('close', () => served.onAck())
    served.over = this.#pump(id, served)
  }

  /** Sends the output of the line piece by piece, each after the acknowledgement of the previous one. */
  async #pump(id: string, served: ServedSubscriber): Promise<void> {
    const { from, subscriber } = served
    try {
      for await (const chunk of subscriber as AsyncIterable<Buffer>)
        for (const bytes of piecesOf(chunk)) {
          const acked = new Promise<void>((resolve) => {
            served.onAck = resolve
          })
          this.#send(from, id, { op: 'bytes', bytes })
          await acked
          if (subscriber.destroyed) break
        }
    } catch {
      // The subscriber was destroyed.
    }
    this.#served.delete(id)
    this.#send(from, id, { op: 'end', ...(subscriber.fault && { failure: consoleFailure(subscriber.fault) }) })
  }

  #beatOnce(): void {
    const byProcess = new Map<string, string[]>()
    for (const [id, { from }] of this.#served) byProcess.set(from, [...(byProcess.get(from) ?? []), id])
    for (const [id, { to }] of this.#subscriptions) byProcess.set(to, [...(byProcess.get(to) ?? []), id])
    for (const [to, ids] of byProcess)
      for (let at = 0; at < ids.length; at += MAX_IDS)
        this.#send(to, '', { op: 'alive', ids: ids.slice(at, at + MAX_IDS) })
    const oldest = performance.now() - DEAD_MS
    for (const { subscriber, lastSeen } of this.#served.values()) if (lastSeen < oldest) subscriber.destroy()
    for (const [id, { subscriber, lastSeen }] of this.#subscriptions)
      if (lastSeen < oldest) {
        this.#subscriptions.delete(id)
        subscriber.close(lost())
      }
  }

  #onAlive(from: string, ids: readonly string[]): void {
    const now = performance.now()
    for (const id of ids) {
      const one = this.#served.get(id) ?? this.#subscriptions.get(id)
      if (one) one.lastSeen = now
      else this.#send(from, id, { op: 'end' })
    }
  }

  #dropAll(): void {
    for (const { subscriber } of this.#served.values()) subscriber.destroy()
    for (const [id, { to, subscriber }] of this.#subscriptions) {
      this.#subscriptions.delete(id)
      this.#send(to, id, { op: 'end' })
      subscriber.close(lost())
    }
  }
}

const lost = () => deviceUnreachable(msg`The panel process that holds the serial line does not answer`)

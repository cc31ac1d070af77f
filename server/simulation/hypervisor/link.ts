import { type Duplex, finished } from 'node:stream'
import { deviceUnreachable } from '../../domain/shared/errors.ts'
import type { DomainEvent } from '../../drivers/hypervisor/domain-types.ts'
import { msg } from '../../shared/text.ts'
import { eventsBetween } from './events.ts'
import { faultyNodes, isAway } from './faults.ts'
import type { DummyNode } from './node.ts'
import type { NodeState } from './state.ts'

const gone = () => deviceUnreachable(msg`The connection to the node was lost: it no longer answers`)

/** A connection as long as it lasts: everything that goes through it ends with it. */
export class DummyLink {
  /** Why it ended; null: it was closed here. */
  readonly closed: Promise<Error | null>
  readonly #node: DummyNode
  readonly #listeners = new Set<(event: DomainEvent) => void>()
  readonly #streams = new Set<Duplex>()
  readonly #over = new AbortController()
  readonly #stopWatching: () => void
  readonly #timer: NodeJS.Timeout | null
  #settle: (cause: Error | null) => void = () => {}
  #seen: NodeState

  constructor(node: DummyNode, state: NodeState) {
    this.#node = node
    this.#seen = state
    this.closed = new Promise((resolve) => {
      this.#settle = resolve
    })
    this.#stopWatching = node.store.onChange((next) => this.#follow(next))
    const isFlapping = faultyNodes[node.name] === 'flapping'
    this.#timer = isFlapping ? setInterval(() => isAway(Date.now()) && this.#end(gone()), 1_000) : null
    this.#timer?.unref()
  }

  close(): void {
    this.#end(null)
  }

  #end(cause: Error | null): void {
    if (this.#over.signal.aborted) return
    this.#over.abort(gone())
    this.#stopWatching()
    if (this.#timer) clearInterval(this.#timer)
    for (const stream of this.#streams) stream.destroy()
    this.#listeners.clear()
    this.#settle(cause)
  }

  #follow(next: NodeState): void {
    const events = eventsBetween(this.#seen, next)
    this.#seen = next
    if (next.offline) this.#end(gone())
    else for (const event of events) for (const listener of [...this.#listeners]) listener(event)
  }

  /**
   * Every call: takes its time, ends with the caller's signal or with the connection.
   * @param ms how long it takes on a real node
   */
  async do<T>(ms: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T> | T): Promise<T> {
    signal.throwIfAborted()
    this.#over.signal.throwIfAborted()
    const either = AbortSignal.any([signal, this.#over.signal])
    await this.#node.pause(ms, either)
    return work(either)
  }

  /** @returns how to stop listening */
  onEvent(listener: (event: DomainEvent) => void): () => void {
    const own = (event: DomainEvent) => listener(event) // the same function may listen twice
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  /** A stream that goes through the connection, so it ends with it. */
  keep(stream: Duplex): Duplex {
    this.#streams.add(stream)
    finished(stream, () => this.#streams.delete(stream))
    return stream
  }
}

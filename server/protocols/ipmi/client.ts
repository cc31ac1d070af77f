import { abortError, IpmiError } from './errors.ts'
import { type IpmiTarget, openSession } from './open.ts'
import type { IpmiSession } from './session.ts'

/** Controllers have few sessions: one at rest for this long is given back. */
const restMs = 15_000
/** Everything that opening may take, all repetitions included. */
const openingMs = 45_000

/** A way to one controller: opens a session when it is needed, uses it for all requests, opens another when it was lost. */
export class IpmiClient {
  readonly target: IpmiTarget
  readonly #restMs: number
  readonly #closing = new AbortController()
  #session: Promise<IpmiSession> | null = null
  #live: IpmiSession | null = null
  #users = 0
  #rest: NodeJS.Timeout | undefined

  constructor(target: IpmiTarget, options: { restMs?: number } = {}) {
    this.target = target
    this.#restMs = options.restMs ?? restMs
  }

  /**
   * Runs requests on the session. When the session had been dropped by the controller while it rested, once more on a new one:
   * the first request then went unanswered, so nothing was done twice unless only answers were lost.
   */
  async use<T>(run: (session: IpmiSession) => Promise<T>, signal: AbortSignal): Promise<T> {
    clearTimeout(this.#rest)
    this.#users++
    try {
      const { session, fresh } = await this.#current(signal)
      const before = session.answers
      try {
        return await run(session)
      } catch (error) {
        const dropped = session.ended && !fresh && session.answers === before
        if (!dropped || signal.aborted || this.#closing.signal.aborted || !lost(error)) throw error
        return await run((await this.#current(signal)).session)
      }
    } finally {
      if (--this.#users === 0) this.#restSoon()
    }
  }

  /** Closes the session; later requests fail. */
  async close(): Promise<void> {
    clearTimeout(this.#rest)
    this.#closing.abort(new IpmiError('closed', 'The connection was closed'))
    await this.#drop()
  }

  async #current(signal: AbortSignal): Promise<{ session: IpmiSession; fresh: boolean }> {
    if (this.#closing.signal.aborted) throw abortError(this.#closing.signal)
    let opening = this.#session
    let fresh = false
    if (!opening || this.#live?.ended) {
      opening = this.#open()
      fresh = true
    }
    return { session: await unlessAborted(opening, signal), fresh }
  }

  /** Opening belongs to all who wait for it: the signal of one does not end it for the others. */
  #open(): Promise<IpmiSession> {
    const opening = openSession(this.target, AbortSignal.any([this.#closing.signal, AbortSignal.timeout(openingMs)]))
    this.#session = opening
    this.#live = null
    opening.then(
      (session) => {
        if (this.#session === opening) this.#live = session
      },
      () => {
        if (this.#session === opening) this.#session = null
      },
    )
    return opening
  }

  #restSoon(): void {
    if (this.#closing.signal.aborted) return
    this.#rest = setTimeout(() => void this.#drop(), this.#restMs)
    this.#rest.unref()
  }

  async #drop(): Promise<void> {
    const opening = this.#session
    this.#session = null
    this.#live = null
    const session = await opening?.catch(() => null)
    await session?.close()
  }
}

const lost = (error: unknown) => error instanceof IpmiError && (error.kind === 'timeout' || error.kind === 'closed')

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(abortError(signal))
    if (signal.aborted) return aborted()
    signal.addEventListener('abort', aborted, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })
}

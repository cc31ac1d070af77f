import { abortError, unlessAborted } from '../../shared/abort.ts'
import { msg } from '../../shared/text.ts'
import { IpmiError } from './errors.ts'
import { netFn } from './message.ts'
import { type IpmiTarget, openSession } from './open.ts'
import type { IpmiSession } from './session.ts'

/** Controllers have few sessions: one at rest for this long is given back. */
const restMs = 15_000
/** A session that rested for this long may have been dropped. */
const doubtMs = 5_000
/** Everything that opening may take, all repetitions included. */
const openingMs = 45_000

/** A way to one controller: opens a session when it is needed, uses it for all requests, opens another when it was lost. */
export class IpmiClient {
  readonly target: IpmiTarget
  readonly #restMs: number
  readonly #doubtMs: number
  readonly #closing = new AbortController()
  #session: Promise<IpmiSession> | null = null
  #live: IpmiSession | null = null
  #users = 0
  #rest: NodeJS.Timeout | undefined

  constructor(target: IpmiTarget, options: { restMs?: number; doubtMs?: number } = {}) {
    this.target = target
    this.#restMs = options.restMs ?? restMs
    this.#doubtMs = options.doubtMs ?? doubtMs
  }

  /**
   * Runs requests on the session. One that rested is asked for a sign of life first, and replaced when the controller dropped it:
   * requests themselves are never repeated on another session, so that nothing is switched twice.
   */
  async use<T>(run: (session: IpmiSession) => Promise<T>, signal: AbortSignal): Promise<T> {
    clearTimeout(this.#rest)
    this.#users++
    try {
      return await run(await this.#alive(signal))
    } finally {
      if (--this.#users === 0) this.#restSoon()
    }
  }

  /** Closes the session; later requests fail. */
  async close(): Promise<void> {
    clearTimeout(this.#rest)
    this.#closing.abort(new IpmiError('closed', msg`The connection was closed`))
    await this.#drop()
  }

  async #alive(signal: AbortSignal): Promise<IpmiSession> {
    const session = await this.#current(signal)
    if (Date.now() - session.lastUse < this.#doubtMs) return session
    try {
      await session.command({ netFn: netFn.app, command: 0x01 }, signal)
      return session
    } catch (error) {
      if (!session.ended || signal.aborted || !lost(error)) throw error
      return this.#current(signal)
    }
  }

  #current(signal: AbortSignal): Promise<IpmiSession> {
    const { signal: closing } = this.#closing
    if (closing.aborted) return Promise.reject(abortError(closing))
    const opening = !this.#session || this.#live?.ended ? this.#open() : this.#session
    return unlessAborted(opening, signal)
  }

  /** Opening belongs to all who wait for it: the signal of one does not end it for the others. */
  #open(): Promise<IpmiSession> {
    // Not AbortSignal.timeout: it would be held, with all that hangs on it, long after the session is open.
    const limit = new AbortController()
    const late = setTimeout(() => limit.abort(new DOMException('The session did not open', 'TimeoutError')), openingMs)
    const give = () => limit.abort(this.#closing.signal.reason)
    this.#closing.signal.addEventListener('abort', give, { once: true })
    const opening = openSession(this.target, limit.signal).finally(() => {
      clearTimeout(late)
      this.#closing.signal.removeEventListener('abort', give)
    })
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

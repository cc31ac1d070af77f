import type { LineStatus } from '../../domain/console/line.ts'
import type { ConsoleMode } from '../tickets.ts'

/** A request for the keyboard that is not answered within this time is granted. */
const ASK_MS = 20_000

export type KeyboardUser = { readonly account_id: number; readonly mode: ConsoleMode }

/**
 * Decides who may type on a line: one viewer at a time. The first that may type has the keyboard; others request it,
 * and get it when the typist grants it, leaves, or does not answer in time.
 */
export class Keyboard<User extends KeyboardUser> {
  readonly #onChange: () => void
  readonly #onKept: (user: User) => void
  readonly #askMs: number
  #typist: User | null = null
  /** The request that the typist has been asked to answer. */
  #asked: User | null = null
  /** In order of their requests; the typist is asked about the first. */
  #askers: User[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param onKept called with the viewer whose request was rejected */
  constructor(onChange: () => void, onKept: (user: User) => void, askMs = ASK_MS) {
    this.#onChange = onChange
    this.#onKept = onKept
    this.#askMs = askMs
  }

  join(user: User): void {
    if (user.mode === 'control') this.#typist ??= user
    this.#onChange()
  }

  leave(user: User): void {
    this.#askers = this.#askers.filter((one) => one !== user)
    if (this.#typist === user) this.#give(this.#askers[0] ?? null)
    else {
      this.#await()
      this.#onChange()
    }
  }

  /** Whether input of this viewer is sent. A free keyboard is taken by typing. */
  mayType(user: User): boolean {
    if (user.mode !== 'control') return false
    if (this.#typist === null) this.#give(user)
    return this.#typist === user
  }

  ask(user: User): void {
    if (user.mode !== 'control' || this.#typist === user || this.#askers.includes(user)) return
    // No request is needed between windows of one account.
    if (this.#typist === null || this.#typist.account_id === user.account_id) this.#give(user)
    else {
      this.#askers.push(user)
      this.#await()
      this.#onChange()
    }
  }

  /** The typist's answer to the first request. */
  answer(user: User, gives: boolean): void {
    const [first] = this.#askers
    if (this.#typist !== user || !first) return
    if (gives) this.#give(first)
    else {
      this.#askers.shift()
      this.#await()
      this.#onKept(first)
      this.#onChange()
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Keyboard status for one viewer. */
  statusFor(user: User): Pick<LineStatus, 'keyboard' | 'typist' | 'asked_by' | 'asking'> {
    const mine = this.#typist === user
    return {
      keyboard: mine ? 'yours' : this.#typist ? 'another' : 'free',
      typist: this.#typist?.account_id ?? null,
      asked_by: mine ? (this.#askers[0]?.account_id ?? null) : null,
      asking: this.#askers.includes(user),
    }
  }

  #give(user: User | null): void {
    this.#typist = user
    this.#askers = this.#askers.filter((one) => one !== user)
    this.#await()
    this.#onChange()
  }

  #await(): void {
    const first = this.#askers[0] ?? null
    if (first === this.#asked) return
    clearTimeout(this.#timer)
    this.#asked = first
    if (!first) return
    this.#timer = setTimeout(() => this.#give(first), this.#askMs)
    this.#timer.unref()
  }
}

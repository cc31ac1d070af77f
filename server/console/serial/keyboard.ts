import type { LineStatus } from '../../domain/console/line.ts'
import type { ConsoleMode } from '../tickets.ts'

/** Who is asked for the keyboard and says nothing gives it away after this. */
const ASK_MS = 20_000

export type KeyboardUser = { readonly account_id: number; readonly mode: ConsoleMode }

/**
 * Who may type on a line: one at a time. The first who may has the keyboard; others ask, and get it when he gives it, leaves, or
 * says nothing for a while.
 */
export class Keyboard<User extends KeyboardUser> {
  readonly #onChange: () => void
  readonly #onKept: (user: User) => void
  readonly #askMs: number
  #typist: User | null = null
  /** Whose wish is before the typist. */
  #asked: User | null = null
  /** In the order in which they asked; the first is before the typist now. */
  #askers: User[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param onKept somebody's wish was refused */
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

  /** Whether somebody's keys go out. A keyboard that lies there is taken by using it. */
  mayType(user: User): boolean {
    if (user.mode !== 'control') return false
    if (this.#typist === null) this.#give(user)
    return this.#typist === user
  }

  ask(user: User): void {
    if (user.mode !== 'control' || this.#typist === user || this.#askers.includes(user)) return
    // Nobody is asked for what is his own in another window.
    if (this.#typist === null || this.#typist.account_id === user.account_id) this.#give(user)
    else {
      this.#askers.push(user)
      this.#await()
      this.#onChange()
    }
  }

  /** The typist's answer to the first who asks. */
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

  /** How things are for one of them. */
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

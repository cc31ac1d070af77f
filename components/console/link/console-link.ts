import { type ConsoleCloseReason, closeReasonOf, consoleClose } from '../../../server/domain/console/close-codes.ts'
import type { RequestTicket } from '../types.ts'

/** Why a console is closed: a reason of the gateway, or one of ours. */
export type LinkReason = ConsoleCloseReason | 'refused' | 'lost'

export type LinkState =
  | { at: 'idle' }
  /** Automatic retry: the reason of the previous failure is shown until there is more to report. */
  | { at: 'connecting'; after?: { reason: LinkReason; words: string } }
  | { at: 'open' /** What is shown is recorded. */; recorded?: true }
  | { at: 'waiting'; reason: LinkReason; words: string; retryAt: number }
  | { at: 'closed'; reason: LinkReason; words: string }

/** As much of a WebSocket as is needed here. */
export type LinkSocket = {
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void
  close(): void
}

export type LinkOptions<Socket extends LinkSocket> = {
  ticket: (options: { takeOver: boolean }) => ReturnType<RequestTicket>
  open: (path: string, protocols: string[]) => Socket
  /**
   * Gives the socket to the component that draws; returns a function that releases it. It calls `ready` when there is
   * something to see.
   */
  attach: (socket: Socket, ready: () => void) => () => void
  /** Sub-protocols besides, and what is added to the address. */
  offer?: () => { protocols: string[]; query: string }
  onState: (state: LinkState) => void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A console that held so long starts with short pauses again. */
const STEADY_MS = 20_000

/** Pauses between attempts: doubled each time, a little uneven so that a hundred pages do not come back at once. */
export function pauseMs(attempt: number, dice: number): number {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
  return Math.round(pause * (0.8 + 0.4 * dice))
}

/** Keeps a console connected: a ticket for each attempt, back again after a loss, waiting when only a person can help. */
export class ConsoleLink<Socket extends LinkSocket> {
  #options: LinkOptions<Socket>
  #attempt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #socket: Socket | null = null
  #detach: (() => void) | null = null
  /** Tells answers to an earlier attempt apart. */
  #round = 0

  constructor(options: LinkOptions<Socket>) {
    this.#options = options
  }

  /** Connects now, whatever was before. @param options `takeOver`: from a program outside of the panel, this once */
  start(options = { takeOver: false }): void {
    this.#attempt = 0
    void this.#connect(options)
  }

  /** Lets go and stays away until `start`. */
  stop(): void {
    this.#drop()
    this.#options.onState({ at: 'idle' })
  }

  #drop(): void {
    this.#round++
    clearTimeout(this.#timer)
    this.#detach?.()
    this.#detach = null
    this.#socket?.close()
    this.#socket = null
  }

  async #connect(options = { takeOver: false }, after?: { reason: LinkReason; words: string }): Promise<void> {
    this.#drop()
    const round = this.#round
    const { ticket, open, attach, offer, onState } = this.#options
    onState({ at: 'connecting', ...(after && { after }) })
    let answer: Awaited<ReturnType<RequestTicket>>
    try {
      answer = await ticket(options)
    } catch (error) {
      if (round === this.#round) this.#later('refused', error instanceof Error ? error.message : '')
      return
    }
    if (round !== this.#round) return
    const { protocols, query } = offer?.() ?? { protocols: [], query: '' }
    const socket = open(`${answer.path}${query}`, ['binary', ...protocols, `datahall.ticket.${answer.ticket}`])
    this.#socket = socket
    let openSince = 0
    socket.addEventListener('close', ({ code, reason }) => {
      if (round !== this.#round) return
      if (openSince > 0 && performance.now() - openSince > STEADY_MS) this.#attempt = 0
      this.#closed(code, reason)
    })
    this.#detach = attach(socket, () => {
      if (round !== this.#round) return
      openSince = performance.now()
      onState({ at: 'open', ...(answer.recorded && { recorded: true }) })
    })
  }

  #closed(code: number, words: string): void {
    const reason = closeReasonOf(code) ?? 'lost'
    if (reason === 'lost' || consoleClose[reason].after === 'retry') this.#later(reason, words)
    else {
      this.#drop()
      this.#options.onState({ at: 'closed', reason, words })
    }
  }

  #later(reason: LinkReason, words: string): void {
    this.#drop()
    const pause = pauseMs(this.#attempt++, Math.random())
    this.#options.onState({ at: 'waiting', reason, words, retryAt: Date.now() + pause })
    this.#timer = setTimeout(() => void this.#connect({ takeOver: false }, { reason, words }), pause)
  }
}

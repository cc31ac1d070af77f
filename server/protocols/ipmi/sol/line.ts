import { msg } from '../../../shared/text.ts'
import { IpmiError } from '../errors.ts'
import { decodeSol, encodeSol, type SolPacket } from './packet.ts'

/** Waits before a packet of characters is sent again, milliseconds; after the last the line counts as lost. */
const patience = [250, 500, 1_000, 2_000, 4_000]
/** Wait before characters the other side would not take are offered again, and how often in a row. */
const heldMs = 100
const maxHeld = 100

const nack = 0x40
/** How many packets before the last are known for late repetitions: numbers go round after 15. */
const latest = 3
const nothing = Buffer.alloc(0)

export type SolLineOptions = {
  /** Sends one payload; it may get lost. */
  send: (payload: Buffer) => void
  /** Characters a packet to the other side may carry. */
  maxCharacters: number
  /** Takes characters; false when there is no room: they are not acknowledged and come again. */
  onCharacters: (characters: Buffer) => boolean
  /** Sees operation or status of every packet. */
  onFlags?: (flags: number) => void
  patience?: readonly number[]
}

type Waiting = { sequence: number; settle: (packet: SolPacket) => void }

/**
 * Characters both ways under sequence numbers and acknowledgements (IPMI 2.0, 15.9 to 15.11): one packet under way at a time,
 * repeated until acknowledged; packets that come twice count once. The same for both ends.
 */
export class SolLine {
  readonly #options: SolLineOptions
  #sequence = 0
  #waiting: Waiting | null = null
  /** Last packet taken, and how many of its characters. */
  #heard = 0
  #taken = 0
  #stop: ((error: Error) => void) | null = null
  #stopped: Error | null = null

  constructor(options: SolLineOptions) {
    this.#options = options
  }

  /**
   * Sends characters in order; callers wait for one call before the next. `progress` hears how many more were taken.
   * @throws IpmiError timeout when the other side falls silent or never has room, and what `stop` was given
   */
  async write(characters: Buffer, progress: (taken: number) => void = () => {}): Promise<void> {
    let rest = characters
    for (let held = 0; rest.length > 0; ) {
      const part = rest.subarray(0, this.#options.maxCharacters)
      const answer = await this.#transmit(part, 0)
      const taken = Math.min(answer.accepted, part.length)
      rest = rest.subarray(taken)
      progress(taken)
      held = taken > 0 ? 0 : held + 1
      if (held > maxHeld) throw new IpmiError('timeout', msg`The serial port accepts no characters`)
      if (held > 0) await this.#pause(heldMs)
    }
  }

  /** Sends a packet without characters that must arrive: a break. */
  async signal(flags: number): Promise<void> {
    await this.#transmit(nothing, flags)
  }

  /** A payload came in. */
  receive(payload: Buffer): void {
    const packet = decodeSol(payload)
    if (!packet || this.#stopped) return
    this.#options.onFlags?.(packet.flags)
    if (this.#stopped) return
    if (packet.acknowledged !== 0 && packet.acknowledged === this.#waiting?.sequence) this.#waiting.settle(packet)
    if (packet.sequence !== 0) this.#take(packet)
  }

  /** Ends the line; what is being sent fails with `error`. */
  stop(error: Error): void {
    if (this.#stopped) return
    this.#stopped = error
    this.#stop?.(error)
  }

  #take({ sequence, characters }: SolPacket): void {
    // A repetition that was long under way, of a packet before the last: acknowledged already, not new.
    const behind = (this.#heard - sequence + 15) % 15
    if (this.#heard !== 0 && behind >= 1 && behind <= latest) return
    // A repetition may have grown: what it has beyond the characters already taken is new.
    const known = sequence === this.#heard ? this.#taken : 0
    const fresh = characters.subarray(known)
    if (fresh.length > 0 && !this.#options.onCharacters(Buffer.from(fresh))) return
    this.#heard = sequence
    this.#taken = Math.max(known, characters.length)
    this.#send({ sequence: 0, acknowledged: sequence, accepted: characters.length, flags: 0, characters: nothing })
  }

  #transmit(characters: Buffer, flags: number): Promise<SolPacket> {
    if (this.#stopped) return Promise.reject(this.#stopped)
    this.#sequence = (this.#sequence % 15) + 1
    const sequence = this.#sequence
    const waits = this.#options.patience ?? patience
    return new Promise((resolve, reject) => {
      let attempt = 0
      let timer: NodeJS.Timeout | undefined
      const end = (settle: () => void) => {
        clearTimeout(timer)
        this.#waiting = null
        this.#stop = null
        settle()
      }
      const next = () => {
        const wait = waits[attempt++]
        if (wait === undefined)
          return end(() => reject(new IpmiError('timeout', msg`The serial line no longer answers`)))
        timer = setTimeout(next, wait)
        this.#send({ sequence, acknowledged: 0, accepted: 0, flags, characters })
      }
      this.#stop = (error) => end(() => reject(error))
      this.#waiting = {
        sequence,
        settle: (packet) => {
          const refused = (packet.flags & nack) !== 0
          // Controllers that leave the count at zero have taken everything, unless they sent a NACK.
          const accepted = refused || packet.accepted > 0 ? packet.accepted : characters.length
          end(() => resolve({ ...packet, accepted }))
        },
      }
      next()
    })
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) return reject(this.#stopped)
      const timer = setTimeout(() => {
        this.#stop = null
        resolve()
      }, ms)
      this.#stop = (error) => {
        clearTimeout(timer)
        this.#stop = null
        reject(error)
      }
    })
  }

  #send(packet: SolPacket): void {
    this.#options.send(encodeSol(packet))
  }
}

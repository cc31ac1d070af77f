const width = 32

/**
 * Which sequence numbers of authenticated packets are new (IPMI 2.0, 6.12.13, in the manner of RFC 4303, 3.4.3): ahead of all seen,
 * or at most 31 behind and not seen yet. Zero is never a number within a session.
 */
export class SequenceWindow {
  #highest = 0
  /** Bit n: `#highest - n` was seen. */
  #seen = 0

  /** Whether a packet with this number would be new; asked before its integrity code is computed. */
  isNew(sequence: number): boolean {
    if (sequence === 0) return false
    if (sequence > this.#highest) return true
    const behind = this.#highest - sequence
    return behind < width && ((this.#seen >>> behind) & 1) === 0
  }

  /** Notes a number whose packet proved genuine. */
  accept(sequence: number): void {
    if (sequence > this.#highest) {
      const ahead = sequence - this.#highest
      this.#seen = ahead >= width ? 1 : ((this.#seen << ahead) | 1) >>> 0
      this.#highest = sequence
    } else {
      this.#seen = (this.#seen | (1 << (this.#highest - sequence))) >>> 0
    }
  }
}

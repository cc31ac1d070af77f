/**
 * A set of names of chunks, by their first eight bytes: 16 to 32 bytes a name, 268 MB for 10 million. Names are keyed hashes, so two of
 * 10 million share those bytes once in 370,000 locations, and then the set only takes one for the other's: a chunk is kept too long.
 */
export class PrefixSet {
  #slots: Uint32Array
  #mask: number
  #size = 0

  /** @param expected names, so that the set need not grow */
  constructor(expected = 1024) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 1.5)))
    this.#slots = new Uint32Array(capacity * 2)
    this.#mask = capacity - 1
  }

  get size(): number {
    return this.#size
  }

  /** Adds the name that begins at `at`; false when it was there. */
  add(bytes: Uint8Array, at = 0): boolean {
    const [high, low] = prefix(bytes, at)
    if (!this.#put(high, low)) return false
    if (this.#size * 4 > (this.#mask + 1) * 3) this.#grow()
    return true
  }

  has(bytes: Uint8Array, at = 0): boolean {
    const [high, low] = prefix(bytes, at)
    for (let slot = low & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const first = this.#slots[slot * 2]
      const second = this.#slots[slot * 2 + 1]
      if (first === 0 && second === 0) return false
      if (first === high && second === low) return true
    }
  }

  #put(high: number, low: number): boolean {
    for (let slot = low & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const first = this.#slots[slot * 2]
      const second = this.#slots[slot * 2 + 1]
      if (first === high && second === low) return false
      if (first !== 0 || second !== 0) continue
      this.#slots[slot * 2] = high
      this.#slots[slot * 2 + 1] = low
      this.#size++
      return true
    }
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Uint32Array(old.length * 2)
    this.#mask = this.#slots.length / 2 - 1
    this.#size = 0
    for (let n = 0; n < old.length; n += 2) {
      const high = old[n] ?? 0
      const low = old[n + 1] ?? 0
      if (high !== 0 || low !== 0) this.#put(high, low)
    }
  }
}

/** The first eight bytes as two numbers, never both 0: that is an empty slot. */
function prefix(bytes: Uint8Array, at: number): [number, number] {
  const word = (from: number) =>
    (((bytes[from] ?? 0) << 24) |
      ((bytes[from + 1] ?? 0) << 16) |
      ((bytes[from + 2] ?? 0) << 8) |
      (bytes[from + 3] ?? 0)) >>>
    0
  const high = word(at)
  const low = word(at + 4)
  return high === 0 && low === 0 ? [0, 1] : [high, low]
}

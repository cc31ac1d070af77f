import ipaddr from 'ipaddr.js'

/**
 * The client that an address is counted for when connections are limited: an IPv4 address, or a /64 of IPv6, of which
 * one host has all.
 */
export function placeOf(ip: string): string {
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}

/** Counts who is inside, by a key each: at most so many of one key. */
export class Crowd {
  readonly #most: number
  readonly #inside = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Lets one more in and answers the way out, which counts once; null when there are as many as may be. */
  enter(key: string): (() => void) | null {
    const inside = this.#inside.get(key) ?? 0
    if (inside >= this.#most) return null
    this.#inside.set(key, inside + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      const others = (this.#inside.get(key) ?? 1) - 1
      if (others > 0) this.#inside.set(key, others)
      else this.#inside.delete(key)
    }
  }
}

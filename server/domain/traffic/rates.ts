/** Counters of a port as a device has them: they only grow, until they begin again or wrap. Errors and discards have 32 bits. */
export type PortCount = {
  /** Width of the octet counters. */
  bits: 32 | 64
  in_octets: bigint
  out_octets: bigint
  in_errors: bigint
  out_errors: bigint
  in_discards: bigint
  out_discards: bigint
}

export type Count = {
  /** Milliseconds of Unix time. */
  at: number
  /** Uptime of the device, or its agent, in seconds; 0 if not reported. */
  uptime_s: number
  /** By interface index. */
  ports: ReadonlyMap<string, PortCount>
}

/** What passed a port between two readings. In and out are the switch's: in is what it received. */
export type Passed = { in_octets: number; out_octets: number; errors: number; discards: number }

/** Shorter than this nothing is worked out: the older reading stays the one to compare with. */
export const LEAST_MS = 1_000
/** After a longer silence the time of the traffic is unknown: it is a gap. A few missed polls are not. */
export const MOST_MS = 15 * 60_000

const WRAP = { 32: 1n << 32n, 64: 1n << 64n }
/** sysUpTime counts hundredths of seconds in 32 bits (RFC 3418). */
const UPTIME_WRAP_S = 2 ** 32 / 100
/**
 * Faster than any port: a higher rate means a counter that was reset, or is invalid. Octets a millisecond, 1.6 Tbit/s.
 */
const MOST_OCTETS_MS = 200_000_000

/** Whether the counters began again between two readings: the device had been up for less than it should have been. */
export function restarted(before: Omit<Count, 'ports'>, now: Omit<Count, 'ports'>): boolean {
  if (before.uptime_s === 0 && now.uptime_s === 0) return false
  const elapsed = (now.at - before.at) / 1000
  const expected = before.uptime_s + elapsed
  // Clocks drift, and agents answer out of caches.
  const slack = 30 + elapsed * 0.05
  const behind = expected - now.uptime_s
  return behind > slack && Math.abs(behind - UPTIME_WRAP_S) > slack
}

/** Growth of a counter; null if unknown. */
function growth(before: bigint, now: bigint, bits: 32 | 64, most: number): number | null {
  // A 64-bit counter does not wrap within the life of a device: it has begun again.
  const grown = now >= before ? now - before : bits === 32 ? now + WRAP[32] - before : null
  return grown === null || grown < 0n || grown > BigInt(Math.floor(most)) ? null : Number(grown)
}

/**
 *
 * Traffic of one port between two readings, `ms` apart.
 * @param speed_bps of the port, when known: a 32-bit counter of a fast port may wrap twice unnoticed
 * @returns null when unknown: a gap, which is not the same as zero
 */
export function passed(before: PortCount, now: PortCount, ms: number, speed_bps: number | null): Passed | null {
  if (before.bits !== now.bits) return null
  if (now.bits === 32 && speed_bps !== null && (speed_bps / 8_000) * ms >= 2 ** 32) return null
  const octets = (name: 'in_octets' | 'out_octets') => growth(before[name], now[name], now.bits, ms * MOST_OCTETS_MS)
  const [in_octets, out_octets] = [octets('in_octets'), octets('out_octets')]
  if (in_octets === null || out_octets === null) return null
  // A frame has 64 octets and its gap: no port loses more of them than it could receive.
  const frames = (name: 'in_errors' | 'out_errors' | 'in_discards' | 'out_discards') =>
    growth(before[name], now[name], 32, (ms * MOST_OCTETS_MS) / 64) ?? 0
  return {
    in_octets,
    out_octets,
    errors: frames('in_errors') + frames('out_errors'),
    discards: frames('in_discards') + frames('out_discards'),
  }
}

/**
 *
 * Traffic of each port between two readings of a device.
 * @returns null when the readings cannot be compared: restart, too far apart, clock set back. Otherwise the ports with
 * known traffic.
 */
export function passedPorts(
  before: Count,
  now: Count,
  speed_bps: (if_index: string) => number | null,
): { ms: number; ports: Map<string, Passed> } | null {
  const ms = Math.round(now.at - before.at)
  if (ms < LEAST_MS || ms > MOST_MS || restarted(before, now)) return null
  const ports = new Map<string, Passed>()
  for (const [if_index, count] of now.ports) {
    const old = before.ports.get(if_index)
    const share = old && passed(old, count, ms, speed_bps(if_index))
    if (share) ports.set(if_index, share)
  }
  return { ms, ports }
}

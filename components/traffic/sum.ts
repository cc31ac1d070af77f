/** Octets of one port in the slot that begins at `time`. */
export type Sample = { time: number; in: number; out: number; switch_port: number }
export type Rates = { times: number[]; in: (number | null)[]; out: (number | null)[] }

/** The shortest distance of two slots: their length. Null when there are fewer than two. */
function stepOf(times: readonly number[]): number | null {
  let step = Number.POSITIVE_INFINITY
  for (let n = 1; n < times.length; n++) step = Math.min(step, (times[n] ?? 0) - (times[n - 1] ?? 0))
  return Number.isFinite(step) && step > 0 ? step : null
}

/**
 * Bits a second at all ports of a server together. A slot in which nothing was measured is a gap, and the last one is left out while it is
 * not over.
 * @param now seconds of Unix time
 */
export function sumPorts(samples: readonly Sample[], now: number): Rates {
  const slots = new Map<number, { in: number; out: number }>()
  for (const one of samples) {
    const sum = slots.get(one.time) ?? { in: 0, out: 0 }
    slots.set(one.time, { in: sum.in + one.in, out: sum.out + one.out })
  }
  const measured = [...slots.keys()].sort((a, b) => a - b)
  const step = stepOf(measured)
  const rates: Rates = { times: [], in: [], out: [] }
  if (step === null) return rates
  const add = (time: number, octets: { in: number; out: number } | undefined) => {
    rates.times.push(time)
    rates.in.push(octets ? (octets.in * 8) / step : null)
    rates.out.push(octets ? (octets.out * 8) / step : null)
  }
  for (const [n, time] of measured.entries()) {
    const last = measured[n - 1]
    // One point without a value is enough to break the line.
    if (last !== undefined && time - last > step * 1.5) add(last + step, undefined)
    if (time + step <= now) add(time, slots.get(time))
  }
  return rates
}

import { describe, expect, it } from 'vitest'
import { type Count, passed, passedPorts, restarted } from './rates.ts'

const none = { in_errors: 0n, out_errors: 0n, in_discards: 0n, out_discards: 0n }
const count = (octets: bigint, bits: 32 | 64 = 64, more = {}) => ({
  ...none,
  bits,
  in_octets: octets,
  out_octets: octets,
  ...more,
})
const at = (seconds: number, octets: bigint, uptime_s = seconds + 1000, bits: 32 | 64 = 64): Count => ({
  at: seconds * 1000,
  uptime_s,
  ports: new Map([['1', count(octets, bits)]]),
})
const between = (before: Count, now: Count, speed: number | null = null) => passedPorts(before, now, () => speed)

/** The same numbers in every run. */
function* dice(seed: number): Generator<number, never> {
  for (let n = seed; ; n = (n * 1_103_515_245 + 12_345) & 0x7fffffff) yield n / 0x7fffffff
}

describe('what passed between two readings', () => {
  it('is the growth of the counters, in and out apart, errors and discards of both ways together', () => {
    const before = count(10n, 64, { in_errors: 1n, out_errors: 2n, in_discards: 5n })
    const now = count(10n, 64, { in_octets: 110n, in_errors: 4n, out_errors: 3n, in_discards: 6n, out_discards: 1n })
    expect(passed(before, now, 60_000, null)).toEqual({ in_octets: 100, out_octets: 0, errors: 4, discards: 2 })
  })

  it('adds up to the whole, however the counters wrap and rounds are missed', () => {
    const roll = dice(7)
    for (const bits of [32, 64] as const) {
      let [seconds, total, sum] = [0, 4_000_000_000n, 0]
      const shown = () => at(seconds, total % (1n << BigInt(bits)), seconds + 50, bits)
      let before = shown()
      const began = total
      for (let round = 0; round < 500; round++) {
        const step = roll.next().value < 0.2 ? 600 : 60
        seconds += step
        total += BigInt(Math.floor(roll.next().value * 4_000_000 * 60))
        const now = shown()
        sum += between(before, now, 1e6)?.ports.get('1')?.in_octets ?? Number.NaN
        before = now
      }
      expect(BigInt(sum)).toBe(total - began)
    }
  })

  it('is unknown for a narrow counter that may have wrapped twice', () => {
    expect(passed(count(5n, 32), count(1n, 32), 60_000, 100e6)?.in_octets).toBe(2 ** 32 - 4)
    expect(passed(count(5n, 32), count(1n, 32), 60_000, 1e9)).toBeNull()
    expect(passed(count(5n, 32), count(7n, 32), 60_000, 10e9)).toBeNull()
    expect(passed(count(5n, 64), count(7n, 64), 60_000, 10e9)?.in_octets).toBe(2)
  })

  it('is unknown for a wide counter that went back, one that jumped, and one that changed its width', () => {
    expect(passed(count(5n), count(4n), 60_000, null)).toBeNull()
    expect(passed(count(5n), count(1n << 63n), 60_000, null)).toBeNull()
    expect(passed(count(5n, 32), count(6n, 64), 60_000, null)).toBeNull()
    expect(passed(count(5n, 64), count(6n, 32), 60_000, null)).toBeNull()
  })

  it('is a gap after a restart, a long silence, and a clock that was set back', () => {
    expect(between(at(0, 10n), at(60, 20n))?.ports.get('1')?.in_octets).toBe(10)
    expect(between(at(0, 10n), at(60, 20n, 5))).toBeNull()
    expect(between(at(0, 10n), at(899, 20n))?.ms).toBe(899_000)
    expect(between(at(0, 10n), at(901, 20n))).toBeNull()
    expect(between(at(60, 10n), at(0, 20n))).toBeNull()
    expect(between(at(0, 10n), at(0.5, 20n))).toBeNull()
  })

  it('is not there for a port that was not there before', () => {
    const now = at(60, 20n)
    expect(between(at(0, 10n), { ...now, ports: new Map([...now.ports, ['2', count(9n)]]) })?.ports.size).toBe(1)
  })
})

it('distinguishes a restart from a wrap of the uptime, a slow cache, and a device without uptime', () => {
  const wrap = 2 ** 32 / 100
  const pair = (uptime: number, later: number, seconds = 60) =>
    restarted({ at: 0, uptime_s: uptime }, { at: seconds * 1000, uptime_s: later })
  expect(pair(1000, 1060)).toBe(false)
  expect(pair(1000, 1035)).toBe(false)
  expect(pair(1000, 12)).toBe(true)
  expect(pair(Math.floor(wrap) - 20, 40)).toBe(false)
  expect(pair(Math.floor(wrap) - 4000, 40)).toBe(true)
  expect(pair(0, 0)).toBe(false)
  expect(pair(30, 30, 600)).toBe(true)
})

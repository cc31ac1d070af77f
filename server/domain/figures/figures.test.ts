import { expect, it } from 'vitest'
import { figureSpan } from './levels.ts'
import { latency, partOf } from './parts.ts'
import { bytesOf, diskRates, isUsable, netRates, rate } from './rates.ts'

const NOW = 1_800_000_000
const hours = (count: number) => NOW - count * 3600

it('a span is read from the coarsest level that is fine enough and goes back far enough', () => {
  expect(figureSpan({ from: hours(1) }, NOW)).toMatchObject({ step: 30, level: 15 })
  expect(figureSpan({}, NOW)).toMatchObject({ step: 300, level: 300 })
  expect(figureSpan({ from: hours(24 * 7 - 1) }, NOW)).toMatchObject({ step: 1800, level: 300 })
  expect(figureSpan({ from: hours(24 * 30) }, NOW)).toMatchObject({ step: 7200, level: 3600 })
  expect(figureSpan({ from: hours(24 * 365) }, NOW)).toMatchObject({ step: 86_400, level: 14_400 })
  // An hour of last week is no longer there by seconds.
  expect(figureSpan({ from: hours(24 * 3), to: hours(24 * 3 - 1) }, NOW)).toMatchObject({ step: 300, level: 300 })
})

it('no span asks for more than 500 points, or for what is in the future or older than a year', () => {
  for (const asked of [
    { from: 0 },
    { from: 0, step: 1 },
    { from: NOW + 500 },
    { to: 0 },
    { from: hours(5000), step: 30 },
  ]) {
    const { from, to, step } = figureSpan(asked, NOW)
    expect((to - from) / step).toBeLessThanOrEqual(500)
    expect((to - from) / step).toBeGreaterThanOrEqual(1)
    expect(step).toBeGreaterThanOrEqual(30)
  }
})

const disk = { name: 'vda', read_bytes: 1000, write_bytes: 0, read_ops: 10, write_ops: 0, read_ns: 5e6, write_ns: 0 }

it('counters become rates a second, of times milliseconds', () => {
  const later = { ...disk, read_bytes: 16_000, read_ops: 25, read_ns: 35e6 }
  expect(diskRates([disk], [later], 15)).toEqual([{ key: 'd:vda', values: [1000, 0, 1, 0, 2, 0] }])
  const untimed = { read_ns: null, write_ns: null }
  expect(diskRates([{ ...disk, ...untimed }], [{ ...later, ...untimed }], 15)).toEqual([
    { key: 'd:vda', values: [1000, 0, 1, 0, null, null] },
  ])
  expect(latency(2, 1)).toBe(2)
  expect(latency(0, 0)).toBeNull()
  expect(bytesOf(diskRates([disk], [later], 15))).toBe(1000)
})

it('a counter that was set back, a device that is new and a jump beyond sense make no spike', () => {
  expect(diskRates([disk], [{ ...disk, read_bytes: 5 }], 15)).toEqual([])
  expect(diskRates([], [disk], 15)).toEqual([])
  expect(rate(0, 1e18, 1)).toBeNull()
  const net = { name: '0', rx_bytes: 9, tx_bytes: 9, rx_packets: 9, tx_packets: 9, errors: 0, drops: 0 }
  expect(netRates([net], [{ ...net, tx_packets: 1 }], 15)).toEqual([])
  expect(bytesOf([])).toBeNull()
  expect([0, 0.5, 15, 121].map(isUsable)).toEqual([false, false, true, false])
})

it('keys of parts', () => {
  expect(['cpu', 'd:vda', 'n:eno1', 'x:y', ''].map(partOf)).toEqual([
    { kind: 'cpu', name: '' },
    { kind: 'disk', name: 'vda' },
    { kind: 'net', name: 'eno1' },
    null,
    null,
  ])
})

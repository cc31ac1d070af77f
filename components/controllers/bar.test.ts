import { expect, test } from 'vitest'
import { barOf, limitsFor } from './bar.ts'

const healths = (bar: ReturnType<typeof barOf>) => bar?.zones.map(({ health }) => health)

test('a temperature has its bad zones at the right and its value among them', () => {
  const bar = barOf(45, { upper_non_critical: 85, upper_critical: 95 })
  expect(healths(bar)).toEqual(['ok', 'warning', 'critical'])
  expect(bar?.zones[0]?.from).toBe(0)
  expect(bar?.zones.at(-1)?.to).toBe(1)
  expect(bar?.at).toBeGreaterThan(0.3)
  expect(bar?.at).toBeLessThan(bar?.zones[0]?.to ?? 0)
})

test('a voltage has them on both sides, and zones touch each other', () => {
  const bar = barOf(12, {
    lower_critical: 10.7,
    lower_non_critical: 11,
    upper_non_critical: 12.9,
    upper_critical: 13.2,
  })
  expect(healths(bar)).toEqual(['critical', 'warning', 'ok', 'warning', 'critical'])
  for (const [n, zone] of bar?.zones.entries() ?? []) if (n > 0) expect(zone.from).toBe(bar?.zones[n - 1]?.to)
})

test('what lies far beyond stays within the bar, and nothing is drawn without limits', () => {
  expect(barOf(1e9, { upper_critical: 95 })?.at).toBeLessThanOrEqual(1)
  expect(barOf(-40, { upper_critical: 95 })?.at).toBeGreaterThanOrEqual(0)
  expect(barOf(null, { upper_critical: 0 })?.at).toBeNull()
  expect(barOf(5, {})).toBeNull()
  expect(barOf(83, { upper_critical: 95 })?.at).toBeGreaterThan(0.5)
})

test('a graph has the limits that are near, the upper ones before the lower', () => {
  const limits = { lower_critical: 600, upper_non_critical: 25_000 }
  expect(limitsFor(limits, 5_000)).toEqual([{ name: 'critical', value: 600 }])
  expect(limitsFor(limits, 0)).toEqual([{ name: 'critical', value: 600 }])
  expect(limitsFor(limits, 15_000)).toEqual([{ name: 'warning', value: 25_000 }])
})

import type { Sensor } from '../../server/domain/ipmi/sensor.ts'

type Limits = Sensor['thresholds']
export type BarZone = { from: number; to: number; health: 'ok' | 'warning' | 'critical' }

/**
 * The value of a sensor among its limits, as parts of a bar's width (0 to 1): zones from the left, and where the value stands. Null
 * without limits. The bar begins at zero or below the lowest limit and ends a little beyond the highest of limits and value.
 */
export function barOf(value: number | null, limits: Limits): { zones: BarZone[]; at: number | null } | null {
  const lower = [limits.lower_critical ?? limits.lower_non_recoverable, limits.lower_non_critical]
  const upper = [limits.upper_non_critical, limits.upper_critical ?? limits.upper_non_recoverable]
  const all = [...lower, ...upper].filter((limit) => limit !== undefined)
  if (all.length === 0) return null
  const [least, most] = [Math.min(...all, value ?? all[0] ?? 0), Math.max(...all, value ?? all[0] ?? 0)]
  const room = (most - least) * 0.15 || Math.abs(most) * 0.15 || 1
  const upwards = lower.every((limit) => limit === undefined)
  const begin = least >= 0 && (upwards || least < most / 2) ? 0 : least - room
  const end = most + room
  const place = (at: number) => Math.min(1, Math.max(0, (at - begin) / (end - begin)))
  const [lc, lw] = [lower[0] ?? Number.NEGATIVE_INFINITY, lower[1] ?? lower[0] ?? Number.NEGATIVE_INFINITY]
  const [uc, uw] = [upper[1] ?? Number.POSITIVE_INFINITY, upper[0] ?? upper[1] ?? Number.POSITIVE_INFINITY]
  const edges = [begin, lc, lw, uw, uc, end].map((edge) => place(Math.min(end, Math.max(begin, edge))))
  const healths = ['critical', 'warning', 'ok', 'warning', 'critical'] as const
  const zones = healths.flatMap((health, n): BarZone[] => {
    const [from = 0, to = 0] = [edges[n], edges[n + 1]]
    return to > from ? [{ from, to, health }] : []
  })
  return { zones, at: value === null ? null : place(value) }
}

/** Limits for a graph whose largest value is given: the upper ones as far as there is room for them, else the lower. */
export function limitsFor(limits: Limits, largest: number): { name: 'warning' | 'critical'; value: number }[] {
  const some = (warning: number | undefined, critical: number | undefined, most: number) =>
    (['warning', 'critical'] as const).flatMap((name) => {
      const value = name === 'warning' ? warning : critical
      return value !== undefined && value > 0 && value <= most ? [{ name, value }] : []
    })
  const upper = some(limits.upper_non_critical, limits.upper_critical, Math.max(1, largest) * 2.5)
  return upper.length > 0 ? upper : some(limits.lower_non_critical, limits.lower_critical, Number.POSITIVE_INFINITY)
}

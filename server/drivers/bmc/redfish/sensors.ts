import type { RedfishReading } from '../../../protocols/redfish/sensors.ts'
import { cleanText } from '../../../protocols/snmp/values.ts'
import type { BmcSensor } from '../types.ts'

const kinds: Record<RedfishReading['kind'], string> = {
  temperature: 'Temperature',
  fan: 'Fan',
  voltage: 'Voltage',
  power: 'Power',
  current: 'Current',
  other: 'Other',
}
const units: Record<string, string> = { Cel: '°C', RPM: 'rpm' }

/** Readings as the panel has them; the identity is kind and name, with a number where several have the same. */
export function toSensors(readings: readonly RedfishReading[]): BmcSensor[] {
  const seen = new Map<string, number>()
  return readings.map(({ kind, unit, value, health, upper, lower, ...reading }) => {
    const name = cleanText(reading.name, 100)
    const key = `${kind}:${name}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    const thresholds = Object.entries({
      lower_non_critical: lower.warning,
      lower_critical: lower.critical,
      upper_non_critical: upper.warning,
      upper_critical: upper.critical,
    }).filter(([, limit]) => limit !== null)
    return {
      identity: count === 1 ? key : `${key}#${count}`,
      name,
      kind: kinds[kind],
      value,
      unit: units[unit] ?? cleanText(unit, 16),
      health: value === null ? 'unknown' : health,
      states: [],
      thresholds: Object.fromEntries(thresholds),
    }
  })
}

import type { RedfishClient } from './client.ts'
import { RedfishError } from './errors.ts'
import { linkAt, list, number, part, type Resource, text } from './values.ts'

export type RedfishReading = {
  name: string
  kind: 'temperature' | 'fan' | 'voltage' | 'power' | 'current' | 'other'
  /** `Cel`, `RPM`, `%`, `V`, `W`, `A`: units of UCUM as Redfish uses them. */
  unit: string
  value: number | null
  health: 'ok' | 'warning' | 'critical' | 'unknown'
  upper: { warning: number | null; critical: number | null }
  lower: { warning: number | null; critical: number | null }
}

const maxSensors = 256

const healths: Record<string, RedfishReading['health']> = { OK: 'ok', Warning: 'warning', Critical: 'critical' }
const present = (from: Resource) => text(part(from, 'Status'), 'State') !== 'Absent'

/** A row of the older Thermal and Power resources. */
function row(from: Resource, kind: RedfishReading['kind'], unit: string, reading: string): RedfishReading {
  return {
    name: text(from, 'Name') || text(from, 'FanName') || text(from, 'MemberId'),
    kind,
    unit,
    value: number(from, reading),
    health: healths[text(part(from, 'Status'), 'Health')] ?? 'unknown',
    upper: { warning: number(from, 'UpperThresholdNonCritical'), critical: number(from, 'UpperThresholdCritical') },
    lower: { warning: number(from, 'LowerThresholdNonCritical'), critical: number(from, 'LowerThresholdCritical') },
  }
}

const kinds: Record<string, RedfishReading['kind']> = {
  Temperature: 'temperature',
  Rotational: 'fan',
  Voltage: 'voltage',
  Power: 'power',
  Current: 'current',
}

/** A resource of the newer Sensors collection (Sensor.v1). */
function sensor(from: Resource): RedfishReading {
  const limit = (name: string) => number(part(from, 'Thresholds', name), 'Reading')
  const unit = text(from, 'ReadingUnits')
  const fan = unit === 'RPM' || text(from, 'PhysicalContext') === 'Fan'
  return {
    name: text(from, 'Name') || text(from, 'Id'),
    kind: kinds[text(from, 'ReadingType')] ?? (fan ? 'fan' : 'other'),
    unit,
    value: number(from, 'Reading'),
    health: healths[text(part(from, 'Status'), 'Health')] ?? 'unknown',
    upper: { warning: limit('UpperCaution'), critical: limit('UpperCritical') },
    lower: { warning: limit('LowerCaution'), critical: limit('LowerCritical') },
  }
}

async function optional(client: RedfishClient, path: string | null, signal: AbortSignal): Promise<Resource> {
  if (!path) return {}
  try {
    return await client.get(path, signal)
  } catch (error) {
    if (error instanceof RedfishError && error.kind === 'absent') return {}
    throw error
  }
}

/** Reads the chassis a system is in: Thermal and Power where they are, which is two requests, else the Sensors collection. */
export async function readSensors(
  client: RedfishClient,
  system: Resource,
  signal: AbortSignal,
): Promise<RedfishReading[]> {
  const readings: RedfishReading[] = []
  for (const chassis of await client.follow(part(system, 'Links'), 'Chassis', signal, 4)) {
    const thermal = await optional(client, linkAt(chassis, 'Thermal'), signal)
    const power = await optional(client, linkAt(chassis, 'Power'), signal)
    const rows = [
      ...list(thermal, 'Temperatures', maxSensors)
        .filter(present)
        .map((each) => row(each, 'temperature', 'Cel', 'ReadingCelsius')),
      ...list(thermal, 'Fans', maxSensors)
        .filter(present)
        .map((each) => row(each, 'fan', text(each, 'ReadingUnits') === 'Percent' ? '%' : 'RPM', 'Reading')),
      ...list(power, 'Voltages', maxSensors)
        .filter(present)
        .map((each) => row(each, 'voltage', 'V', 'ReadingVolts')),
      ...list(power, 'PowerControl', maxSensors).map((each) => row(each, 'power', 'W', 'PowerConsumedWatts')),
      ...list(power, 'PowerSupplies', maxSensors)
        .filter(present)
        .map((each) => row(each, 'power', 'W', 'LastPowerOutputWatts')),
    ]
    readings.push(...rows)
    const sensors = rows.length === 0 ? linkAt(chassis, 'Sensors') : null
    if (sensors) readings.push(...(await client.members(sensors, signal, maxSensors)).filter(present).map(sensor))
  }
  return readings.slice(0, maxSensors)
}

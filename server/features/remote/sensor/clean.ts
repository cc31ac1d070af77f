import { createHash } from 'node:crypto'
import type { HardwareInventory } from '../../../domain/ipmi/sensor.ts'
import type { EventSeverity, SensorHealth } from '../../../domain/ipmi/states.ts'
import type { BmcEvent, BmcInventory, BmcSensor } from '../../../drivers/bmc/types.ts'
import { cleanText } from '../../../protocols/snmp/values.ts'

/** Sensors of a controller that are kept, and states of one of them. */
const SENSORS = 256
const STATES = 16
/** Entries of one reading of a log that are looked at: the newest. */
export const EVENTS = 2_000
/** No device measures more. */
const LARGEST = 1e12

const finite = (value: number | null | undefined) =>
  value !== null && value !== undefined && Number.isFinite(value) && Math.abs(value) < LARGEST ? value : null

export type CleanSensor = {
  identity: string
  position: number
  name: string
  kind: string
  value: number | null
  unit: string
  health: SensorHealth
  states: string[]
  thresholds: Record<string, number>
}

/** What a controller says of its sensors, as it may be stored and shown: bounded in number and length, each identity once. */
export function cleanSensors(sensors: readonly BmcSensor[]): CleanSensor[] {
  const found = new Map<string, CleanSensor>()
  for (const sensor of sensors) {
    if (found.size >= SENSORS) break
    const identity = cleanText(sensor.identity, 120)
    if (identity === '' || found.has(identity)) continue
    const limits = Object.entries(sensor.thresholds).flatMap(([name, limit]): [string, number][] => {
      const value = finite(limit)
      return value === null ? [] : [[name, value]]
    })
    found.set(identity, {
      identity,
      position: found.size,
      name: cleanText(sensor.name, 64) || identity,
      kind: cleanText(sensor.kind, 32),
      value: finite(sensor.value),
      unit: cleanText(sensor.unit, 16),
      health: sensor.health,
      states: sensor.states.slice(0, STATES).map((state) => cleanText(state, 64)),
      thresholds: Object.fromEntries(limits),
    })
  }
  return [...found.values()]
}

export type CleanEvent = {
  at: Date | null
  sensor: string
  words: string
  asserted: boolean
  severity: EventSeverity
  digest: string
}

/** Entries of a log, the newest of them, each with a digest of what it says: names of sensors come and go and are not in it. */
export function cleanEvents(events: readonly BmcEvent[]): CleanEvent[] {
  return events.slice(-EVENTS).map(({ id, time, sensor, words, asserted, severity }) => {
    const at = time !== null && Number.isFinite(time.getTime()) ? time : null
    const said = cleanText(words, 300)
    const digest = createHash('sha256').update(JSON.stringify([id, at?.getTime() ?? null, said, asserted]))
    return {
      at,
      sensor: cleanText(sensor, 64),
      words: said,
      asserted,
      severity,
      digest: digest.digest('base64url').slice(0, 22),
    }
  })
}

/** An inventory as it may be stored and shown. */
export function cleanInventory({
  manufacturer,
  model,
  part,
  serial,
  asset,
  board,
  chassis,
}: BmcInventory): HardwareInventory {
  const text = (value: string) => cleanText(value, 100)
  const made = board.manufactured
  return {
    manufacturer: text(manufacturer),
    model: text(model),
    part: text(part),
    serial: text(serial),
    asset: text(asset),
    board: {
      manufacturer: text(board.manufacturer),
      product: text(board.product),
      part: text(board.part),
      serial: text(board.serial),
      manufactured: made && Number.isFinite(made.getTime()) ? made.toISOString().slice(0, 10) : null,
    },
    chassis: { part: text(chassis.part), serial: text(chassis.serial) },
  }
}

import { sensorTypeName, statesOf, stateText } from '../../../protocols/ipmi/commands/sensor-names.ts'
import type { SensorReading } from '../../../protocols/ipmi/commands/sensors.ts'
import type { BmcSensor } from '../types.ts'

/** Non-critical thresholds of either side, and all beyond them, as bits of the states. */
const warningBits = 0b001_001
const criticalBits = 0b110_110
/** Generic states of severity (table 42-2, type 07h) that are no more than notes. */
const harmlessSeverities = [0, 7, 8]
const severityType = 0x07

/** A reading as screens want it. */
export function toSensor({ record, value, available, states, thresholds }: SensorReading): BmcSensor {
  const analog = record.formula !== null
  return {
    identity: `${record.lun}.${record.number}`,
    name: record.name,
    kind: sensorTypeName(record.type),
    value,
    unit: record.unit,
    health: available ? (analog ? analogHealth(states) : stateHealth(record.eventType, states)) : 'unknown',
    states: analog ? [] : statesOf(states).map((state) => stateText(record.type, record.eventType, state)),
    thresholds,
  }
}

const analogHealth = (states: number) => (states & criticalBits ? 'critical' : states & warningBits ? 'warning' : 'ok')

function stateHealth(eventType: number, states: number): BmcSensor['health'] {
  if (eventType !== severityType) return 'ok'
  const bad = statesOf(states).filter((state) => !harmlessSeverities.includes(state))
  if (bad.length === 0) return 'ok'
  return bad.every((state) => state === 1 || state === 4) ? 'warning' : 'critical'
}

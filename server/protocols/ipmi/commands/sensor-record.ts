import { decodeFactors, type Formula } from './formula.ts'
import { typedText } from './type-length.ts'
import { unitOf } from './units.ts'

const recordType = { full: 0x01, compact: 0x02 } as const

export const thresholdNames = [
  'lower_non_critical',
  'lower_critical',
  'lower_non_recoverable',
  'upper_non_critical',
  'upper_critical',
  'upper_non_recoverable',
] as const
export type ThresholdName = (typeof thresholdNames)[number]

export type SensorRecord = {
  number: number
  /** Logical unit and owner that answer for the sensor. */
  lun: number
  owner: number
  name: string
  /** Number of the sensor's type (IPMI 2.0, table 42-3): 1 temperature, 2 voltage, 4 fan, … */
  type: number
  /** 1: thresholds; 6Fh: states of its type; others: generic states (table 42-1). */
  eventType: number
  /** Entity id and instance (table 43-13). */
  entity: readonly [number, number]
  unit: string
  /** Null for sensors whose readings are states alone. */
  formula: Formula | null
  /** Bit n: the threshold of that place in `thresholdNames` can be read. */
  readable: number
  /** Raw thresholds by the record, in the order of `thresholdNames`; null in compact records. */
  thresholds: readonly number[] | null
}

const formats = ['unsigned', 'ones complement', 'twos complement'] as const

/** The sensors a record describes: one, several for shared compact records (43.2), none for records of other things. */
export function sensorsOf(record: Buffer): SensorRecord[] {
  const type = record[3]
  if (type === recordType.full && record.length >= 48) return [fullSensor(record)]
  if (type === recordType.compact && record.length >= 32) return compactSensors(record)
  return []
}

const common = (record: Buffer, name: string) => ({
  number: record[7]!,
  lun: record[6]! & 3,
  owner: record[5]!,
  name,
  type: record[12]!,
  eventType: record[13]!,
  entity: [record[8]!, record[9]! & 0x7f] as const,
  unit: unitOf(record[20]!, record[21]!, record[22]!),
})

/** Full Sensor Record (43.1). */
function fullSensor(record: Buffer): SensorRecord {
  const format = formats[record[20]! >> 6]
  const analog = format !== undefined && record[13] === 0x01
  return {
    ...common(record, nameAt(record, 47)),
    formula:
      format && analog
        ? { format, linearisation: record[23]! & 0x7f, ...decodeFactors(record.subarray(24, 30)) }
        : null,
    // Thresholds are accessible unless the capabilities say there are none.
    readable: (record[11]! & 0x0c) === 0 ? 0 : record[18]! & 0x3f,
    thresholds: [record[41]!, record[40]!, record[39]!, record[38]!, record[37]!, record[36]!],
  }
}

/** Compact Sensor Record (43.2): never analog; one record may stand for up to 15 sensors in a row. */
function compactSensors(record: Buffer): SensorRecord[] {
  const name = nameAt(record, 31)
  const first = { ...common(record, name), formula: null, readable: 0, thresholds: null }
  const count = Math.max(1, record[23]! & 0x0f)
  if (count === 1) return [first]
  const letters = (record[23]! & 0x30) === 0x10
  const offset = record[24]! & 0x7f
  const eachEntity = (record[24]! & 0x80) !== 0
  return Array.from({ length: count }, (_, i) => ({
    ...first,
    number: (first.number + i) & 0xff,
    name: `${name}${letters ? letterNumber(offset + i) : offset + i}`,
    entity: eachEntity ? ([first.entity[0], first.entity[1] + i] as const) : first.entity,
  }))
}

/** A to Z, then AA and on. */
const letterNumber = (value: number): string =>
  (value >= 26 ? letterNumber(Math.floor(value / 26) - 1) : '') + String.fromCharCode(65 + (value % 26))

function nameAt(record: Buffer, at: number): string {
  const typeLength = record[at]!
  return typedText(typeLength, record.subarray(at + 1, at + 1 + (typeLength & 0x1f)), true)
}

import { msg } from '../../../shared/text.ts'
import { atLeast } from '../bytes.ts'
import { completion, hasCode } from '../errors.ts'
import { netFn } from '../message.ts'
import { unless } from '../session.ts'
import type { Commander } from './commander.ts'
import { convert, decodeFactors, type Formula, nonlinear } from './formula.ts'
import { readSdrs } from './sdr.ts'
import { type SensorRecord, sensorsOf, type ThresholdName, thresholdNames } from './sensor-record.ts'

export type SensorReading = {
  record: SensorRecord
  /** Null when the sensor is not scanned, cannot be read now, or has states alone. */
  value: number | null
  /** Whether the controller could read the sensor. */
  available: boolean
  /** Bit n: state n holds; with thresholds bit n: the one of that place in `thresholdNames` is passed (IPMI 2.0, 35.14). */
  states: number
  thresholds: Partial<Record<ThresholdName, number>>
}

/** The controller itself; sensors of other owners are reached through bridges, which we do not cross. */
const controllerOwner = 0x20

/** All sensors of the controller's own in its repository. Costly: callers keep the list. */
export async function listSensors(on: Commander, signal: AbortSignal): Promise<SensorRecord[]> {
  return (await readSdrs(on, signal)).flatMap(sensorsOf).filter(({ owner }) => owner === controllerOwner)
}

/** Reads a sensor and, where it has them, its thresholds. A sensor that is not there (a part that was taken out) is not available. */
export async function readSensor(on: Commander, record: SensorRecord, signal: AbortSignal): Promise<SensorReading> {
  const none: SensorReading = { record, value: null, available: false, states: 0, thresholds: {} }
  const ask = (command: number, ...more: number[]) =>
    on.command({ netFn: netFn.sensor, command, lun: record.lun, data: Buffer.from([record.number, ...more]) }, signal)
  // 35.14. CBh and its neighbours: absent; C0h was tried again below us.
  const absent = [completion.absent, completion.unsupportedState, 0xcd, 0xce, completion.invalidField, 0xd3]
  const data = await ask(0x2d).catch(unless(null, ...absent))
  if (!data) return none
  atLeast(data, 2, msg`Sensor reading`)
  const [raw, flags] = data as unknown as [number, number]
  const scanned = (flags & 0x40) !== 0 && (flags & 0x20) === 0
  const states = (data[2] ?? 0) | (((data[3] ?? 0) & 0x7f) << 8)
  if (!record.formula) return { ...none, available: scanned, states: scanned ? states : 0 }
  const formula = await formulaFor(record.formula, raw, ask)
  const thresholds = await readThresholds(record, formula, ask)
  const value = scanned ? convert(raw, formula) : null
  return { record, value, available: scanned, states: scanned ? states & 0x3f : 0, thresholds }
}

type Ask = (command: number, ...more: number[]) => Promise<Buffer>

/** Factors of a sensor that is not linear hold for one reading each (Get Sensor Reading Factors, 35.5). */
async function formulaFor(formula: Formula, raw: number, ask: Ask): Promise<Formula> {
  if (formula.linearisation < nonlinear) return formula
  const data = atLeast(await ask(0x23, raw), 7, msg`Sensor reading factors`)
  return { ...formula, ...decodeFactors(data.subarray(1, 7)), linearisation: 0 }
}

/** The thresholds in force (Get Sensor Thresholds, 35.9), or those of the record when the controller does not tell. */
async function readThresholds(record: SensorRecord, formula: Formula, ask: Ask) {
  let readable = record.readable
  let raw = record.thresholds
  if (readable !== 0) {
    try {
      const data = atLeast(await ask(0x27), 7, msg`Sensor thresholds`)
      readable = data[0]! & 0x3f
      raw = [...data.subarray(1, 7)]
    } catch (error) {
      if (!hasCode(error, completion.invalidCommand, completion.absent, 0xcd, completion.unsupportedState)) throw error
    }
  }
  const thresholds: Partial<Record<ThresholdName, number>> = {}
  thresholdNames.forEach((name, bit) => {
    const value = (readable >> bit) & 1 ? convert(raw?.[bit] ?? 0, formula) : null
    if (value !== null) thresholds[name] = value
  })
  return thresholds
}

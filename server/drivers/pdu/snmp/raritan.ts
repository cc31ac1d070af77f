import {
  inletSensorConfigurationTable,
  inletSensorMeasurementsTable,
  outletConfigurationTable,
  outletSensorConfigurationTable,
  outletSensorMeasurementsTable,
  outletSwitchControlTable,
} from '../../../protocols/snmp/mibs/power.ts'
import { cell, readTable } from '../../../protocols/snmp/table.ts'
import { type OutletRow, type PduProfile, power, sum } from './profile.ts'

const sensor = { current: 1, activePower: 5 } as const

/** A sensor's number with its decimal digits, in thousandths of the unit. */
function thousandths(value: number | null | undefined, digits: number | null | undefined): number | null {
  if (value === null || value === undefined) return null
  return Math.round(value * 10 ** (3 - Math.max(0, Math.min(6, digits ?? 0))))
}

const inWatts = (milliwatts: number | null) => (milliwatts === null ? null : Math.round(milliwatts / 1_000))

type Row<K extends string> = { index: number[] } & Record<K, number | null>

/** Values by index of the sensor's owner and sensor, in thousandths. */
function measured(values: Row<'value'>[], digits: Row<'digits'>[]): Map<string, number | null> {
  const known = new Map(digits.map((row) => [row.index.join('.'), row.digits]))
  return new Map(values.map(({ index, value }) => [index.join('.'), thousandths(value, known.get(index.join('.')))]))
}

/** PDU2-MIB; of chained units only the first, whose number is 1. */
export const raritan: PduProfile = {
  command: { up: 1, down: 0 },

  async read(session, signal) {
    const names = await readTable(session, outletConfigurationTable, ['outletName'], signal)
    const states = await readTable(session, outletSwitchControlTable, ['outletSwitchingState'], signal)
    const values = await readTable(session, outletSensorMeasurementsTable, ['measurementsOutletSensorValue'], signal)
    const digits = await readTable(session, outletSensorConfigurationTable, ['outletSensorDecimalDigits'], signal)
    const sensors = measured(
      values.map((row) => ({ index: row.index, value: row.measurementsOutletSensorValue })),
      digits.map((row) => ({ index: row.index, digits: row.outletSensorDecimalDigits })),
    )
    const switched = new Map(states.map((row) => [row.index.join('.'), row.outletSwitchingState]))
    return names
      .filter(({ index: [pdu] }) => pdu === 1)
      .map(({ index, outletName }): OutletRow => {
        const key = index.join('.')
        return {
          identity: index[1] ?? 0,
          name: outletName ?? '',
          power_status: power(switched.get(key), 7, 8),
          current_ma: sensors.get(`${key}.${sensor.current}`) ?? null,
          power_w: inWatts(sensors.get(`${key}.${sensor.activePower}`) ?? null),
          control: switched.has(key) ? cell(outletSwitchControlTable, 'switchingOperation', key) : null,
        }
      })
  },

  async load(session, outlets, signal) {
    const values = await readTable(session, inletSensorMeasurementsTable, ['measurementsInletSensorValue'], signal)
    const digits = await readTable(session, inletSensorConfigurationTable, ['inletSensorDecimalDigits'], signal)
    const sensors = measured(
      values.map((row) => ({ index: row.index, value: row.measurementsInletSensorValue })),
      digits.map((row) => ({ index: row.index, digits: row.inletSensorDecimalDigits })),
    )
    const total = (type: number) =>
      sum([...sensors].filter(([key]) => key.startsWith('1.') && key.endsWith(`.${type}`)).map(([, value]) => value))
    return {
      current_ma: total(sensor.current) ?? sum(outlets.map((outlet) => outlet.current_ma)),
      power_w: inWatts(total(sensor.activePower)) ?? sum(outlets.map((outlet) => outlet.power_w)),
    }
  },
}

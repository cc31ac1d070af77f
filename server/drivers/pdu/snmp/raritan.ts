import { inletSensorTable, outletSensorTable, outletTable } from '../../../protocols/snmp/mibs/power.ts'
import { cell, readSome, readTable } from '../../../protocols/snmp/table.ts'
import { type OutletRow, type PduProfile, power, sum } from './profile.ts'

const sensor = { current: 1, activePower: 5 } as const

type Measured = { index: number[]; value: number | null; digits: number | null }

/** Values by index of the sensor's owner and sensor, in thousandths of the unit. */
const measured = (rows: readonly Measured[]): Map<string, number | null> =>
  new Map(
    rows.map(({ index, value, digits }) => [
      index.join('.'),
      value === null ? null : Math.round(value * 10 ** (3 - Math.max(0, Math.min(6, digits ?? 0)))),
    ]),
  )

const inWatts = (milliwatts: number | null) => (milliwatts === null ? null : Math.round(milliwatts / 1_000))

/** PDU2-MIB; of chained units only the first, whose number is 1. */
export const raritan: PduProfile = {
  command: { up: 1, down: 0 },

  async read(session, only, signal) {
    const indexes = only?.map((identity) => `1.${identity}`) ?? null
    const of = indexes?.flatMap((index) => Object.values(sensor).map((type) => `${index}.${type}`)) ?? null
    const rows = await readSome(session, outletTable, ['outletName', 'outletSwitchingState'], indexes, signal)
    const sensors = measured(await readSome(session, outletSensorTable, ['value', 'digits'], of, signal))
    return rows
      .filter(({ index: [pdu], outletName }) => pdu === 1 && outletName !== null)
      .map(({ index, outletName, outletSwitchingState }): OutletRow => {
        const key = index.join('.')
        return {
          identity: index[1] ?? 0,
          name: outletName ?? '',
          power_status: power(outletSwitchingState, 7, 8),
          current_ma: sensors.get(`${key}.${sensor.current}`) ?? null,
          power_w: inWatts(sensors.get(`${key}.${sensor.activePower}`) ?? null),
          control: outletSwitchingState === null ? null : cell(outletTable, 'switchingOperation', key),
        }
      })
  },

  async load(session, outlets, signal) {
    const sensors = measured(await readTable(session, inletSensorTable, ['value', 'digits'], signal))
    const total = (type: number) =>
      sum([...sensors].filter(([key]) => key.startsWith('1.') && key.endsWith(`.${type}`)).map(([, value]) => value))
    return {
      current_ma: total(sensor.current) ?? sum(outlets.map((outlet) => outlet.current_ma)),
      power_w: inWatts(total(sensor.activePower)) ?? sum(outlets.map((outlet) => outlet.power_w)),
    }
  },
}

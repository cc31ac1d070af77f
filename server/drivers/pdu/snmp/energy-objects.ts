import { entPhysicalNames, eoPowerTable } from '../../../protocols/snmp/mibs/power.ts'
import { cell, readTable } from '../../../protocols/snmp/table.ts'
import { type OutletRow, type PduProfile, power, sum } from './profile.ts'

const on = 257
const off = 258

const columns = ['eoPower', 'eoPowerUnitMultiplier', 'eoPowerAdminState', 'eoPowerOperState'] as const

/** Any unit with ENERGY-OBJECT-MIB (RFC 7460): its energy objects with a power state, counted from 1, are the outlets. */
export const energyObjects: PduProfile = {
  command: { up: on, down: off },

  async read(session, signal) {
    const rows = await readTable(session, eoPowerTable, columns, signal)
    const names = await readTable(session, entPhysicalNames, ['entPhysicalName'], signal)
    const known = new Map(names.map((row) => [row.index[0], row.entPhysicalName]))
    return rows
      .filter((row) => row.index.length === 1 && row.eoPowerAdminState !== null)
      .sort((a, b) => (a.index[0] ?? 0) - (b.index[0] ?? 0))
      .map((row, i): OutletRow => {
        const scale = 10 ** Math.max(-24, Math.min(6, row.eoPowerUnitMultiplier ?? 0))
        return {
          identity: i + 1,
          name: known.get(row.index[0]) ?? '',
          power_status: power(row.eoPowerOperState, on, off),
          current_ma: null,
          power_w: row.eoPower === null ? null : Math.round(row.eoPower * scale),
          control: cell(eoPowerTable, 'eoPowerAdminState', row.index[0] ?? 0),
        }
      })
  },

  async load(_session, outlets) {
    return { current_ma: null, power_w: sum(outlets.map((outlet) => outlet.power_w)) }
  },
}

import {
  rPduIdentDevicePowerWatts,
  rPduLoadStatusTable,
  rPduOutletControlTable,
  rPduOutletStatusTable,
  sPduOutletControlTable,
} from '../../../protocols/snmp/mibs/power.ts'
import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import { cell, readSome, readTable } from '../../../protocols/snmp/table.ts'
import { readNumber } from '../../snmp-link.ts'
import { type OutletRow, type PduProfile, power, sum } from './profile.ts'

const statusColumns = ['rPDUOutletStatusOutletName', 'rPDUOutletStatusOutletState', 'rPDUOutletStatusLoad'] as const

/** Switched rack PDUs, or the older MasterSwitch family where a unit has only those tables (PowerNet-MIB). */
export const powerNet: PduProfile = {
  command: { up: 1, down: 2 },

  async read(session, only, signal) {
    const indexes = only?.map(String) ?? null
    const rows = await readSome(session, rPduOutletStatusTable, statusColumns, indexes, signal)
    if (rows.length === 0) return masterSwitch(session, indexes, signal)
    return rows.map((row): OutletRow => {
      const [identity = 0] = row.index
      const load = row.rPDUOutletStatusLoad
      return {
        identity,
        name: row.rPDUOutletStatusOutletName ?? '',
        power_status: power(row.rPDUOutletStatusOutletState, 1, 2),
        // Units that do not measure outlets say -1 or nothing.
        current_ma: load === null || load < 0 ? null : load * 100,
        power_w: null,
        control: cell(rPduOutletControlTable, 'rPDUOutletControlOutletCommand', identity),
      }
    })
  },

  async load(session, outlets, signal) {
    const watts = await readNumber(session, rPduIdentDevicePowerWatts, signal)
    const columns = ['rPDULoadStatusLoad', 'rPDULoadStatusBankNumber'] as const
    const rows = await readTable(session, rPduLoadStatusTable, columns, signal)
    const phases = rows.filter((row) => !row.rPDULoadStatusBankNumber)
    const current = phases.length > 0 ? sum(phases.map((row) => row.rPDULoadStatusLoad)) : null
    return {
      current_ma: current === null ? sum(outlets.map((outlet) => outlet.current_ma)) : current * 100,
      power_w: watts === null || watts < 0 ? null : watts,
    }
  },
}

async function masterSwitch(
  session: SnmpSession,
  indexes: readonly string[] | null,
  signal: AbortSignal,
): Promise<OutletRow[]> {
  const columns = ['sPDUOutletCtl', 'sPDUOutletCtlOutletName'] as const
  const rows = await readSome(session, sPduOutletControlTable, columns, indexes, signal)
  return rows.map(({ index: [identity = 0], sPDUOutletCtl, sPDUOutletCtlOutletName }) => ({
    identity,
    name: sPDUOutletCtlOutletName ?? '',
    power_status: power(sPDUOutletCtl, 1, 2),
    current_ma: null,
    power_w: null,
    control: cell(sPduOutletControlTable, 'sPDUOutletCtl', identity),
  }))
}

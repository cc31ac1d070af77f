import { eoPowerTable } from '../../../protocols/snmp/mibs/power.ts'
import { cell, readSome, readTable } from '../../../protocols/snmp/table.ts'
import { oncePerSession } from '../../once-per-session.ts'
import { type OutletRow, type PduProfile, power, sum } from './profile.ts'

const on = 257
const off = 258

const columns = [
  'entPhysicalName',
  'eoPower',
  'eoPowerUnitMultiplier',
  'eoPowerAdminState',
  'eoPowerOperState',
] as const

type Part = { index: number[]; eoPowerAdminState: number | null }

/** Parts that are outlets, in the order of their numbers: the outlets are counted by it, from 1. */
const inOrder = (parts: readonly Part[]): number[] =>
  parts
    .filter(({ index, eoPowerAdminState }) => index.length === 1 && eoPowerAdminState !== null)
    .map(({ index: [part = 0] }) => part)
    .sort((a, b) => a - b)

const readOrder = oncePerSession(async (session, signal) =>
  inOrder(await readTable(session, eoPowerTable, ['eoPowerAdminState'], signal)),
)

/** Any unit with ENERGY-OBJECT-MIB (RFC 7460): its energy objects with a power state are the outlets. */
export const energyObjects: PduProfile = {
  command: { up: on, down: off },

  async read(session, only, signal) {
    const known = only && (await readOrder(session, signal, 'outlets'))
    const indexes = known && only.flatMap((identity) => known[identity - 1] ?? []).map(String)
    const rows = await readSome(session, eoPowerTable, columns, indexes, signal)
    const order = known ?? inOrder(rows)
    return rows
      .map((row): OutletRow => {
        const scale = 10 ** Math.max(-24, Math.min(6, row.eoPowerUnitMultiplier ?? 0))
        const [part = 0] = row.index
        return {
          identity: order.indexOf(part) + 1,
          name: row.entPhysicalName ?? '',
          power_status: power(row.eoPowerOperState, on, off),
          current_ma: null,
          power_w: row.eoPower === null ? null : Math.round(row.eoPower * scale),
          control: cell(eoPowerTable, 'eoPowerAdminState', part),
        }
      })
      .filter(({ identity }) => identity > 0)
      .sort((a, b) => a.identity - b.identity)
  },

  async load(_session, outlets) {
    return { current_ma: null, power_w: sum(outlets.map((outlet) => outlet.power_w)) }
  },
}

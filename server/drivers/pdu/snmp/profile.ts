import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import type { OutletPower, OutletReading, PduLoad } from '../types.ts'

/** An outlet and where it is switched. */
export type OutletRow = OutletReading & {
  /** The object that is written to switch; null for an outlet that only measures. */
  control: string | null
}

/** What tells PDUs apart: how outlets are read, and what is written to switch one. */
export type PduProfile = {
  /** @param only numbers of the outlets that are asked for, of those that the unit has; null for all */
  read(session: SnmpSession, only: readonly number[] | null, signal: AbortSignal): Promise<OutletRow[]>
  load(session: SnmpSession, outlets: readonly OutletRow[], signal: AbortSignal): Promise<PduLoad>
  command: { up: number; down: number }
}

/** Power status of a device's number for it. */
export const power = (value: number | null | undefined, up: number, down: number): OutletPower =>
  value === up ? 'up' : value === down ? 'down' : 'unknown'

/** Sum of what is measured; null when nothing is. */
export function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}

import { SnmpError } from '../../../protocols/snmp/errors.ts'
import { cleanText } from '../../../protocols/snmp/values.ts'
import type { SwitchTable, SwitchTables } from '../types.ts'

/**
 * Reads one table of the slow round. A table the device does not have, or cannot be read out of, is noted and left out; silence is
 * still an error, because it is the whole device's.
 *
 * @param names the tables that are missing when there is no answer
 */
export async function readPart<T>(
  into: SwitchTables,
  names: readonly SwitchTable[],
  read: () => Promise<T | null>,
): Promise<T | null> {
  try {
    const part = await read()
    if (part === null) into.missing.push(...names)
    return part
  } catch (error) {
    const usable =
      !(error instanceof SnmpError) || !['protocol_error', 'limit_exceeded', 'refused'].includes(error.kind)
    if (usable) throw error
    into.missing.push(...names)
    for (const table of names) into.faults.push({ table, message: cleanText(error.message, 300) })
    return null
  }
}

export const noTables = (): SwitchTables => ({
  vlans: [],
  port_vlans: [],
  neighbours: [],
  macs: [],
  aggregates: [],
  missing: [],
  faults: [],
})

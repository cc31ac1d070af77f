import { dot1dTpFdbTable, dot1qTpFdbTable, dot1qVlanCurrentTable } from '../../../protocols/snmp/mibs/bridge.ts'
import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import { readTable } from '../../../protocols/snmp/table.ts'
import { macAddress } from '../../../protocols/snmp/values.ts'
import type { MacReading } from '../types.ts'
import { readBridgePorts } from './q-bridge.ts'

const learned = 3
// A full table of a large access switch; more is cut off by an error.
const limits = { maxRows: 32_768 }

const macOf = (index: readonly number[]) => (index.every((byte) => byte <= 255) ? macAddress(Buffer.from(index)) : null)

/** Learned addresses: by VLAN where the device has Q-BRIDGE-MIB, else of all VLANs together; null when it has neither. */
export async function readMacs(session: SnmpSession, signal: AbortSignal): Promise<MacReading[] | null> {
  const ports = await readBridgePorts(session, signal)
  if (ports.size === 0) return null
  const found: MacReading[] = []
  const add = (port: number | null, status: number | null, index: readonly number[], vlan_id: number | null) => {
    const if_index = ports.get(port ?? 0)
    const mac = macOf(index)
    if (if_index && mac && status === learned) found.push({ if_index, mac, vlan_id })
  }
  const byVlan = await readTable(session, dot1qTpFdbTable, ['dot1qTpFdbPort', 'dot1qTpFdbStatus'], signal, limits)
  if (byVlan.length > 0) {
    const rows = await readTable(session, dot1qVlanCurrentTable, ['dot1qVlanFdbId'], signal)
    const vlans = new Map(rows.map(({ index: [, vlan], dot1qVlanFdbId: fdb }) => [fdb ?? 0, vlan ?? 0]))
    for (const { index, dot1qTpFdbPort, dot1qTpFdbStatus } of byVlan) {
      const [fdb = 0, ...rest] = index
      const vlan = vlans.get(fdb) ?? fdb
      add(dot1qTpFdbPort, dot1qTpFdbStatus, rest, vlan >= 1 && vlan <= 4094 ? vlan : null)
    }
    return found
  }
  for (const row of await readTable(session, dot1dTpFdbTable, ['dot1dTpFdbPort', 'dot1dTpFdbStatus'], signal, limits))
    add(row.dot1dTpFdbPort, row.dot1dTpFdbStatus, row.index, null)
  return found
}

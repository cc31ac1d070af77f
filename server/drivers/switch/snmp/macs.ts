import { dot1dTpFdbTable, dot1qTpFdbTable, dot1qVlanCurrentTable } from '../../../protocols/snmp/mibs/bridge.ts'
import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import { readTable } from '../../../protocols/snmp/table.ts'
import { macAddress } from '../../../protocols/snmp/values.ts'
import type { MacReading } from '../types.ts'
import type { MacTableFamily } from './profile.ts'
import { readBridgePorts } from './q-bridge.ts'

const learned = 3
// A full table of a large access switch; more is cut off by an error.
const limits = { maxRows: 32_768 }
const maxVlans = 512

const macOf = (index: readonly number[]) => (index.every((byte) => byte <= 255) ? macAddress(Buffer.from(index)) : null)

type Entry = { index: readonly number[]; port: number | null; status: number | null; vlan_id: number | null }

function readings(ports: Map<number, string>, entries: readonly Entry[]): MacReading[] {
  return entries.flatMap(({ index, port, status, vlan_id }) => {
    const if_index = ports.get(port ?? 0)
    const mac = macOf(index)
    return if_index && mac && status === learned ? [{ if_index, mac, vlan_id }] : []
  })
}

/** Addresses of BRIDGE-MIB, which knows no VLANs. */
async function readPlain(session: SnmpSession, vlan_id: number | null, signal: AbortSignal): Promise<Entry[]> {
  const rows = await readTable(session, dot1dTpFdbTable, ['dot1dTpFdbPort', 'dot1dTpFdbStatus'], signal, limits)
  return rows.map((row) => ({ index: row.index, port: row.dot1dTpFdbPort, status: row.dot1dTpFdbStatus, vlan_id }))
}

/** Learned addresses by VLAN where the device has Q-BRIDGE-MIB's table, else of all VLANs together. */
export const standardMacs: MacTableFamily = async (session, _vlans, signal) => {
  const ports = await readBridgePorts(session, signal)
  if (ports.size === 0) return null
  const columns = ['dot1qTpFdbPort', 'dot1qTpFdbStatus'] as const
  const byVlan = await readTable(session, dot1qTpFdbTable, columns, signal, limits)
  if (byVlan.length === 0) return readings(ports, await readPlain(session, null, signal))
  const current = await readTable(session, dot1qVlanCurrentTable, ['dot1qVlanFdbId'], signal)
  const vlans = new Map(current.map(({ index: [, vlan], dot1qVlanFdbId: fdb }) => [fdb ?? 0, vlan ?? 0]))
  const entries = byVlan.map(
    ({ index: [fdb = 0, ...index], dot1qTpFdbPort: port, dot1qTpFdbStatus: status }): Entry => {
      const vlan = vlans.get(fdb) ?? fdb
      return { index, port, status, vlan_id: vlan >= 1 && vlan <= 4094 ? vlan : null }
    },
  )
  return readings(ports, entries)
}

/** Learned addresses of devices that show one VLAN at a time: as a community `name@10`, or a context `vlan-10` in version 3. */
export const macsByContext: MacTableFamily = async (session, vlans, signal) => {
  const found: MacReading[] = []
  let any = false
  for (const vlan of vlans.slice(0, maxVlans)) {
    const one = session.ofVlan(vlan)
    try {
      const ports = await readBridgePorts(one, signal)
      any ||= ports.size > 0
      found.push(...readings(ports, await readPlain(one, vlan, signal)))
    } finally {
      one.close()
    }
  }
  return any ? found : null
}

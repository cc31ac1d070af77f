import {
  dot1dBasePortTable,
  dot1qPortVlanTable,
  dot1qVlanCurrentTable,
  dot1qVlanStaticTable,
  rowStatus,
} from '../../../protocols/snmp/mibs/bridge.ts'
import { portsOf, withPort } from '../../../protocols/snmp/port-list.ts'
import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import { cell, readRows, readSome, readTable } from '../../../protocols/snmp/table.ts'
import { oncePerSession } from '../../once-per-session.ts'
import type { PortVlanReading } from '../types.ts'
import type { VlanTableFamily } from './profile.ts'

type VlanRow = { vlan_id: number; name: string; egress: Buffer; untagged: Buffer }

const none = Buffer.alloc(0)
const isVlan = (id: number) => id >= 1 && id <= 4094

/** From bridge port numbers to interface indexes. */
export async function readBridgePorts(session: SnmpSession, signal: AbortSignal): Promise<Map<number, string>> {
  const rows = await readTable(session, dot1dBasePortTable, ['dot1dBasePortIfIndex'], signal)
  return new Map(
    rows.flatMap(({ index: [port], dot1dBasePortIfIndex: ifIndex }) =>
      port && ifIndex ? [[port, String(ifIndex)]] : [],
    ),
  )
}

/** Most agents give a port the number of its interface: that is asked for before all are read. */
const bridgePortOf = oncePerSession(async (session, signal, ifIndex): Promise<number | null> => {
  const [same] = await readRows(session, dot1dBasePortTable, ['dot1dBasePortIfIndex'], [ifIndex], signal)
  if (String(same?.dot1dBasePortIfIndex) === ifIndex) return Number(ifIndex)
  return [...(await readBridgePorts(session, signal))].find(([, index]) => index === ifIndex)?.[0] ?? null
})

/** @param only the VLANs that are asked for; null for all */
async function readVlans(
  session: SnmpSession,
  only: readonly number[] | null,
  signal: AbortSignal,
): Promise<VlanRow[]> {
  const names = ['dot1qVlanStaticName', 'dot1qVlanStaticEgressPorts', 'dot1qVlanStaticUntaggedPorts'] as const
  const rows = await readSome(session, dot1qVlanStaticTable, names, only?.map(String) ?? null, signal)
  if (rows.length > 0 || only) {
    return rows.flatMap((row) => {
      const [vlan_id = 0] = row.index
      if (!isVlan(vlan_id)) return []
      const egress = row.dot1qVlanStaticEgressPorts ?? none
      const untagged = row.dot1qVlanStaticUntaggedPorts ?? none
      return { vlan_id, name: row.dot1qVlanStaticName ?? '', egress, untagged }
    })
  }
  const current = ['dot1qVlanCurrentEgressPorts', 'dot1qVlanCurrentUntaggedPorts'] as const
  return (await readTable(session, dot1qVlanCurrentTable, current, signal)).flatMap((row) => {
    const [, vlan_id = 0] = row.index
    if (!isVlan(vlan_id)) return []
    const egress = row.dot1qVlanCurrentEgressPorts ?? none
    const untagged = row.dot1qVlanCurrentUntaggedPorts ?? none
    return { vlan_id, name: '', egress, untagged }
  })
}

const withLists = ({ vlan_id, egress, untagged }: VlanRow): Members => ({
  vlan_id,
  egress: new Set(portsOf(egress)),
  untagged: new Set(portsOf(untagged)),
})

async function readPvids(session: SnmpSession, signal: AbortSignal): Promise<Map<number, number>> {
  const rows = await readTable(session, dot1qPortVlanTable, ['dot1qPvid'], signal)
  return new Map(rows.flatMap(({ index: [port], dot1qPvid: pvid }) => (port && pvid ? [[port, pvid]] : [])))
}

function membership(ifIndex: string, port: number, pvid: number | undefined, vlans: Members[]): PortVlanReading {
  const untagged = vlans.filter((vlan) => vlan.untagged.has(port)).map((vlan) => vlan.vlan_id)
  const tagged = vlans.filter((vlan) => vlan.egress.has(port) && !vlan.untagged.has(port)).map((vlan) => vlan.vlan_id)
  const is_trunk = tagged.length > 0
  // The PVID tells where untagged packets go in; of a trunk it counts only when they also come out untagged.
  const native = pvid !== undefined && (untagged.includes(pvid) || !is_trunk) ? pvid : (untagged[0] ?? null)
  const trunk_members = tagged.filter((id) => id !== native).sort((a, b) => a - b)
  return { if_index: ifIndex, vlan_id: native !== null && isVlan(native) ? native : null, is_trunk, trunk_members }
}

type Members = { vlan_id: number; egress: Set<number>; untagged: Set<number> }

/** VLANs by Q-BRIDGE-MIB (RFC 4363): bitmaps of ports for each VLAN, and the PVID of each port. */
export const qBridge: VlanTableFamily = {
  async read(session, signal) {
    const ports = await readBridgePorts(session, signal)
    if (ports.size === 0) return null
    const vlans = await readVlans(session, null, signal)
    const pvids = await readPvids(session, signal)
    if (vlans.length === 0 && pvids.size === 0) return null
    const members = vlans.map(withLists)
    return {
      vlans: vlans.map(({ vlan_id, name }) => ({ vlan_id, name })).sort((a, b) => a.vlan_id - b.vlan_id),
      port_vlans: [...ports].map(([port, ifIndex]) => membership(ifIndex, port, pvids.get(port), members)),
    }
  },

  async readPort(session, ifIndex, among, signal) {
    const port = await bridgePortOf(session, signal, ifIndex)
    if (port === null) return null
    const members = (await readVlans(session, among, signal)).map(withLists)
    const [row] = await readRows(session, dot1qPortVlanTable, ['dot1qPvid'], [String(port)], signal)
    const pvid = row?.dot1qPvid ?? undefined
    if (members.length === 0 && pvid === undefined) return null
    return {
      port: membership(ifIndex, port, pvid, members),
      vlans: members.map((vlan) => vlan.vlan_id),
      stands: members.filter((vlan) => vlan.egress.has(port) || vlan.untagged.has(port)).map((vlan) => vlan.vlan_id),
    }
  },

  async setPort(session, found, { vlan_id, is_trunk, trunk_members }, signal) {
    const { if_index } = found.port
    const port = await bridgePortOf(session, signal, if_index)
    if (port === null) throw new Error(`Interface ${if_index} is no port of the bridge`)
    const tagged = new Set(is_trunk ? trunk_members.filter((id) => id !== vlan_id) : [])
    const write = async (vlan: VlanRow) => {
      const member = vlan.vlan_id === vlan_id || tagged.has(vlan.vlan_id)
      const egress = withPort(vlan.egress, port, member)
      const untagged = withPort(vlan.untagged, port, vlan.vlan_id === vlan_id)
      if (egress.equals(vlan.egress) && untagged.equals(vlan.untagged)) return
      await session.set(
        [
          {
            oid: cell(dot1qVlanStaticTable, 'dot1qVlanStaticEgressPorts', vlan.vlan_id),
            type: 'octets',
            value: egress,
          },
          {
            oid: cell(dot1qVlanStaticTable, 'dot1qVlanStaticUntaggedPorts', vlan.vlan_id),
            type: 'octets',
            value: untagged,
          },
        ],
        signal,
      )
    }
    // First into the new VLANs, then out of the old ones: some devices insist that a port be in one at all times.
    const joins = [vlan_id, ...tagged]
    for (const vlan of await readVlans(session, joins, signal)) await write(vlan)
    await session.set([{ oid: cell(dot1qPortVlanTable, 'dot1qPvid', port), type: 'unsigned', value: vlan_id }], signal)
    // Changing the PVID may already have changed the lists: they are read only now, before bits are taken out.
    const leaves = found.stands.filter((id) => !joins.includes(id))
    for (const vlan of await readVlans(session, leaves, signal)) await write(vlan)
  },

  async create(session, { vlan_id, name }, exists, signal) {
    const status = cell(dot1qVlanStaticTable, 'dot1qVlanStaticRowStatus', vlan_id)
    const label = cell(dot1qVlanStaticTable, 'dot1qVlanStaticName', vlan_id)
    if (!exists) await session.set([{ oid: status, type: 'integer', value: rowStatus.createAndGo }], signal)
    await session.set([{ oid: label, type: 'octets', value: name }], signal)
  },

  async delete(session, vlanId, signal) {
    const oid = cell(dot1qVlanStaticTable, 'dot1qVlanStaticRowStatus', vlanId)
    await session.set([{ oid, type: 'integer', value: rowStatus.destroy }], signal)
  },
}

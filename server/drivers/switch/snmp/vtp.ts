import { setTimeout as pause } from 'node:timers/promises'
import { SnmpError } from '../../../protocols/snmp/errors.ts'
import { rowStatus } from '../../../protocols/snmp/mibs/bridge.ts'
import {
  vlanTrunkPortTable,
  vmMembershipTable,
  vtpEditControlTable,
  vtpVlanEditTable,
  vtpVlanTable,
} from '../../../protocols/snmp/mibs/cisco.ts'
import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import { cell, readRows, readTable, type TableRow } from '../../../protocols/snmp/table.ts'
import { msg } from '../../../shared/text.ts'
import type { PortVlanReading } from '../types.ts'
import type { VlanTableFamily } from './profile.ts'

// One management domain is all that these devices have.
const domain = 1
const owner = 'datahall'
const operation = { copy: 2, apply: 3, release: 4 } as const
const applyLimitMs = 10_000

/** VLANs 1 to 4094 of the four bitmaps; VLAN 0 is the highest bit of the first byte. */
export function vlansOfBitmaps(bitmaps: readonly (Buffer | null)[]): Set<number> {
  const vlans = new Set<number>()
  bitmaps.forEach((bitmap, part) => {
    for (let bit = 0; bit < (bitmap?.length ?? 0) * 8; bit += 1) {
      if ((bitmap?.[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) vlans.add(part * 1_024 + bit)
    }
  })
  return vlans
}

export function bitmapsOfVlans(vlans: readonly number[]): Buffer[] {
  const bitmaps = [0, 1, 2, 3].map(() => Buffer.alloc(128))
  for (const vlan of vlans) {
    const bitmap = bitmaps[vlan >> 10]
    const bit = vlan & 1_023
    if (bitmap) bitmap[bit >> 3] = (bitmap[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  }
  return bitmaps
}

const enabled = [
  'vlanTrunkPortVlansEnabled',
  'vlanTrunkPortVlansEnabled2k',
  'vlanTrunkPortVlansEnabled3k',
  'vlanTrunkPortVlansEnabled4k',
] as const

async function readVlans(session: SnmpSession, signal: AbortSignal) {
  const rows = await readTable(session, vtpVlanTable, ['vtpVlanState', 'vtpVlanType', 'vtpVlanName'], signal)
  return rows.flatMap(({ index: [, vlan_id = 0], vtpVlanType, vtpVlanName }) =>
    vtpVlanType === 1 && vlan_id >= 1 && vlan_id <= 4094 ? [{ vlan_id, name: vtpVlanName ?? '' }] : [],
  )
}

/** Changes the list of VLANs as the MIB wants it: a copy is edited, applied and released. */
async function edit(session: SnmpSession, signal: AbortSignal, change: () => Promise<void>): Promise<void> {
  const control = (name: string) => cell(vtpEditControlTable, name, domain)
  const operate = (value: number) =>
    session.set([{ oid: control('vtpVlanEditOperation'), type: 'integer', value }], signal)
  await operate(operation.copy)
  try {
    await session.set([{ oid: control('vtpVlanEditBufferOwner'), type: 'octets', value: owner }], signal)
    await change()
    await operate(operation.apply)
    const limit = Date.now() + applyLimitMs
    for (;;) {
      const [status] = await session.get([control('vtpVlanApplyStatus')], signal)
      if (status?.value === 2) return
      if (status?.value !== 1 || Date.now() > limit)
        throw new SnmpError('refused', msg`the VLAN list was not applied (status ${String(status?.value)})`, {
          status: 5,
        })
      await pause(200, undefined, { signal })
    }
  } finally {
    // A buffer that we keep locks all other clients out, so it is released also when the change was given up.
    const last = AbortSignal.timeout(5_000)
    const release = { oid: control('vtpVlanEditOperation'), type: 'integer', value: operation.release } as const
    await session.set([release], last).catch(() => {})
  }
}

const trunkColumns = [
  'vlanTrunkPortNativeVlan',
  'vlanTrunkPortDynamicStatus',
  'vlanTrunkPortDynamicState',
  ...enabled,
] as const

const plain = (vlan: number | null) => (vlan && vlan <= 4094 ? vlan : null)

const accessOf = ({ index, vmVlan }: TableRow<typeof vmMembershipTable.columns, 'vmVlan'>): PortVlanReading => ({
  if_index: String(index[0]),
  vlan_id: plain(vmVlan),
  is_trunk: false,
  trunk_members: [],
})

type TrunkRow = TableRow<typeof vlanTrunkPortTable.columns, (typeof trunkColumns)[number]>

/** Null for a port that is none: one configured as a trunk is one, also while nothing is plugged in. */
function trunkOf(row: TrunkRow, vlans: readonly number[]): PortVlanReading | null {
  const state = row.vlanTrunkPortDynamicState
  if (row.vlanTrunkPortDynamicStatus !== 1 && state !== 1 && state !== 5) return null
  const native = row.vlanTrunkPortNativeVlan
  const allowed = vlansOfBitmaps(enabled.map((name) => row[name]))
  const trunk_members = vlans.filter((id) => id !== native && allowed.has(id))
  return { if_index: String(row.index[0]), vlan_id: plain(native), is_trunk: true, trunk_members }
}

/** VLANs by CISCO-VTP-MIB and CISCO-VLAN-MEMBERSHIP-MIB: access VLAN and bitmap of VLANs for each port. */
export const vtp: VlanTableFamily = {
  async read(session, signal) {
    const vlans = await readVlans(session, signal)
    if (vlans.length === 0) return null
    const access = await readTable(session, vmMembershipTable, ['vmVlan'], signal)
    const trunks = await readTable(session, vlanTrunkPortTable, trunkColumns, signal)
    const ids = vlans.map((vlan) => vlan.vlan_id)
    const ports = [...access.map(accessOf), ...trunks.flatMap((row) => trunkOf(row, ids) ?? [])]
    return { vlans, port_vlans: [...new Map(ports.map((port) => [port.if_index, port])).values()] }
  },

  async readPort(session, ifIndex, among, signal) {
    const vlans = among ?? (await readVlans(session, signal)).map((vlan) => vlan.vlan_id)
    const [access] = await readRows(session, vmMembershipTable, ['vmVlan'], [ifIndex], signal)
    const [trunk] = await readRows(session, vlanTrunkPortTable, trunkColumns, [ifIndex], signal)
    const port = (trunk && trunkOf(trunk, vlans)) ?? (access && accessOf(access))
    if (!port || vlans.length === 0) return null
    return { port, vlans: [...vlans], stands: port.trunk_members.concat(port.vlan_id ?? []) }
  },

  async setPort(session, { port: { if_index } }, { vlan_id, is_trunk, trunk_members }, signal) {
    const trunk = (name: string) => cell(vlanTrunkPortTable, name, if_index)
    const integer = (name: string, value: number) => ({ oid: trunk(name), type: 'integer', value }) as const
    if (!is_trunk) {
      await session.set([integer('vlanTrunkPortDynamicState', 2)], signal)
      await session.set([{ oid: cell(vmMembershipTable, 'vmVlan', if_index), type: 'integer', value: vlan_id }], signal)
      return
    }
    const bitmaps = bitmapsOfVlans([vlan_id, ...trunk_members])
    const allowed = enabled.map((name, i) => ({ oid: trunk(name), type: 'octets', value: bitmaps[i] ?? '' }) as const)
    await session.set([...allowed, integer('vlanTrunkPortNativeVlan', vlan_id)], signal)
    await session.set([integer('vlanTrunkPortDynamicState', 1)], signal)
  },

  async create(session, { vlan_id, name }, exists, signal) {
    const column = (label: string) => cell(vtpVlanEditTable, label, `${domain}.${vlan_id}`)
    await edit(session, signal, async () => {
      const row = { oid: column('vtpVlanEditRowStatus'), type: 'integer', value: rowStatus.createAndGo } as const
      if (!exists) await session.set([row], signal)
      await session.set([{ oid: column('vtpVlanEditName'), type: 'octets', value: name }], signal)
    })
  },

  async delete(session, vlanId, signal) {
    const oid = cell(vtpVlanEditTable, 'vtpVlanEditRowStatus', `${domain}.${vlanId}`)
    await edit(session, signal, () => session.set([{ oid, type: 'integer', value: rowStatus.destroy }], signal))
  },
}

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
import { cell, readTable } from '../../../protocols/snmp/table.ts'
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
    // A buffer that stays ours locks everybody else out, so it is given back also when the change was given up.
    const last = AbortSignal.timeout(5_000)
    const release = { oid: control('vtpVlanEditOperation'), type: 'integer', value: operation.release } as const
    await session.set([release], last).catch(() => {})
  }
}

/** VLANs by CISCO-VTP-MIB and CISCO-VLAN-MEMBERSHIP-MIB: access VLAN and bitmap of VLANs for each port. */
export const vtp: VlanTableFamily = {
  async read(session, signal) {
    const vlans = await readVlans(session, signal)
    if (vlans.length === 0) return null
    const access = await readTable(session, vmMembershipTable, ['vmVlan'], signal)
    const names = [
      'vlanTrunkPortNativeVlan',
      'vlanTrunkPortDynamicStatus',
      'vlanTrunkPortDynamicState',
      ...enabled,
    ] as const
    const trunks = await readTable(session, vlanTrunkPortTable, names, signal)
    const ports = new Map<string, PortVlanReading>()
    for (const { index, vmVlan } of access) {
      const if_index = String(index[0])
      const vlan_id = vmVlan && vmVlan <= 4094 ? vmVlan : null
      ports.set(if_index, { if_index, vlan_id, is_trunk: false, trunk_members: [] })
    }
    for (const row of trunks) {
      const state = row.vlanTrunkPortDynamicState
      // A port that was told to be a trunk is one, also while nothing is plugged in.
      if (row.vlanTrunkPortDynamicStatus !== 1 && state !== 1 && state !== 5) continue
      const if_index = String(row.index[0])
      const native = row.vlanTrunkPortNativeVlan
      const allowed = vlansOfBitmaps(enabled.map((name) => row[name]))
      const trunk_members = vlans.map((vlan) => vlan.vlan_id).filter((id) => id !== native && allowed.has(id))
      ports.set(if_index, {
        if_index,
        vlan_id: native && native <= 4094 ? native : null,
        is_trunk: true,
        trunk_members,
      })
    }
    return { vlans, port_vlans: [...ports.values()] }
  },

  async setPort(session, ifIndex, { vlan_id, is_trunk, trunk_members }, signal) {
    const trunk = (name: string) => cell(vlanTrunkPortTable, name, ifIndex)
    const integer = (name: string, value: number) => ({ oid: trunk(name), type: 'integer', value }) as const
    if (!is_trunk) {
      await session.set([integer('vlanTrunkPortDynamicState', 2)], signal)
      await session.set([{ oid: cell(vmMembershipTable, 'vmVlan', ifIndex), type: 'integer', value: vlan_id }], signal)
      return
    }
    const bitmaps = bitmapsOfVlans([vlan_id, ...trunk_members])
    const allowed = enabled.map((name, i) => ({ oid: trunk(name), type: 'octets', value: bitmaps[i] ?? '' }) as const)
    await session.set([...allowed, integer('vlanTrunkPortNativeVlan', vlan_id)], signal)
    await session.set([integer('vlanTrunkPortDynamicState', 1)], signal)
  },

  async create(session, { vlan_id, name }, signal) {
    const column = (label: string) => cell(vtpVlanEditTable, label, `${domain}.${vlan_id}`)
    const exists = (await readVlans(session, signal)).some((vlan) => vlan.vlan_id === vlan_id)
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

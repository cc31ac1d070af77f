import { deviceRejected, type PanelError } from '../../../domain/shared/errors.ts'
import { isNegotiated } from '../../../domain/switch/port.ts'
import { interfaces } from '../../../protocols/snmp/mibs/interfaces.ts'
import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import { cell } from '../../../protocols/snmp/table.ts'
import { cleanText, type SetVarbind } from '../../../protocols/snmp/values.ts'
import { msg } from '../../../shared/text.ts'
import { readSystem, SnmpLink, snmpTarget } from '../../snmp-link.ts'
import {
  checkAlias,
  checkIfIndex,
  checkSpeed,
  checkVlan,
  checkVlanName,
  isAsWanted,
  normalChange,
} from '../port-change.ts'
import { settled } from '../settled.ts'
import type {
  CounterReading,
  PortAfter,
  PortReading,
  PortSpeedChange,
  PortVlanAfter,
  PortVlanChange,
  PortVlanReading,
  SwitchConnection,
  SwitchInventory,
  SwitchTables,
  SwitchTarget,
  VlanReading,
} from '../types.ts'
import { readAggregates } from './aggregates.ts'
import { readNeighbours } from './neighbours.ts'
import { readCounters, readPorts } from './ports.ts'
import type { SnmpProfile } from './profile.ts'
import { noTables, readPart } from './tables.ts'

/** A switch that is read and written over SNMP; the profile says by which tables. */
export class SnmpSwitch implements SwitchConnection {
  readonly host_key: string | null = null
  readonly #link: SnmpLink
  readonly #profile: SnmpProfile
  /** Width of the octet counters; 32 once the agent has turned out to have no wider ones. */
  #bits: 32 | 64 = 64

  constructor(target: SwitchTarget, profile: SnmpProfile) {
    this.#link = new SnmpLink('switch', snmpTarget(target.address, target.snmp))
    this.#profile = profile
  }

  close(): void {
    this.#link.session.close()
  }

  readInventory(signal: AbortSignal): Promise<SwitchInventory> {
    return this.#link.run(async (session) => {
      const system = await readSystem(session, signal)
      return { system, ports: await this.#ports(session, null, signal) }
    })
  }

  readPort(ifIndex: string, signal: AbortSignal): Promise<PortReading | null> {
    checkIfIndex(ifIndex)
    return this.#link.run(async (session) => (await this.#ports(session, ifIndex, signal))[0] ?? null)
  }

  readPortVlan(ifIndex: string, signal: AbortSignal): Promise<PortVlanReading | null> {
    checkIfIndex(ifIndex)
    const { vlans } = this.#profile
    return this.#link.run(async (session) => (await vlans.readPort(session, ifIndex, null, signal))?.port ?? null)
  }

  async #ports(session: SnmpSession, only: string | null, signal: AbortSignal): Promise<PortReading[]> {
    const ports = await readPorts(session, only, signal)
    const settings = await this.#profile.speeds.read(session, only, signal)
    return ports.map((port) => {
      const set = settings.get(port.if_index)
      // What the link runs at says more than what was set; without a link there is only the setting.
      const speed = port.oper_status === 'up' && port.speed !== 'unknown' ? port.speed : (set?.speed ?? port.speed)
      return { ...port, speed, duplex: port.duplex === 'unknown' ? (set?.duplex ?? 'unknown') : port.duplex }
    })
  }

  readCounters(signal: AbortSignal): Promise<CounterReading> {
    return this.#link.run(async (session) => {
      const reading = await readCounters(session, this.#bits, signal)
      if (reading.ports.length > 0 || this.#bits === 32) return reading
      const narrow = await readCounters(session, 32, signal)
      if (narrow.ports.length > 0) this.#bits = 32
      return narrow
    })
  }

  readTables(signal: AbortSignal): Promise<SwitchTables> {
    return this.#link.run(async (session) => {
      const tables = noTables()
      const vlans = await readPart(tables, ['vlans', 'port_vlans'], () => this.#profile.vlans.read(session, signal))
      Object.assign(tables, vlans)
      tables.neighbours = (await readPart(tables, ['neighbours'], () => readNeighbours(session, signal))) ?? []
      const ids = tables.vlans.map((vlan) => vlan.vlan_id)
      tables.macs = (await readPart(tables, ['macs'], () => this.#profile.macs(session, ids, signal))) ?? []
      tables.aggregates = (await readPart(tables, ['aggregates'], () => readAggregates(session, signal))) ?? []
      return tables
    })
  }

  setAdminStatus(ifIndex: string, status: 'up' | 'down', signal: AbortSignal): Promise<PortAfter> {
    const oid = cell(interfaces, 'ifAdminStatus', ifIndex)
    const write = { oid, type: 'integer', value: status === 'up' ? 1 : 2 } as const
    return this.#setPort(ifIndex, write, (port) => port.admin_status === status, signal)
  }

  setAlias(ifIndex: string, alias: string, signal: AbortSignal): Promise<PortAfter> {
    checkAlias(alias)
    const want = cleanText(alias, 64)
    const write = { oid: cell(interfaces, 'ifAlias', ifIndex), type: 'octets', value: alias } as const
    return this.#setPort(ifIndex, write, (port) => port.alias === want, signal)
  }

  async setPortVlan(ifIndex: string, change: PortVlanChange, signal: AbortSignal): Promise<PortVlanAfter> {
    checkIfIndex(ifIndex)
    const want = normalChange(change)
    const { vlans } = this.#profile
    return this.#link.run(async (session) => {
      const look = async (among: readonly number[] | null) => {
        const at = new Date()
        const found = await vlans.readPort(session, ifIndex, among, signal)
        if (!found) throw await this.#noVlans(session, ifIndex, signal)
        return { at, found, vlan: found.port }
      }
      const before = await look(null)
      if (isAsWanted(before.vlan, want)) return before
      const wanted = [want.vlan_id, ...want.trunk_members]
      for (const vlan_id of wanted.filter((id) => !before.found.vlans.includes(id)))
        await vlans.create(session, { vlan_id, name: `vlan${vlan_id}` }, false, signal)
      await vlans.setPort(session, before.found, want, signal)
      const among = [...new Set([...wanted, ...before.found.stands])]
      return this.#settled(
        signal,
        () => look(among),
        ({ vlan }) => isAsWanted(vlan, want),
      )
    })
  }

  createVlan(vlan: VlanReading, signal: AbortSignal): Promise<void> {
    checkVlan(vlan.vlan_id)
    checkVlanName(vlan.name)
    const { vlans } = this.#profile
    return this.#link.run(async (session) => {
      const has = async () => (await vlans.read(session, signal))?.vlans.find((each) => each.vlan_id === vlan.vlan_id)
      const before = await has()
      if (before?.name === vlan.name) return
      await vlans.create(session, vlan, before !== undefined, signal)
      await this.#settled(signal, has, (now) => now !== undefined)
    })
  }

  deleteVlan(vlanId: number, signal: AbortSignal): Promise<void> {
    checkVlan(vlanId)
    const { vlans } = this.#profile
    return this.#link.run(async (session) => {
      const tables = await vlans.read(session, signal)
      if (!tables?.vlans.some((each) => each.vlan_id === vlanId)) return
      const users = tables.port_vlans.filter((port) => port.vlan_id === vlanId || port.trunk_members.includes(vlanId))
      if (users.length > 0)
        throw deviceRejected(
          msg`VLAN ${vlanId} is used by ${users.length} ports of the switch. Move them first`,
          String(vlanId),
        )
      await vlans.delete(session, vlanId, signal)
      const left = async () => (await vlans.read(session, signal))?.vlans.some((each) => each.vlan_id === vlanId)
      await this.#settled(signal, left, (now) => !now)
    })
  }

  setSpeedDuplex(ifIndex: string, want: PortSpeedChange, signal: AbortSignal): Promise<PortAfter> {
    checkIfIndex(ifIndex)
    checkSpeed(want)
    const { speeds } = this.#profile
    const asWanted = (set: PortSpeedChange | undefined) =>
      set?.speed === want.speed && (isNegotiated(want.speed) || set.duplex === want.duplex)
    return this.#link.run(async (session) => {
      const setting = async () => (await speeds.read(session, ifIndex, signal)).get(ifIndex)
      const before = await setting()
      if (!before) throw deviceRejected(msg`The switch does not allow changing speed and duplex of this port over SNMP`)
      if (!asWanted(before)) {
        await speeds.set(session, ifIndex, want, signal)
        await this.#settled(signal, setting, asWanted)
      }
      return this.#look(session, ifIndex, signal)
    })
  }

  /** Writes one object of a port, unless the port is as wanted, and looks until it is. */
  #setPort(
    ifIndex: string,
    write: SetVarbind,
    asWanted: (port: PortReading) => boolean,
    signal: AbortSignal,
  ): Promise<PortAfter> {
    checkIfIndex(ifIndex)
    return this.#link.run(async (session) => {
      const before = await this.#look(session, ifIndex, signal)
      if (asWanted(before.port)) return before
      await session.set([write], signal)
      return this.#settled(
        signal,
        () => this.#look(session, ifIndex, signal),
        ({ port }) => asWanted(port),
      )
    })
  }

  async #look(session: SnmpSession, ifIndex: string, signal: AbortSignal): Promise<PortAfter> {
    const at = new Date()
    const [port] = await this.#ports(session, ifIndex, signal)
    if (!port) throw deviceRejected(msg`The switch no longer has the interface ${ifIndex}`, ifIndex)
    return { at, port }
  }

  async #noVlans(session: SnmpSession, ifIndex: string, signal: AbortSignal): Promise<PanelError> {
    const tables = await this.#profile.vlans.read(session, signal)
    if (!tables) return deviceRejected(msg`The switch does not offer its VLANs over SNMP`)
    return deviceRejected(msg`Interface ${ifIndex} is not a port that can be in a VLAN`, ifIndex)
  }

  async #settled<T>(signal: AbortSignal, look: () => Promise<T>, isSo: (now: T) => boolean): Promise<T> {
    const now = await settled(signal, look, isSo)
    if (!isSo(now))
      throw deviceRejected(msg`The switch accepted the change but does not report it. Check the log of the switch`)
    return now
  }
}

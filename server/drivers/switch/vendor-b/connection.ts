import { PanelError } from '../../../domain/shared/errors.ts'
import { changeCandidate, type Edit, getConfig } from '../../../protocols/netconf/operations.ts'
import type { NetconfSession } from '../../../protocols/netconf/session.ts'
import { child, type XmlElement } from '../../../protocols/netconf/xml.ts'
import { cleanText } from '../../../protocols/snmp/values.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { readSystem, SnmpLink, snmpTarget } from '../../snmp-link.ts'
import { inTurn } from '../../turns.ts'
import {
  checkAlias,
  checkIfIndex,
  checkSpeed,
  checkVlan,
  checkVlanName,
  isAsWanted,
  normalChange,
} from '../port-change.ts'
import { standardMacs } from '../snmp/macs.ts'
import { readNeighbours } from '../snmp/neighbours.ts'
import { readCounters, readPorts } from '../snmp/ports.ts'
import { noTables, readPart } from '../snmp/tables.ts'
import type {
  CounterReading,
  PortReading,
  PortSpeedChange,
  PortVlanChange,
  PortVlanReading,
  SwitchConnection,
  SwitchInventory,
  SwitchTables,
  SwitchTarget,
  VlanReading,
} from '../types.ts'
import * as config from './config.ts'
import { NetconfLink } from './link.ts'

const rejected = (words: Text, value = '') => new PanelError('device_rejected', words, { value })

type Configured = { vlans: VlanReading[]; ports: config.ConfiguredPort[]; tree: XmlElement | undefined }

/** A switch that is read over SNMP and configured over NETCONF, in the vendor's tree without enhanced layer 2 software. */
export class VendorBSwitch implements SwitchConnection {
  readonly #snmp: SnmpLink
  readonly #netconf: NetconfLink
  /** Names of ports by interface index, kept for actions. */
  #names = new Map<string, string>()

  constructor(target: SwitchTarget) {
    this.#snmp = new SnmpLink('switch', snmpTarget(target.address, target.snmp))
    this.#netconf = new NetconfLink(target)
  }

  get host_key(): string | null {
    return this.#netconf.hostKey
  }

  close(): void {
    this.#snmp.session.close()
    this.#netconf.close()
  }

  async readInventory(signal: AbortSignal): Promise<SwitchInventory> {
    return this.#snmp.run(async (session) => {
      const system = await readSystem(session, signal)
      return { system, ports: await this.#ports(signal) }
    })
  }

  async #ports(signal: AbortSignal): Promise<PortReading[]> {
    const ports = await this.#snmp.run((session) => readPorts(session, signal))
    this.#names = new Map(ports.map((port) => [port.if_index, port.name]))
    return ports
  }

  readCounters(signal: AbortSignal): Promise<CounterReading> {
    return this.#snmp.run((session) => readCounters(session, 64, signal))
  }

  async readTables(signal: AbortSignal): Promise<SwitchTables> {
    const ports = await this.#ports(signal)
    const tables = await this.#snmp.run(async (session) => {
      const read = noTables()
      read.neighbours = (await readPart(read, ['neighbours'], () => readNeighbours(session, signal))) ?? []
      read.macs = (await readPart(read, ['macs'], () => standardMacs(session, [], signal))) ?? []
      return read
    })
    const { vlans, ports: configured } = await this.#netconf.run(signal, (session) => read(session, signal))
    const byName = new Map(configured.map((port) => [port.name, port.vlan]))
    const port_vlans = ports.flatMap(({ if_index, name }): PortVlanReading[] => {
      const vlan = byName.get(name)
      return vlan ? [{ if_index, ...vlan }] : []
    })
    return { ...tables, vlans, port_vlans }
  }

  setAdminStatus(ifIndex: string, status: 'up' | 'down', signal: AbortSignal): Promise<void> {
    const asWanted = (name: string) => (now: Configured) =>
      (portNamed(now, name)?.disabled ?? false) === (status === 'down')
    return this.#changePort(ifIndex, signal, asWanted, (name) => [config.disable(name, status === 'down')])
  }

  setAlias(ifIndex: string, alias: string, signal: AbortSignal): Promise<void> {
    checkAlias(alias)
    const want = cleanText(alias, 64)
    const asWanted = (name: string) => (now: Configured) => (portNamed(now, name)?.description ?? '') === want
    return this.#changePort(ifIndex, signal, asWanted, (name) => [config.describePort(name, want)])
  }

  async setPortVlan(ifIndex: string, change: PortVlanChange, signal: AbortSignal): Promise<PortVlanReading> {
    const want = normalChange(change)
    const asWanted = (name: string) => (now: Configured) => {
      const vlan = portNamed(now, name)?.vlan
      return isAsWanted(vlan && { if_index: ifIndex, ...vlan }, want)
    }
    await this.#changePort(ifIndex, signal, asWanted, (name, now) => {
      const known = new Set(now.vlans.map((vlan) => vlan.vlan_id))
      const fresh = [want.vlan_id, ...want.trunk_members].filter((id) => !known.has(id))
      const added = fresh.map((vlan_id) => config.addVlan({ vlan_id, name: `vlan${vlan_id}` }))
      const listed = portNamed(now, name)?.listed ?? []
      return [...added, ...config.leaveVlans(name, listed), config.portVlan(name, want)]
    })
    return { if_index: ifIndex, ...want }
  }

  async setSpeedDuplex(ifIndex: string, want: PortSpeedChange, signal: AbortSignal): Promise<void> {
    checkSpeed(want)
    const asWanted = (name: string) => (now: Configured) => {
      const set = config.configuredSpeed(now.tree, name) ?? { speed: 'auto', duplex: 'auto' }
      return set.speed === want.speed && (want.speed === 'auto' || set.duplex === want.duplex)
    }
    await this.#changePort(ifIndex, signal, asWanted, (name) => {
      const edit = config.speedDuplex(name, want.speed, want.duplex)
      if (!edit) throw rejected(msg`The switch has no ${want.speed} with ${want.duplex} duplex`)
      return [edit]
    })
  }

  createVlan(vlan: VlanReading, signal: AbortSignal): Promise<void> {
    checkVlan(vlan.vlan_id)
    checkVlanName(vlan.name)
    const asWanted = (now: Configured) =>
      now.vlans.some((each) => each.vlan_id === vlan.vlan_id && each.name === vlan.name)
    return this.#change(signal, asWanted, (now) => {
      // Here the name is the key: a new one is a new VLAN, and the number can be had once only.
      const old = now.vlans.find((each) => each.vlan_id === vlan.vlan_id)
      return [...(old ? [config.removeVlan(old.name)] : []), config.addVlan(vlan)]
    })
  }

  deleteVlan(vlanId: number, signal: AbortSignal): Promise<void> {
    checkVlan(vlanId)
    const asWanted = (now: Configured) => !now.vlans.some((vlan) => vlan.vlan_id === vlanId)
    return this.#change(signal, asWanted, (now) => {
      const users = now.ports.filter(({ vlan }) => vlan.vlan_id === vlanId || vlan.trunk_members.includes(vlanId))
      if (users.length > 0)
        throw rejected(
          msg`VLAN ${vlanId} is used by ${users.length} ports of the switch. Move them first`,
          String(vlanId),
        )
      return now.vlans.filter((vlan) => vlan.vlan_id === vlanId).map((vlan) => config.removeVlan(vlan.name))
    })
  }

  async #changePort(
    ifIndex: string,
    signal: AbortSignal,
    asWanted: (name: string) => (now: Configured) => boolean,
    edits: (name: string, now: Configured) => Edit[],
  ): Promise<void> {
    checkIfIndex(ifIndex)
    if (!this.#names.has(ifIndex)) await this.#ports(signal)
    const name = this.#names.get(ifIndex)
    if (!name) throw rejected(msg`The switch has no interface ${ifIndex} any more`, ifIndex)
    await this.#change(signal, asWanted(name), (now) => edits(name, now))
  }

  /** Looks, changes on trial, looks again, and confirms. */
  #change(
    signal: AbortSignal,
    asWanted: (now: Configured) => boolean,
    edits: (now: Configured) => Edit[],
  ): Promise<void> {
    const { address } = this.#snmp.session.target
    return inTurn(`netconf ${address}`, signal, () =>
      this.#netconf.run(signal, async (session) => {
        const now = await read(session, signal)
        if (asWanted(now)) return
        const check = async () => {
          if (!asWanted(await read(session, signal)))
            throw rejected(msg`The switch took the change but does not report it`)
        }
        await changeCandidate(session, edits(now), check, signal, config.takeBack)
      }),
    )
  }
}

const portNamed = (now: Configured, name: string) => now.ports.find((port) => port.name === name)

async function read(session: NetconfSession, signal: AbortSignal): Promise<Configured> {
  const data = await getConfig(session, 'running', config.readFilter, signal)
  const tree = child(data, 'configuration')
  return { vlans: config.vlansOf(tree), ports: config.portsOf(tree), tree }
}

import { deviceRejected } from '../../../domain/shared/errors.ts'
import { changeCandidate, type Edit, getConfig } from '../../../protocols/netconf/operations.ts'
import type { NetconfSession } from '../../../protocols/netconf/session.ts'
import { child, type XmlElement } from '../../../protocols/netconf/xml.ts'
import { cleanText } from '../../../protocols/snmp/values.ts'
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
import { readAggregates } from '../snmp/aggregates.ts'
import { standardMacs } from '../snmp/macs.ts'
import { readNeighbours } from '../snmp/neighbours.ts'
import { readCounters, readPorts } from '../snmp/ports.ts'
import { noTables, readPart } from '../snmp/tables.ts'
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
import * as config from './config.ts'
import { NetconfLink } from './link.ts'

type Configured = { vlans: VlanReading[]; ports: config.ConfiguredPort[]; tree: XmlElement | undefined }

/** A switch that is read over SNMP and configured over NETCONF, in the vendor's tree without enhanced layer 2 software. */
export class VendorBSwitch implements SwitchConnection {
  readonly #snmp: SnmpLink
  readonly #netconf: NetconfLink

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

  readInventory(signal: AbortSignal): Promise<SwitchInventory> {
    return this.#snmp.run(async (session) => {
      const system = await readSystem(session, signal)
      return { system, ports: await readPorts(session, null, signal) }
    })
  }

  readPort(ifIndex: string, signal: AbortSignal): Promise<PortReading | null> {
    checkIfIndex(ifIndex)
    return this.#snmp.run(async (session) => (await readPorts(session, ifIndex, signal))[0] ?? null)
  }

  async readPortVlan(ifIndex: string, signal: AbortSignal): Promise<PortVlanReading | null> {
    const port = await this.readPort(ifIndex, signal)
    if (!port) return null
    const now = await this.#netconf.run(signal, (session) => read(session, port.name, signal))
    return vlanOf(now, port)
  }

  readCounters(signal: AbortSignal): Promise<CounterReading> {
    return this.#snmp.run((session) => readCounters(session, 64, signal))
  }

  async readTables(signal: AbortSignal): Promise<SwitchTables> {
    const { ports, ...tables } = await this.#snmp.run(async (session) => {
      const read = { ...noTables(), ports: await readPorts(session, null, signal) }
      read.neighbours = (await readPart(read, ['neighbours'], () => readNeighbours(session, signal))) ?? []
      read.macs = (await readPart(read, ['macs'], () => standardMacs(session, [], signal))) ?? []
      read.aggregates = (await readPart(read, ['aggregates'], () => readAggregates(session, signal))) ?? []
      return read
    })
    const now = await this.#netconf.run(signal, (session) => read(session, null, signal))
    return { ...tables, vlans: now.vlans, port_vlans: ports.flatMap((port) => vlanOf(now, port) ?? []) }
  }

  setAdminStatus(ifIndex: string, status: 'up' | 'down', signal: AbortSignal): Promise<PortAfter> {
    return this.#setPort(ifIndex, signal, (port) => port.admin_status === status, {
      asWanted: (now, name) => (portNamed(now, name)?.disabled ?? false) === (status === 'down'),
      edits: (_now, name) => [config.disable(name, status === 'down')],
    })
  }

  setAlias(ifIndex: string, alias: string, signal: AbortSignal): Promise<PortAfter> {
    checkAlias(alias)
    const want = cleanText(alias, 64)
    return this.#setPort(ifIndex, signal, (port) => port.alias === want, {
      asWanted: (now, name) => (portNamed(now, name)?.description ?? '') === want,
      edits: (_now, name) => [config.describePort(name, want)],
    })
  }

  async setPortVlan(ifIndex: string, change: PortVlanChange, signal: AbortSignal): Promise<PortVlanAfter> {
    const want = normalChange(change)
    const port = await this.#portOf(ifIndex, signal)
    const { at, now } = await this.#change(port.name, signal, {
      asWanted: (now) => isAsWanted(vlanOf(now, port) ?? undefined, want),
      edits: (now) => {
        const known = new Set(now.vlans.map((vlan) => vlan.vlan_id))
        const fresh = [want.vlan_id, ...want.trunk_members].filter((id) => !known.has(id))
        const added = fresh.map((vlan_id) => config.addVlan({ vlan_id, name: `vlan${vlan_id}` }))
        const listed = portNamed(now, port.name)?.listed ?? []
        return [...added, ...config.leaveVlans(port.name, listed), config.portVlan(port.name, want)]
      },
    })
    return { at, vlan: vlanOf(now, port) ?? { if_index: ifIndex, ...want } }
  }

  async setSpeedDuplex(ifIndex: string, want: PortSpeedChange, signal: AbortSignal): Promise<PortAfter> {
    checkSpeed(want)
    return this.#setPort(ifIndex, signal, () => true, {
      asWanted: (now, name) => {
        const set = config.configuredSpeed(now.tree, name) ?? { speed: 'auto', duplex: 'auto' }
        return set.speed === want.speed && (want.speed === 'auto' || set.duplex === want.duplex)
      },
      edits: (_now, name) => {
        const edit = config.speedDuplex(name, want.speed, want.duplex)
        if (!edit) throw deviceRejected(msg`The switch has no ${want.speed} with ${want.duplex} duplex`)
        return [edit]
      },
    })
  }

  async createVlan(vlan: VlanReading, signal: AbortSignal): Promise<void> {
    checkVlan(vlan.vlan_id)
    checkVlanName(vlan.name)
    await this.#change(null, signal, {
      asWanted: (now) => now.vlans.some((each) => each.vlan_id === vlan.vlan_id && each.name === vlan.name),
      edits: (now) => {
        // Here the name is the key: a new one is a new VLAN, and the number can be had once only.
        const old = now.vlans.find((each) => each.vlan_id === vlan.vlan_id)
        return [...(old ? [config.removeVlan(old.name)] : []), config.addVlan(vlan)]
      },
    })
  }

  async deleteVlan(vlanId: number, signal: AbortSignal): Promise<void> {
    checkVlan(vlanId)
    await this.#change(null, signal, {
      asWanted: (now) => !now.vlans.some((vlan) => vlan.vlan_id === vlanId),
      edits: (now) => {
        const users = now.ports.filter(({ vlan }) => vlan.vlan_id === vlanId || vlan.trunk_members.includes(vlanId))
        if (users.length > 0)
          throw deviceRejected(
            msg`VLAN ${vlanId} is used by ${users.length} ports of the switch. Move them first`,
            String(vlanId),
          )
        return now.vlans.filter((vlan) => vlan.vlan_id === vlanId).map((vlan) => config.removeVlan(vlan.name))
      },
    })
  }

  async #portOf(ifIndex: string, signal: AbortSignal): Promise<PortReading> {
    const port = await this.readPort(ifIndex, signal)
    if (!port) throw deviceRejected(msg`The switch no longer has the interface ${ifIndex}`, ifIndex)
    return port
  }

  /** Changes a port, and reads it where its state is: over SNMP, which may take a moment to show it. */
  async #setPort(
    ifIndex: string,
    signal: AbortSignal,
    shows: (port: PortReading) => boolean,
    { asWanted, edits }: PortChange,
  ): Promise<PortAfter> {
    const { name } = await this.#portOf(ifIndex, signal)
    await this.#change(name, signal, {
      asWanted: (now) => asWanted(now, name),
      edits: (now) => edits(now, name),
    })
    const look = async () => ({ at: new Date(), port: await this.#portOf(ifIndex, signal) })
    return settled(signal, look, ({ port }) => shows(port))
  }

  /**
   * Looks, changes on trial, looks again, and confirms.
   * @param port name of the one port that is looked at; null for all
   * @returns what was seen last, and when it was asked for
   */
  #change(
    port: string | null,
    signal: AbortSignal,
    { asWanted, edits }: Change,
  ): Promise<{ at: Date; now: Configured }> {
    return this.#netconf.run(signal, async (session) => {
      const look = async () => ({ at: new Date(), now: await read(session, port, signal) })
      let seen = await look()
      if (asWanted(seen.now)) return seen
      const check = async () => {
        seen = await look()
        if (!asWanted(seen.now)) throw deviceRejected(msg`The switch accepted the change but does not report it`)
      }
      await changeCandidate(session, edits(seen.now), check, signal, config.takeBack)
      return seen
    })
  }
}

type Change = { asWanted(now: Configured): boolean; edits(now: Configured): Edit[] }
type PortChange = { asWanted(now: Configured, name: string): boolean; edits(now: Configured, name: string): Edit[] }

const portNamed = (now: Configured, name: string) => now.ports.find((port) => port.name === name)

function vlanOf(now: Configured, { if_index, name }: PortReading): PortVlanReading | null {
  const port = portNamed(now, name)
  return port ? { if_index, ...port.vlan } : null
}

async function read(session: NetconfSession, port: string | null, signal: AbortSignal): Promise<Configured> {
  const tree = child(await getConfig(session, 'running', config.readFilter(port), signal), 'configuration')
  return { vlans: config.vlansOf(tree), ports: config.portsOf(tree), tree }
}

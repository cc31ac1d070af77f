import { setTimeout as pause } from 'node:timers/promises'
import { PanelError } from '../../../domain/shared/errors.ts'
import { isNegotiated } from '../../../domain/switch/port.ts'
import { interfaces } from '../../../protocols/snmp/mibs/interfaces.ts'
import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import { cell } from '../../../protocols/snmp/table.ts'
import { cleanText } from '../../../protocols/snmp/values.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { readNumber, readSystem, SnmpLink, snmpTarget } from '../../snmp-link.ts'
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
import type {
  CounterReading,
  PortSpeedChange,
  PortVlanChange,
  PortVlanReading,
  SwitchConnection,
  SwitchInventory,
  SwitchTables,
  SwitchTarget,
  VlanReading,
} from '../types.ts'
import { readNeighbours } from './neighbours.ts'
import { readCounters, readPorts } from './ports.ts'
import type { SnmpProfile } from './profile.ts'
import { noTables, readPart } from './tables.ts'

// Agents answer out of caches: a change shows after a moment.
const settleMs = 5_000
const settleStepMs = 150

const rejected = (words: Text, value = '') => new PanelError('device_rejected', words, { value })

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
      const ports = await readPorts(session, signal)
      const settings = await this.#profile.speeds.read(session, signal)
      return {
        system,
        ports: ports.map((port) => {
          const set = settings.get(port.if_index)
          // What the link runs at says more than what was set; without a link there is only the setting.
          const speed = port.oper_status === 'up' && port.speed !== 'unknown' ? port.speed : (set?.speed ?? port.speed)
          return { ...port, speed, duplex: port.duplex === 'unknown' ? (set?.duplex ?? 'unknown') : port.duplex }
        }),
      }
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
      return tables
    })
  }

  setAdminStatus(ifIndex: string, status: 'up' | 'down', signal: AbortSignal): Promise<void> {
    checkIfIndex(ifIndex)
    const oid = cell(interfaces, 'ifAdminStatus', ifIndex)
    const value = status === 'up' ? 1 : 2
    return this.#act(signal, async (session) => {
      const now = await readNumber(session, oid, signal)
      if (now === null) throw rejected(msg`The switch has no interface ${ifIndex} any more`, ifIndex)
      if (now === value) return
      await session.set([{ oid, type: 'integer', value }], signal)
      await this.#settled(signal, async () => (await readNumber(session, oid, signal)) === value)
    })
  }

  setAlias(ifIndex: string, alias: string, signal: AbortSignal): Promise<void> {
    checkIfIndex(ifIndex)
    checkAlias(alias)
    const oid = cell(interfaces, 'ifAlias', ifIndex)
    return this.#act(signal, async (session) => {
      const read = async () => {
        const [varbind] = await session.get([oid], signal)
        return Buffer.isBuffer(varbind?.value) ? cleanText(varbind.value, 64) : null
      }
      const want = cleanText(alias, 64)
      if ((await read()) === want) return
      await session.set([{ oid, type: 'octets', value: alias }], signal)
      await this.#settled(signal, async () => (await read()) === want)
    })
  }

  async setPortVlan(ifIndex: string, change: PortVlanChange, signal: AbortSignal): Promise<PortVlanReading> {
    checkIfIndex(ifIndex)
    const want = normalChange(change)
    const { vlans } = this.#profile
    return this.#act(signal, async (session) => {
      const before = await vlans.read(session, signal)
      if (!before) throw rejected(msg`The switch does not offer its VLANs over SNMP`)
      const port = before.port_vlans.find((each) => each.if_index === ifIndex)
      if (!port) throw rejected(msg`Interface ${ifIndex} is no port that can be in a VLAN`, ifIndex)
      if (isAsWanted(port, want)) return port
      const known = new Set(before.vlans.map((vlan) => vlan.vlan_id))
      for (const vlan_id of [want.vlan_id, ...want.trunk_members])
        if (!known.has(vlan_id)) await vlans.create(session, { vlan_id, name: `vlan${vlan_id}` }, signal)
      await vlans.setPort(session, ifIndex, want, signal)
      let after: PortVlanReading | undefined
      await this.#settled(signal, async () => {
        after = (await vlans.read(session, signal))?.port_vlans.find((each) => each.if_index === ifIndex)
        return isAsWanted(after, want)
      })
      return after ?? port
    })
  }

  createVlan(vlan: VlanReading, signal: AbortSignal): Promise<void> {
    checkVlan(vlan.vlan_id)
    checkVlanName(vlan.name)
    const { vlans } = this.#profile
    return this.#act(signal, async (session) => {
      const has = async () => (await vlans.read(session, signal))?.vlans.find((each) => each.vlan_id === vlan.vlan_id)
      if ((await has())?.name === vlan.name) return
      await vlans.create(session, vlan, signal)
      await this.#settled(signal, async () => (await has()) !== undefined)
    })
  }

  deleteVlan(vlanId: number, signal: AbortSignal): Promise<void> {
    checkVlan(vlanId)
    const { vlans } = this.#profile
    return this.#act(signal, async (session) => {
      const tables = await vlans.read(session, signal)
      if (!tables?.vlans.some((each) => each.vlan_id === vlanId)) return
      const users = tables.port_vlans.filter((port) => port.vlan_id === vlanId || port.trunk_members.includes(vlanId))
      if (users.length > 0)
        throw rejected(
          msg`VLAN ${vlanId} is used by ${users.length} ports of the switch. Move them first`,
          String(vlanId),
        )
      await vlans.delete(session, vlanId, signal)
      const gone = async () => !(await vlans.read(session, signal))?.vlans.some((each) => each.vlan_id === vlanId)
      await this.#settled(signal, gone)
    })
  }

  setSpeedDuplex(ifIndex: string, want: PortSpeedChange, signal: AbortSignal): Promise<void> {
    checkIfIndex(ifIndex)
    checkSpeed(want)
    const { speeds } = this.#profile
    const asWanted = (set: PortSpeedChange | undefined) =>
      set?.speed === want.speed && (isNegotiated(want.speed) || set.duplex === want.duplex)
    return this.#act(signal, async (session) => {
      const settings = await speeds.read(session, signal)
      if (!settings.has(ifIndex))
        throw rejected(msg`The switch does not let speed and duplex of this port be set over SNMP`)
      if (asWanted(settings.get(ifIndex))) return
      await speeds.set(session, ifIndex, want, signal)
      await this.#settled(signal, async () => asWanted((await speeds.read(session, signal)).get(ifIndex)))
    })
  }

  #act<T>(signal: AbortSignal, act: (session: SnmpSession) => Promise<T>): Promise<T> {
    const { address, port } = this.#link.session.target
    return inTurn(`${address}:${port}`, signal, () => this.#link.run(act))
  }

  /** Waits until the device reports what was asked for. */
  async #settled(signal: AbortSignal, check: () => Promise<boolean>): Promise<void> {
    const limit = Date.now() + settleMs
    while (!(await check())) {
      if (Date.now() > limit)
        throw rejected(msg`The switch took the change but does not report it. Look at its own log`)
      await pause(settleStepMs, undefined, { signal })
    }
  }
}

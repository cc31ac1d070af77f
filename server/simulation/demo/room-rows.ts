import { type Cell, cellsOf, type DeviceKind, type Spot } from '../../domain/placement/cells.ts'
import { speedOf, speedTypeOf } from '../../drivers/switch/snmp/ports.ts'
import { type SimulatedPdu, simulatedPdu } from '../devices/pdu/model.ts'
import { macText } from '../devices/switch/mac-text.ts'
import {
  isUp,
  type SimulatedNeighbour,
  type SimulatedSwitch,
  simulatedPortMac,
  simulatedPortName,
  simulatedSwitch,
} from '../devices/switch/model.ts'
import { atItsPort, type DemoRoom, type RoomPort, type RoomSwitch } from './plan/room.ts'
import { platforms, vlans } from './plan/room-plan.ts'

export type Ids = ReadonlyMap<string, number>

/** @throws Error for what the plan does not know, which is a fault of the plan */
export function idOf(ids: Ids, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no ${name}`)
  return id
}

/** A switch of the plan as a simulated device, freshly switched on. */
export function simulatedOf(room: DemoRoom, plan: RoomSwitch): SimulatedSwitch {
  const cards = new Map(room.servers.map((server) => [server.name, server.macs]))
  const macsAt = ({ server = '', ipmi }: RoomPort) =>
    ipmi ? cards.get(server)?.[1] : cards.get(atItsPort(server))?.[0]
  return simulatedSwitch({
    kind: plan.device,
    name: plan.name,
    model: plan.model,
    location: plan.rack,
    started: Date.now(),
    vlans,
    ports: plan.ports.map((port) => {
      const { alias, linked, mbps, vlan_id, trunk_members, error_rate } = port
      const mac = linked ? macsAt(port) : undefined
      return {
        alias,
        linked,
        mbps,
        vlan_id,
        trunk_members,
        error_rate,
        macs: mac ? [mac] : [],
        neighbour: neighbourAt(room, port),
      }
    }),
  })
}

function neighbourAt(room: DemoRoom, { uplink }: RoomPort): SimulatedNeighbour | null {
  const other = uplink && room.switches.find(({ name }) => name === uplink.name)
  if (!other || other.dead) return null
  return {
    chassis_mac: macText(simulatedPortMac(other.name, 0)),
    port_id: simulatedPortName(other.device, uplink.port),
    port_description: other.ports[uplink.port - 1]?.alias ?? '',
    name: other.name,
    description: `Simulated switch, ${other.ports.length} ports`,
  }
}

const DAY_MS = 86_400_000

/** Load that follows the day: most in the afternoon (UTC), an eighth more or less than planned. */
const overTheDay = (watts: number) => () =>
  watts * (1 + Math.sin((Date.now() / DAY_MS) * 2 * Math.PI - (3 * Math.PI) / 4) / 8)

/** A PDU of the plan as a simulated device. */
export const simulatedPduOf = (plan: DemoRoom['pdus'][number]): SimulatedPdu =>
  simulatedPdu({
    kind: plan.device,
    name: plan.name,
    outlets: plan.outlets.map(({ server, on, watts }, n) => ({
      name: server ?? `Outlet ${n + 1}`,
      on,
      watts: overTheDay(watts),
    })),
  })

/** Without a link, kinds with a table for it say how a port is set. */
const negotiated = ({ kind }: SimulatedSwitch, port: SimulatedSwitch['ports'][number]) =>
  isUp(port)
    ? { duplex: 'full', speed: speedOf(port.mbps) }
    : kind === 'vendorB_without_els'
      ? { duplex: 'unknown', speed: speedOf(port.mbps) }
      : { duplex: 'auto', speed: 'auto' }

/** Ports as a poll would store them; of a dead switch, as they were before it died. */
export function portRows(model: SimulatedSwitch, plan: RoomSwitch) {
  return model.ports.map((port, n) => ({
    if_index: String(port.if_index),
    name: port.name,
    mac: macText(port.mac),
    ...negotiated(model, port),
    speed_type: speedTypeOf(port.mbps),
    speed_bps: port.mbps * 1_000_000,
    admin_status: 'up',
    oper_status: isUp(port) ? 'up' : 'down',
    description: port.alias,
    vlan_id: port.pvid,
    is_trunk: port.trunk,
    trunk_members: plan.ports[n]?.trunk_members ?? [],
    is_uplink: plan.ports[n]?.uplink !== undefined,
    ...wantedOf(plan.ports[n]),
  }))
}

/** What people asked for in the past, of the few ports where the device has something else now. */
function wantedOf(port: RoomPort | undefined) {
  const vlan_id = port?.wanted?.vlan_id ?? null
  return {
    wanted_admin: port?.wanted?.admin ?? null,
    wanted_vlan: vlan_id,
    wanted_trunk: vlan_id === null ? null : false,
    wanted_members: [],
  }
}

type Placed = { server: Ids; switch: Ids; pdu: Ids; chassis: Ids; reserved: Ids }

/** All cells that the plan's devices take. */
export function rackCells(room: DemoRoom, racks: Ids, ids: Placed) {
  const cells: (Cell & { rack_id: number; kind: DeviceKind; ref: number })[] = []
  const plain = { face: 'front', width: 'full', half: 0, depth: 'full' } as const
  const stand = (kind: DeviceKind, name: string, rack: string, at: Partial<Spot> & { unit: number; size: number }) => {
    const ref = idOf(ids[kind], name)
    for (const cell of cellsOf({ ...plain, ...at })) cells.push({ ...cell, rack_id: idOf(racks, rack), kind, ref })
  }
  for (const { name, platform, rack, unit, half } of room.servers) {
    const { server_size: size, width } = platforms[platform]
    if (rack !== null && unit !== null) stand('server', name, rack, { unit, size, width, half })
  }
  for (const { name, rack, unit } of room.switches) stand('switch', name, rack, { unit, size: 1, depth: 'half' })
  for (const { name, rack, face, size } of room.pdus) stand('pdu', name, rack, { unit: 1, size, face })
  for (const { name, rack, unit, size } of room.chassis) stand('chassis', name, rack, { unit, size })
  for (const { rack, unit, size } of room.reservations) stand('reserved', `${rack}:${unit}`, rack, { unit, size })
  return cells
}

import {
  deadSwitch,
  forgotten,
  halfFed,
  MANAGEMENT,
  moved,
  noisy,
  type PlatformKey,
  PUBLIC,
  platforms,
  prefixes,
  reopened,
  rooms,
  special,
  swapped,
  switchModels,
  unlinked,
  vlanOf,
  vlans,
} from './room-plan.ts'

export type RoomRack = { key: string; room: number; name: string; size: number; hall_row: number; hall_place: number }
export type RoomChassis = { name: string; rack: string; unit: number; size: number; slots: number }
export type RoomServer = {
  name: string
  platform: PlatformKey
  room: number
  rack: string | null
  unit: number | null
  half: 0 | 1
  chassis: string | null
  slot: number | null
  /** Place in the demo's list of owners; null is ours. */
  owner: number | null
  /** Which of the demo's nodes runs on it. */
  node: number | null
  macs: [string, string]
}
/** A cable; `server` is at the other end, or another switch. */
export type RoomPort = {
  server?: string
  ipmi?: boolean
  uplink?: { name: string; port: number }
  alias: string
  /** The cable is there, but not entered. */
  forgotten?: boolean
  linked: boolean
  mbps: number
  vlan_id: number
  trunk_members: number[]
  /** Broken frames a second that arrive here. */
  error_rate?: number
  /** What was asked for in the panel, where the switch has something else. */
  wanted?: { vlan_id?: number; admin?: 'down' }
}
export type RoomSwitch = {
  name: string
  device: 'snmp_common' | 'vendorA_snmp' | 'vendorB_without_els'
  model: string
  address: string
  room: number
  rack: string
  unit: number
  dead: boolean
  /** Speaks SNMP v3 and nothing else. */
  v3: boolean
  ports: RoomPort[]
}
export type RoomOutlet = { server: string | null; on: boolean; watts: number }
export type RoomPdu = {
  name: string
  device: 'apc_snmp' | 'raritan_snmp' | 'snmp_common'
  address: string
  room: number
  rack: string
  face: 'left' | 'right'
  size: number
  outlets: RoomOutlet[]
}
export type DemoRoom = {
  racks: RoomRack[]
  reservations: { rack: string; unit: number; size: number }[]
  chassis: RoomChassis[]
  servers: RoomServer[]
  switches: RoomSwitch[]
  pdus: RoomPdu[]
}

const OUTLETS = 36
const SLOTS = 8
const tall = (letter: string) => (letter in platforms ? platforms[letter as PlatformKey].server_size : 1)

/**
 * All of the demo's data centre: the same each time, so that its simulated devices can be made again from the same plan.
 * @param suffix of all names, where the plain ones are taken
 */
export function demoRoom(suffix: string): DemoRoom {
  const made: DemoRoom = { racks: [], reservations: [], chassis: [], servers: [], switches: [], pdus: [] }
  const counts = new Map<string, number>()
  const next = (prefix: string) => {
    const n = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, n)
    return n
  }
  const two = (n: number) => String(n).padStart(2, '0')
  const addServer = (platform: PlatformKey, name: string, at: Partial<RoomServer> & { room: number }) => {
    const n = made.servers.length + 1
    const mac = (card: number) =>
      ['02', 'dc', ...[suffix.length, n >> 8, n & 255, card].map((byte) => byte.toString(16).padStart(2, '0'))].join(
        ':',
      )
    // Every third is ours; others go to the three owners in groups.
    const owner = at.node !== undefined || n % 3 === 0 ? null : Math.floor(n / 5) % 3
    const none = { rack: null, unit: null, half: 0, chassis: null, slot: null, node: null } as const
    made.servers.push({ ...none, platform, name: name + suffix, owner, macs: [mac(1), mac(2)], ...at })
  }
  const numbered = (platform: PlatformKey, at: Partial<RoomServer> & { room: number }) =>
    addServer(platform, `${prefixes[platform]}-${two(next(prefixes[platform]))}`, at)

  for (const [room, { name: site, rows }] of rooms.entries())
    for (const [hall_row, row] of rows.entries())
      for (const [hall_place, { name, size, fill }] of row.entries()) {
        const rack = `${site}/${name}`
        made.racks.push({ key: rack, room, name, size, hall_row, hall_place })
        let unit = 1
        let kept = 0
        for (const letter of fill) {
          const here = { room, rack, unit }
          if (letter === 'r') kept++
          else if (letter === 'n') {
            const node = next('kvm') - 1
            addServer('a', `kvm-${two(node + 1)}`, { ...here, node })
          } else if (letter === 'C') {
            const chassis = `chs-${site}-${name}`.toLowerCase() + suffix
            made.chassis.push({ name: chassis, rack, unit, size: 6, slots: SLOTS })
            for (let slot = 1; slot <= SLOTS - (hall_place % 3); slot++)
              addServer('B', `bl-${name.toLowerCase()}-${slot}`, { room, chassis, slot })
            unit += 5
          } else if (letter === 'h' || letter === 'l') {
            numbered('h', { ...here, half: 0 })
            if (letter === 'h') numbered('h', { ...here, half: 1 })
          } else if (letter !== '.') numbered(letter as PlatformKey, here)
          if (letter !== 'r' && kept > 0) {
            made.reservations.push({ rack, unit: unit - kept, size: kept })
            kept = 0
          }
          unit += tall(letter)
        }
        if (kept > 0) made.reservations.push({ rack, unit: unit - kept, size: kept })
      }
  addSwitches(made, suffix)
  addPdus(made, suffix)
  return made
}

/** Who is really at the data port of a server. */
export function atItsPort(server: string): string {
  const [a, b] = swapped
  return server === a ? b : server === b ? a : server
}

const rackOf = (made: DemoRoom, server: RoomServer) =>
  server.rack ?? made.chassis.find((one) => one.name === server.chassis)?.rack

const emptyPort = (mbps: number): RoomPort => ({
  alias: '',
  linked: false,
  mbps,
  vlan_id: 1,
  trunk_members: [],
})

/** One switch for data at the top of each rack, one for management in every other, and a pair in the first that joins them. */
function addSwitches(made: DemoRoom, suffix: string) {
  const tagged = vlans.map((vlan) => vlan.vlan_id)
  const add = (
    rack: RoomRack,
    prefix: keyof typeof switchModels,
    unit: number,
    device: RoomSwitch['device'],
    speeds: number[],
  ) => {
    const site = rooms[rack.room]?.name.toLowerCase()
    const place = prefix === 'core' ? `-${rack.size - 1 - unit}` : `-${rack.name.toLowerCase()}`
    const name = `${prefix}-${site}${place}`
    const one: RoomSwitch = {
      name: name + suffix,
      device,
      model: switchModels[prefix],
      address: `127.18.${rack.room + 1}.${made.switches.filter((other) => other.room === rack.room).length + 1}`,
      room: rack.room,
      rack: rack.key,
      unit,
      dead: name === deadSwitch,
      v3: prefix === 'core',
      ports: speeds.map(emptyPort),
    }
    made.switches.push(one)
    return one
  }
  const ports = (count: number, mbps: number) => Array.from({ length: count }, () => mbps)
  const freeOf = (one: RoomSwitch, from = 0) => one.ports.findIndex((port, n) => n >= from && port.alias === '')
  const join = (a: RoomSwitch, at: number, b: RoomSwitch) => {
    const to = freeOf(b)
    const ends = [
      [a, at, b, to],
      [b, to, a, at],
    ] as const
    for (const [one, n, other, m] of ends)
      Object.assign(one.ports[n] ?? {}, {
        alias: `to ${other.name} port ${m + 1}`,
        uplink: { name: other.name, port: m + 1 },
        linked: !one.dead && !other.dead,
        trunk_members: tagged,
      })
  }
  for (const room of rooms.keys()) {
    const racks = made.racks.filter((rack) => rack.room === room)
    const [first] = racks
    if (!first) continue
    const cores = (room === 0 ? [0, 1] : [0]).map((n) =>
      add(first, 'core', first.size - 2 - n, 'snmp_common', ports(24, 10_000)),
    )
    const [one, two] = cores
    if (one && two) join(one, 0, two)
    let management: RoomSwitch | undefined
    for (const [n, rack] of racks.entries()) {
      const device =
        room === 1 && n === 0 ? 'vendorB_without_els' : rack.hall_row === 1 ? 'vendorA_snmp' : 'snmp_common'
      const top = add(rack, 'sw', rack.size, device, [...ports(48, 1_000), ...ports(4, 10_000)])
      if (top.name === reopened + suffix) Object.assign(top.ports[47] ?? {}, { wanted: { admin: 'down' } })
      for (const [uplink, core] of cores.entries()) join(top, 48 + uplink, core)
      if (n % 2 === 0 || rack.hall_place === 0) {
        management = add(rack, 'mg', rack.size - 1, 'snmp_common', ports(48, 1_000))
        if (one) join(management, 47, one)
      }
      for (const server of made.servers.filter((other) => rackOf(made, other) === rack.key)) {
        const off = special[server.name.slice(0, server.name.length - suffix.length)]?.off ?? false
        const plain = server.name === unlinked + suffix
        const cable = { server: server.name, alias: server.name }
        Object.assign(top.ports[freeOf(top)] ?? {}, {
          ...cable,
          linked: !off && !plain,
          ...vlansAt(server, suffix),
          ...(server.name === noisy + suffix && { error_rate: 0.4 }),
          ...(server.name === forgotten + suffix && { forgotten: true }),
        })
        if (management && !server.chassis)
          Object.assign(management.ports[freeOf(management)] ?? {}, {
            ...cable,
            alias: `${server.name} bmc`,
            ipmi: true,
            linked: !management.dead,
            vlan_id: MANAGEMENT,
          })
      }
    }
  }
}

/** The VLAN of a server's port; the switch may have another one than was asked for. */
function vlansAt({ name, owner }: RoomServer, suffix: string): Pick<RoomPort, 'vlan_id' | 'wanted'> {
  const vlan_id = vlanOf(owner)
  return name === moved + suffix
    ? { vlan_id: vlan_id === PUBLIC ? vlanOf(0) : PUBLIC, wanted: { vlan_id } }
    : { vlan_id }
}

/** Feed A on the left rail and feed B on the right one, in every rack. */
function addPdus(made: DemoRoom, suffix: string) {
  for (const rack of made.racks)
    for (const [feed, face] of (['left', 'right'] as const).entries()) {
      const servers = made.servers.filter((server) => server.rack === rack.key).slice(0, OUTLETS)
      const outlets = Array.from({ length: OUTLETS }, (_, n): RoomOutlet => {
        const server = servers[n]
        if (!server) return { server: null, on: true, watts: 0 }
        const plain = server.name.slice(0, server.name.length - suffix.length)
        const on = !special[plain]?.off && !(feed === 1 && plain === halfFed)
        // Both feeds share the load, never quite by halves.
        const share = 0.46 + ((n * 7 + feed * 3) % 9) / 100
        return { server: server.name, on, watts: Math.round(platforms[server.platform].watts * share) }
      })
      made.pdus.push({
        name: `pdu-${rack.key.replace('/', '-').toLowerCase()}-${feed === 0 ? 'a' : 'b'}${suffix}`,
        device: rack.room === 1 ? 'snmp_common' : rack.hall_row === 1 ? 'raritan_snmp' : 'apc_snmp',
        address: `127.18.${rack.room + 101}.${made.pdus.filter((pdu) => pdu.room === rack.room).length + 1}`,
        room: rack.room,
        rack: rack.key,
        face,
        size: 36,
        outlets,
      })
    }
}

import { bitmapsOfVlans } from '../../../drivers/switch/snmp/vtp.ts'

export type SimulatedKind = 'snmp_common' | 'vendorA_snmp' | 'vendorB_without_els'

export type SimulatedNeighbour = {
  chassis_mac: string
  port_id: string
  port_description: string
  name: string
  description: string
}

/** What a port is made with; all but nothing may be left out. */
export type PortSeed = {
  name?: string
  alias?: string
  /** A cable with something alive at its other end. */
  linked?: boolean
  mbps?: number
  /** Average traffic in bytes a second. */
  in_rate?: number
  out_rate?: number
  /** Broken frames a second that arrive. */
  error_rate?: number | undefined
  vlan_id?: number
  /** Tagged VLANs; the port is a trunk when there are any. */
  trunk_members?: number[]
  neighbour?: SimulatedNeighbour | null
  /** Addresses learned on the port. */
  macs?: string[]
  /** Number of the port that is its link aggregation, from 1. */
  aggregate?: number
}

export type SwitchSeed = {
  kind: SimulatedKind
  name: string
  description?: string
  location?: string
  model?: string
  serial?: string
  ports: PortSeed[]
  /** VLANs beside VLAN 1 and those that ports are in. */
  vlans?: { vlan_id: number; name: string }[]
  /** Milliseconds of Unix time; tests move it. */
  clock?: () => number
  /** When it was switched on, a day ago by default; counters began then. */
  started?: number
}

export type SimulatedPort = {
  /** Bridge port number, from 1. */
  number: number
  if_index: number
  name: string
  alias: string
  admin: 1 | 2
  linked: boolean
  mac: Buffer
  mbps: number
  auto: boolean
  full_duplex: boolean
  in_rate: number
  out_rate: number
  error_rate: number
  /** Octets up to `since`; what came later follows from the rate. */
  in_base: bigint
  out_base: bigint
  since: number
  pvid: number
  /** Vendor A only: trunk mode, native VLAN, bitmaps of allowed VLANs. */
  trunk: boolean
  native: number
  allowed: Buffer[]
  neighbour: SimulatedNeighbour | null
  macs: string[]
  /** ifIndex; 0: it is a member of none. */
  aggregate: number
}

export type SimulatedVlan = { name: string; egress: Set<number>; untagged: Set<number> }

/** A switch that exists only in memory; agents serve it, demo and tests change it. */
export type SimulatedSwitch = {
  kind: SimulatedKind
  name: string
  description: string
  location: string
  contact: string
  model: string
  serial: string
  started: number
  clock: () => number
  ports: SimulatedPort[]
  vlans: Map<number, SimulatedVlan>
  /** Vendor A only: the one VLAN whose learned addresses are shown; null shows VLAN 1. */
  shown_vlan: number | null
  /** Vendor A only: the copy of the VLAN list that is being edited. */
  editing: Map<number, string | null> | null
  edit_owner: string
}

/** ifIndex of the first port less one, and names of ports, as those switches have them. */
const firstIndex: Record<SimulatedKind, number> = { snmp_common: 0, vendorA_snmp: 10_100, vendorB_without_els: 500 }
const portName: Record<SimulatedKind, (number: number) => string> = {
  snmp_common: (number) => `port${number}`,
  vendorA_snmp: (number) => `Gi1/0/${number}`,
  vendorB_without_els: (number) => `ge-0/0/${number - 1}`,
}

/** Name of the port with this number, from 1, unless its seed has one. */
export const simulatedPortName = (kind: SimulatedKind, number: number) => portName[kind](number)

/** A stable number from 0 to 1 for words: the same demo looks the same every time. */
function share(...words: (string | number)[]): number {
  let hash = 2_166_136_261
  for (const character of words.join('/')) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619)
  return ((hash >>> 0) % 10_007) / 10_007
}

/** Hardware address of a port; the words of the switch's name make it its own. */
export function simulatedPortMac(name: string, number: number): Buffer {
  const own = Math.floor(share(name, 'mac') * 0xffff)
  return Buffer.from([0x02, 0x5a, name.length & 0xff, own >> 8, own & 0xff, number & 0xff])
}

export function simulatedSwitch(seed: SwitchSeed): SimulatedSwitch {
  const clock = seed.clock ?? Date.now
  const now = clock()
  const vlans = new Map<number, SimulatedVlan>()
  const vlan = (id: number, name?: string) => {
    const known = vlans.get(id) ?? {
      name: name ?? (id === 1 ? 'default' : `vlan${id}`),
      egress: new Set(),
      untagged: new Set(),
    }
    vlans.set(id, known)
    return known
  }
  vlan(1)
  for (const { vlan_id, name } of seed.vlans ?? []) vlan(vlan_id, name)
  const ports = seed.ports.map((port, i): SimulatedPort => {
    const number = i + 1
    const pvid = port.vlan_id ?? 1
    const tagged = port.trunk_members ?? []
    const mbps = port.mbps ?? 1_000
    const busy = share(seed.name, number) ** 4
    vlan(pvid).egress.add(number)
    vlan(pvid).untagged.add(number)
    for (const id of tagged) vlan(id).egress.add(number)
    return {
      number,
      if_index: firstIndex[seed.kind] + number,
      name: port.name ?? portName[seed.kind](number),
      alias: port.alias ?? '',
      admin: 1,
      linked: port.linked ?? true,
      mac: simulatedPortMac(seed.name, number),
      mbps,
      auto: true,
      full_duplex: true,
      in_rate: port.in_rate ?? Math.round(busy * mbps * 60_000),
      out_rate: port.out_rate ?? Math.round(busy * mbps * 25_000),
      error_rate: port.error_rate ?? 0,
      in_base: BigInt(Math.round(share(seed.name, number, 'in') * 1e13)),
      out_base: BigInt(Math.round(share(seed.name, number, 'out') * 1e13)),
      since: now,
      pvid,
      trunk: tagged.length > 0,
      native: tagged.length > 0 ? pvid : 1,
      allowed: bitmapsOfVlans([pvid, ...tagged]),
      neighbour: port.neighbour ?? null,
      macs: port.macs ?? [],
      aggregate: port.aggregate ? firstIndex[seed.kind] + port.aggregate : 0,
    }
  })
  return {
    kind: seed.kind,
    name: seed.name,
    description: seed.description ?? `Simulated switch, ${ports.length} ports`,
    location: seed.location ?? '',
    contact: '',
    model: seed.model ?? `SIM-${ports.length}`,
    serial: seed.serial ?? `SIM${Math.floor(share(seed.name) * 1e8)}`,
    started: seed.started ?? now - 86_400_000,
    clock,
    ports,
    vlans,
    shown_vlan: null,
    editing: null,
    edit_owner: '',
  }
}

export const isUp = (port: SimulatedPort) => port.admin === 1 && port.linked

// Traffic swings around its average once in ten minutes, each port in its own time, and with the day, most in the afternoon (UTC).
const waves = [
  { turn: (2 * Math.PI) / 600_000, part: 0.3, phase: (port: number) => port },
  { turn: (2 * Math.PI) / 86_400_000, part: 0.6, phase: () => (-3 * Math.PI) / 4 },
]

/** Octets of a port now: the average and swings around it, while the port is up. */
export function octets(model: SimulatedSwitch, port: SimulatedPort): { in: bigint; out: bigint } {
  if (!isUp(port)) return { in: port.in_base, out: port.out_base }
  const now = model.clock()
  const swung = waves.reduce((sum, { turn, part, phase }) => {
    const at = phase(port.number)
    return sum + (Math.cos(turn * port.since + at) - Math.cos(turn * now + at)) * (part / turn)
  }, 0)
  const seconds = Math.max(0, now - port.since + swung) / 1_000
  return {
    in: port.in_base + BigInt(Math.floor(port.in_rate * seconds)),
    out: port.out_base + BigInt(Math.floor(port.out_rate * seconds)),
  }
}

/** Broken frames that arrived at a port since it last came up. */
export const brokenFrames = (model: SimulatedSwitch, port: SimulatedPort): number =>
  isUp(port) ? Math.floor((port.error_rate * Math.max(0, model.clock() - port.since)) / 1_000) : 0

/** Changes whether a port passes packets; its counters stand still while it does not. */
export function changeLink(
  model: SimulatedSwitch,
  port: SimulatedPort,
  change: Partial<Pick<SimulatedPort, 'admin' | 'linked'>>,
): void {
  const { in: inOctets, out } = octets(model, port)
  Object.assign(port, change, { in_base: inOctets, out_base: out, since: model.clock() })
}

import type { DrawnBlade, DrawnDevice, FloorRack } from '../../../server/domain/rack/diagram.ts'
import type { Health } from '../../../server/domain/rack/health.ts'
import { freeSpans } from '../diagram/rows.ts'

export const overlays = ['type', 'free', 'power', 'health', 'temperature', 'owner'] as const
export type Overlay = (typeof overlays)[number]

/** One look of boxes in the floor plan; many boxes of one look are drawn at once. */
export const looks = [
  ...['server', 'switch', 'chassis', 'pdu', 'blank', 'reserved', 'rest'],
  ...['free1', 'free2', 'free5', 'on', 'off', 'unknown', 'ok', 'warning', 'fault', 'in_progress'],
  ...['cool', 'mild', 'warm', 'hot'],
  ...['owner0', 'owner1', 'owner2', 'owner3', 'owner4', 'owner5', 'owner6', 'owner7', 'found'],
] as const
export type Look = (typeof looks)[number]

/** Owners have colours of their own as far as those reach, the busiest first; the others share the last. */
export function ownerLooks(racks: readonly FloorRack[]): Map<string, { look: Look; count: number }> {
  const counts = new Map<string, number>()
  for (const { owner } of racks.flatMap((rack) => rack.devices.flatMap(withBlades)))
    if (owner) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  return new Map(sorted.map(([owner, count], place) => [owner, { look: `owner${Math.min(place, 7)}` as Look, count }]))
}

/** A chassis is as its blades are; everything else counts for itself. */
export const withBlades = (device: DrawnDevice): readonly (DrawnDevice | DrawnBlade)[] =>
  device.kind === 'chassis' ? (device.blades ?? []) : [device]

const badness: readonly Health[] = ['fault', 'warning', 'in_progress', 'unknown', 'ok', 'off']
/** The worst of a device and its blades; absent for what cannot fail. */
export function healthOf(device: DrawnDevice): Health | null {
  const all = device.kind === 'chassis' ? (device.blades ?? []) : [device]
  const found = all.flatMap((one) => one.health ?? [])
  return badness.find((health) => found.includes(health)) ?? null
}

/** Air that comes in, °C: what equipment is built for, what it bears, and more. */
export const heatLook = (celsius: number): Look =>
  celsius < 24 ? 'cool' : celsius < 30 ? 'mild' : celsius < 38 ? 'warm' : 'hot'

type Lit = Pick<DrawnDevice, 'health' | 'power' | 'owner' | 'temperature'>
/** How a device or a blade of `kind` looks under an overlay. */
export function lookOf(
  kind: DrawnDevice['kind'],
  lit: Lit,
  overlay: Overlay,
  owners: ReadonlyMap<string, { look: Look }>,
): Look {
  if (kind === 'reserved') return 'reserved'
  if (overlay === 'type') return kind
  if (overlay === 'free') return 'rest'
  if (overlay === 'owner') return (lit.owner && owners.get(lit.owner)?.look) || 'blank'
  if (overlay === 'temperature') return lit.temperature === undefined ? 'blank' : heatLook(lit.temperature)
  if (overlay === 'power') return lit.power ?? 'blank'
  return lit.health ?? 'blank'
}

/** Gaps by size: one unit, two to four, five and more. */
export const gapLook = (size: number): Look => (size >= 5 ? 'free5' : size >= 2 ? 'free2' : 'free1')

/** Whether a name, model or owner contains what is searched for; a chassis is found by its blades. */
export function isFound(device: DrawnDevice, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  if (!wanted) return false
  return [device, ...(device.blades ?? [])].some((one) =>
    [one.name, one.model, one.owner].some((text) => text?.toLowerCase().includes(wanted)),
  )
}

export type FloorFilter = {
  search: string
  problems: readonly Health[]
  /** Devices of these kinds step back. */
  hidden: readonly string[]
  /** Only racks with so many adjacent free units. */
  room: number | null
}

/** True when a rack answers the filter; the others step back. */
export function rackMatches(rack: FloorRack, { problems, room }: FloorFilter): boolean {
  const troubled =
    problems.length === 0 || rack.devices.some((device) => problems.includes(healthOf(device) ?? 'unknown'))
  return troubled && (room === null || freeSpans(rack.devices, rack.size).some(({ size }) => size >= room))
}

/** How many devices are how, over all racks: for the legend and the filter. */
export function countsOf(racks: readonly FloorRack[]) {
  const health = new Map<Health, number>()
  const kinds = new Map<DrawnDevice['kind'], number>()
  const power = new Map<'on' | 'off' | 'unknown', number>()
  const add = <K>(map: Map<K, number>, key: K | null | undefined) => {
    if (key !== null && key !== undefined) map.set(key, (map.get(key) ?? 0) + 1)
  }
  for (const device of racks.flatMap((rack) => rack.devices)) {
    add(kinds, device.kind)
    for (const one of withBlades(device)) {
      if (one !== device) add(kinds, 'server')
      add(health, one.health)
      add(power, one.power)
    }
  }
  return { health, kinds, power }
}

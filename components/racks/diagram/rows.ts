import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { type Side, shows } from './geometry.ts'

/** A line of the list beside the drawing, from the top down. */
export type Row =
  | { kind: 'devices'; unit: number; size: number; devices: readonly DrawnDevice[]; halfFree: 'left' | 'right' | null }
  | { kind: 'free'; unit: number; size: number }
  | { kind: 'other'; unit: number; size: number }

const onFace = (device: DrawnDevice) => device.face === 'front' || device.face === 'rear'

/** Who takes each unit of the seen face: unit -> devices. Those that only stand on the other face come apart. */
function byUnit(devices: readonly DrawnDevice[], seen: Side) {
  const here = new Map<number, DrawnDevice[]>()
  const there = new Set<number>()
  for (const device of devices)
    for (let unit = device.unit; onFace(device) && unit < device.unit + device.size; unit++)
      if (shows(device, seen)) here.set(unit, [...(here.get(unit) ?? []), device])
      else there.add(unit)
  return { here, there }
}

/** What stands on the seen face of a rack, and what lies between, from the top down. Adjacent free units are one line. */
export function rowsOf(devices: readonly DrawnDevice[], units: number, seen: Side): Row[] {
  const { here, there } = byUnit(devices, seen)
  const rows: Row[] = []
  const done = new Set<DrawnDevice>()
  for (let unit = units; unit >= 1; unit--) {
    const placement = here.get(unit) ?? []
    if (placement.length > 0) {
      const begun = placement.filter((device) => !done.has(device))
      for (const device of begun) done.add(device)
      if (begun.length > 0) rows.push(devicesRow(begun, placement, seen))
      continue
    }
    const kind = there.has(unit) ? 'other' : 'free'
    const last = rows.at(-1)
    if (last?.kind === kind && last.unit === unit + 1) Object.assign(last, { unit, size: last.size + 1 })
    else rows.push({ kind, unit, size: 1 })
  }
  return rows
}

function devicesRow(begun: readonly DrawnDevice[], placement: readonly DrawnDevice[], seen: Side): Row {
  const sorted = [...begun].sort((a, b) => (seen === 'front' ? a.half - b.half : b.half - a.half))
  const [only] = placement
  const alone = placement.length === 1 && only?.width === 'half'
  return {
    kind: 'devices',
    unit: Math.min(...begun.map((device) => device.unit)),
    size: Math.max(...begun.map((device) => device.size)),
    devices: sorted,
    halfFree: alone ? ((only.half === 0) === (seen === 'front') ? 'right' : 'left') : null,
  }
}

/** PDUs that hang on the side rails. */
export const onRails = (devices: readonly DrawnDevice[]) => devices.filter((device) => !onFace(device))

/** Units of which any half on any face is taken: what a new device cannot have. */
export function takenUnits(devices: readonly DrawnDevice[]): Set<number> {
  const taken = new Set<number>()
  for (const device of devices)
    for (let unit = device.unit; onFace(device) && unit < device.unit + device.size; unit++) taken.add(unit)
  return taken
}

/** Lowest unit and length of every run of free units, from the bottom up. */
export function freeSpans(devices: readonly DrawnDevice[], units: number): { unit: number; size: number }[] {
  const taken = takenUnits(devices)
  const spans: { unit: number; size: number }[] = []
  for (let unit = 1; unit <= units; unit++) {
    if (taken.has(unit)) continue
    const last = spans.at(-1)
    if (last && last.unit + last.size === unit) last.size += 1
    else spans.push({ unit, size: 1 })
  }
  return spans
}

/** How many units are taken (halves count as halves), kept and left. Rails take none. */
export function usage(devices: readonly DrawnDevice[], units: number) {
  const halves = new Set<string>()
  let reserved = 0
  for (const device of devices) {
    if (!onFace(device)) continue
    if (device.kind === 'reserved') {
      reserved += device.size
      continue
    }
    for (let unit = device.unit; unit < device.unit + device.size; unit++)
      for (const half of device.width === 'half' ? [device.half] : [0, 1]) halves.add(`${unit}:${half}`)
  }
  const used = halves.size / 2
  return { used, reserved, free: units - used - reserved }
}

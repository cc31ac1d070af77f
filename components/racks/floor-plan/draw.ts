import type { DrawnDevice, FloorRack } from '../../../server/domain/rack/diagram.ts'
import { type Side, shows } from '../diagram/geometry.ts'
import { freeSpans } from '../diagram/rows.ts'
import { gapLook, healthOf, isFound, type Look, lookOf, type Overlay, withBlades } from './overlay.ts'

/** The floor plan draws all racks to one scale, in pixels. */
export const floorUnit = 6.75
export const floorRackWidth = 86
const inner = { x: 5, y: 5, w: 76 }

export const floorHeight = (units: number) => units * floorUnit + 2 * inner.y

const round = (value: number) => Math.round(value * 100) / 100
const rect = (x: number, y: number, w: number, h: number) =>
  `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`

const dot = (x: number, y: number) => `M${round(x - 1.4)} ${round(y)}a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0z`

const topOf = (unit: number, size: number, units: number) => inner.y + (units - (unit + size - 1)) * floorUnit

export type FloorPicture = {
  /** One path for all boxes of a look. */
  paths: readonly { look: Look; d: string }[]
  /** Edges of what was found. */
  found: string
  /** Lights of what is well, in one path. */
  lights: string
  foundNames: readonly string[]
  /** Where a state mark stands, for the few that are not well, or whose system is being worked on. */
  marks: readonly { look: Look; x: number; y: number }[]
}

export type FloorView = {
  overlay: Overlay
  seen: Side
  search: string
  hidden: readonly string[]
  owners: ReadonlyMap<string, { look: Look }>
}

/** What hangs at a rail is drawn as a strip in it; seen from the rear the rails change places. */
function stripOf(device: DrawnDevice, units: number, seen: Side): [number, number, number, number] {
  const onLeft = (device.face === 'left') !== (seen === 'rear')
  const x = onLeft ? 1.2 : floorRackWidth - 4.2
  return [x, topOf(device.unit, device.size, units) + 0.5, 3, device.size * floorUnit - 1]
}

/** How much larger than to scale racks may be drawn. */
const LARGEST = 2.5
const GAP = 36

/** The scale at which the longest row of a floor plan fills a width, in pixels; at least 1, since rows may wrap. */
export function floorScale(width: number, longest: number): number {
  if (longest === 0) return 1
  const fits = (width - (longest - 1) * GAP) / (longest * floorRackWidth)
  return Math.min(LARGEST, Math.max(1, Math.floor(fits * 50) / 50))
}

/** Half-width devices leave a pixel between each other; seen from the rear they change places. */
function boxOf(device: DrawnDevice, units: number, seen: Side): [number, number, number, number] {
  const y = topOf(device.unit, device.size, units) + 0.5
  const h = device.size * floorUnit - 1
  if (device.width === 'full') return [inner.x, y, inner.w, h]
  const second = (device.half === 1) !== (seen === 'rear')
  return [second ? inner.x + inner.w / 2 + 0.5 : inner.x, y, inner.w / 2 - 0.5, h]
}

/** The device that is drawn at a place of a rack's picture, in its pixels, or the blade in it; null where there is none. */
export function deviceAt(
  rack: FloorRack,
  seen: Side,
  x: number,
  y: number,
): { kind: DrawnDevice['kind']; id: number; name: string } | null {
  const device = rack.devices.find((one) => {
    const hangs = one.face === 'left' || one.face === 'right'
    if (!hangs && !shows(one, seen)) return false
    const [left, top, w, h] = hangs ? stripOf(one, rack.size, seen) : boxOf(one, rack.size, seen)
    return x >= left && x <= left + w && y >= top && y <= top + h
  })
  if (!device) return null
  const slot = ((x - inner.x) / inner.w) * (device.slots ?? 1) + 1
  const blade = device.blades?.find((one) => slot >= one.slot && slot < one.slot + one.size)
  return blade ? { kind: 'server', id: blade.id, name: blade.name } : device
}

const marked: readonly Look[] = ['warning', 'fault', 'in_progress']

/** Boxes of one rack, gathered by look: a rack of fifty devices is a handful of paths. */
export function drawRack(rack: FloorRack, view: FloorView): FloorPicture {
  const { overlay, seen, search, hidden, owners } = view
  const paths = new Map<Look, string>()
  const marks: { look: Look; x: number; y: number }[] = []
  const foundNames: string[] = []
  let found = ''
  let lights = ''
  const add = (look: Look, d: string) => paths.set(look, (paths.get(look) ?? '') + d)
  for (const device of rack.devices) {
    const hangs = device.face === 'left' || device.face === 'right'
    const box = hangs ? stripOf(device, rack.size, seen) : boxOf(device, rack.size, seen)
    const here = hangs || shows(device, seen)
    if (isFound(device, search)) {
      foundNames.push(...namesFound(device, search))
      if (here) found += rect(...box)
    }
    if (!here) continue
    if (hidden.includes(device.kind)) {
      add('blank', rect(...box))
      continue
    }
    if (device.kind === 'chassis') addBlades(device, box, add, view)
    else add(lookOf(device.kind, device, overlay, owners), rect(...box))
    const look = overlay === 'health' ? healthOf(device) : overlay === 'power' ? (device.power ?? null) : null
    if (!hangs && (look === 'ok' || look === 'on'))
      lights += dot(box[0] + 5, box[1] + Math.min(box[3] / 2, floorUnit / 2))
    if (overlay !== 'health' && withBlades(device).some(({ operation }) => operation))
      marks.push({ look: 'in_progress', x: box[0] + box[2] - 5, y: box[1] + box[3] / 2 })
    if (overlay === 'health') {
      if (look && look !== 'on' && marked.includes(look))
        marks.push({ look, x: box[0] + box[2] - 5, y: box[1] + box[3] / 2 })
    }
  }
  if (overlay === 'free')
    for (const { unit, size } of freeSpans(rack.devices, rack.size))
      add(gapLook(size), rect(inner.x, topOf(unit, size, rack.size) + 0.5, inner.w, size * floorUnit - 1))
  // Bays are behind what is in them.
  const inOrder = [...paths].sort(([a], [b]) => Number(b === 'rest') - Number(a === 'rest'))
  return { paths: inOrder.map(([look, d]) => ({ look, d })), found, foundNames, marks, lights }
}

function namesFound(device: DrawnDevice, search: string): string[] {
  const blades = (device.blades ?? []).filter((blade) => isFound({ ...device, ...blade, blades: [] }, search))
  return blades.length > 0 ? blades.map(({ name }) => name) : [device.name]
}

/** Blades stand upright above a strip that belongs to the chassis itself; empty slots stay empty. */
function addBlades(
  device: DrawnDevice,
  [x, y, w, h]: [number, number, number, number],
  add: (look: Look, d: string) => void,
  { overlay, owners }: FloorView,
) {
  const slots = device.slots ?? 1
  const step = w / slots
  const strip = device.size > 2 ? floorUnit - 1 : 1.5
  // Empty bays are seen to be bays.
  add('rest', rect(x, y, w, h - strip))
  add(overlay === 'type' ? 'chassis' : overlay === 'free' ? 'rest' : 'blank', rect(x, y + h - strip, w, strip))
  for (const blade of device.blades ?? []) {
    const look = overlay === 'type' ? 'chassis' : lookOf('server', blade, overlay, owners)
    add(look, rect(x + (blade.slot - 1) * step, y, blade.size * step - Math.min(0.8, step / 4), h - strip - 0.8))
  }
}

/** A line under every fifth unit, as a help for the eye. */
export const fifthLines = (units: number) =>
  Array.from(
    { length: Math.floor((units - 1) / 5) },
    (_, n) => `M${inner.x} ${round(topOf((n + 1) * 5, 1, units))}h${inner.w}`,
  ).join('')

/** Rows of the floor plan are letters: A to Z, then AA. */
export function rowLetter(row: number): string {
  const letter = String.fromCharCode(65 + (row % 26))
  return row < 26 ? letter : rowLetter(Math.floor(row / 26) - 1) + letter
}

/** Racks by their row, each row in its order. */
export function floorRows(racks: readonly FloorRack[]): { row: number; racks: readonly FloorRack[] }[] {
  const rows = new Map<number, FloorRack[]>()
  for (const rack of racks) rows.set(rack.hall_row, [...(rows.get(rack.hall_row) ?? []), rack])
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([row, inRow]) => ({ row, racks: inRow.sort((a, b) => a.hall_place - b.hall_place || a.id - b.id) }))
}

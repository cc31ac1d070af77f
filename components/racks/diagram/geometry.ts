import type { Face, Half, Spot } from '../../../server/domain/placement/cells.ts'

/** Height of a unit on the page of a rack, in pixels. */
export const UNIT = 24
/** The drawing, from left to right: ruler, side rail, rack, side rail. All in pixels. */
export const frame = {
  ruler: 21,
  railLeft: 29,
  railWidth: 20,
  left: 57,
  outer: 282,
  face: 68,
  faceWidth: 260,
  railRight: 362,
  width: 392,
  /** Above the highest and below the lowest unit. */
  pad: 10,
} as const

export type Side = 'front' | 'rear'
export type Box = { x: number; y: number; w: number; h: number }
/** The lowest unit and how many there are. */
export type Place = Pick<Spot, 'unit' | 'size'>

export const heightOf = (units: number) => units * UNIT + 2 * frame.pad

/** Top edge of a device; units count from the bottom. */
export const topOf = ({ unit, size }: Place, units: number) => frame.pad + (units - (unit + size - 1)) * UNIT

/** Middle of a unit, where the ruler has its number. */
export const middleOf = (unit: number, units: number) => topOf({ unit, size: 1 }, units) + UNIT / 2

/** Seen from the rear, left and right are the other way round. */
const mirrored = (seen: Side) => seen === 'rear'

/** Where a device is drawn. Half-width ones leave a gap between each other. */
export function boxOf(spot: Spot, units: number, seen: Side): Box {
  const y = topOf(spot, units)
  const h = spot.size * UNIT
  if (spot.face === 'left' || spot.face === 'right') {
    const x = (spot.face === 'left') !== mirrored(seen) ? frame.railLeft : frame.railRight
    return { x, y, w: frame.railWidth, h }
  }
  if (spot.width === 'full') return { x: frame.face, y, w: frame.faceWidth, h }
  const second = (spot.half === 1) !== mirrored(seen)
  const w = frame.faceWidth / 2
  return { x: frame.face + (second ? w : 0), y, w, h }
}

/** True when a device shows on this face: it stands there, or reaches through from the other one. */
export const shows = ({ face, depth }: Pick<Spot, 'face' | 'depth'>, seen: Side) =>
  face === seen || (depth === 'full' && (face === 'front' || face === 'rear'))

/** The unit at a height; below the rack it is the lowest, above it the highest. */
export function unitAt(y: number, units: number): number {
  const fromTop = Math.floor((y - frame.pad) / UNIT)
  return Math.min(units, Math.max(1, units - fromTop))
}

/** The half at a distance from the left, counted as seen from the front. */
export const halfAt = (x: number, seen: Side): Half =>
  x >= frame.face + frame.faceWidth / 2 !== mirrored(seen) ? 1 : 0

/** Between the rails, or which rail: what a PDU could hang on. */
export function faceAt(x: number, seen: Side): Face {
  if (x < frame.left - 4) return mirrored(seen) ? 'right' : 'left'
  if (x > frame.left + frame.outer + 4) return mirrored(seen) ? 'left' : 'right'
  return seen
}

/**
 * Where a device would come to stand whose upper edge is held at a height: the nearest unit that keeps it inside the rack.
 * @param y upper edge in the drawing, in pixels
 */
export function dropUnit(y: number, size: number, units: number): number {
  const fromTop = Math.round((y - frame.pad) / UNIT)
  return Math.min(Math.max(1, units - size + 1), Math.max(1, units - size + 1 - fromTop))
}

/** The bay of a blade in its chassis; `slot` counts from 1, from the left. */
export function slotBox(chassis: Box, slot: number, size: number, slots: number): Box {
  const inset = 11
  const fans = chassis.h >= 4 * UNIT ? 30 : 5
  const step = (chassis.w - 2 * inset) / slots
  const gap = step > 8 ? 1.5 : 0.5
  return {
    x: chassis.x + inset + (slot - 1) * step,
    y: chassis.y + 5,
    w: size * step - gap,
    h: chassis.h - 5 - fans,
  }
}

/** Ports stand in pairs, one above the other, in groups of six columns, as on most faces. */
export function portBox(device: Box, position: number, ports: number): Box {
  const column = Math.floor(position / 2)
  const columns = Math.max(1, Math.ceil(ports / 2))
  const room = device.w - 28
  const step = Math.min(7.25, room / (columns + columns / 12))
  const x = device.x + 14 + column * step + Math.floor(column / 6) * (step / 3)
  const side = Math.min(5.6, step * 0.78)
  return { x, y: device.y + 5 + (position % 2) * 7.5, w: side, h: Math.min(5.6, side) }
}

/** The outlet of an upright PDU; they share its length evenly below the head. */
export function outletBox(rail: Box, position: number, outlets: number): Box {
  const head = Math.min(44, rail.h / 3)
  const step = (rail.h - head - 4) / Math.max(1, outlets)
  return {
    x: rail.x + 4,
    y: rail.y + head + position * step,
    w: rail.w - 8,
    h: Math.max(2, step - Math.min(7, step / 4)),
  }
}

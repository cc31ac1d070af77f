/** Who can stand in a rack; `reserved` is a place kept free on purpose. */
export const deviceKinds = ['server', 'switch', 'pdu', 'chassis', 'reserved'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** The front and the rear have two halves a unit; the side rails are for narrow upright devices such as PDUs. */
export const faces = ['front', 'rear', 'left', 'right'] as const
export type Face = (typeof faces)[number]

export type Half = 0 | 1
/** The smallest place in a rack: half of one unit on one face. */
export type Cell = { face: Face; unit: number; half: Half }

/** Where a device stands, and how much room it takes. */
export type Spot = {
  face: Face
  /** Lowest unit, counted from the bottom, from 1. */
  unit: number
  /** Height in units. */
  size: number
  width: 'full' | 'half'
  /** Of a half-width device: 0 = left, seen from the front. */
  half: Half
  /** full takes the opposite face as well. */
  depth: 'full' | 'half'
}

const isRail = (face: Face) => face === 'left' || face === 'right'

/** The cells that a device occupies, in a fixed order, so that concurrent placements cannot deadlock. */
export function cellsOf(spot: Spot): Cell[] {
  const taken: Face[] = spot.depth === 'full' && !isRail(spot.face) ? ['front', 'rear'] : [spot.face]
  const halves: Half[] = isRail(spot.face) ? [0] : spot.width === 'half' ? [spot.half] : [0, 1]
  return taken.flatMap((face) =>
    Array.from({ length: spot.size }, (_, n) => halves.map((half) => ({ face, unit: spot.unit + n, half }))).flat(),
  )
}

/** True when the device lies within a rack of `units`. */
export const within = (spot: Pick<Spot, 'unit' | 'size'>, units: number) =>
  spot.unit >= 1 && spot.size >= 1 && spot.unit + spot.size - 1 <= units

const key = (cell: Cell) => `${cell.face}:${cell.unit}:${cell.half}`

/** Devices in the way of a device, each once; empty when it fits. `others` are the other devices of the rack. */
export function inTheWay<Other extends { spot: Spot }>(spot: Spot, others: readonly Other[]): Other[] {
  const wanted = new Set(cellsOf(spot).map(key))
  return others.filter((other) => cellsOf(other.spot).some((cell) => wanted.has(key(cell))))
}

/**
 * Lowest units at which `size` adjacent units are free.
 * @param units height of the rack
 * @param taken units of which any part is taken
 */
export function freeRuns(units: number, taken: ReadonlySet<number>, size: number): number[] {
  const starts: number[] = []
  let run = 0
  for (let unit = 1; unit <= units; unit++) {
    run = taken.has(unit) ? 0 : run + 1
    if (run >= size) starts.push(unit - size + 1)
  }
  return starts
}

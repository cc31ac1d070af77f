import { inTheWay, type Spot } from '../../server/domain/placement/cells.ts'

/** Lowest units, from the top of the rack down, at which a device fits among `others`. */
export function freeUnits(
  rackSize: number,
  others: readonly { spot: Spot }[],
  device: Pick<Spot, 'size' | 'width' | 'face' | 'depth'>,
): number[] {
  const halves = device.width === 'half' ? ([0, 1] as const) : ([0] as const)
  const starts = Array.from(
    { length: Math.max(0, rackSize - device.size + 1) },
    (_, n) => rackSize - device.size + 1 - n,
  )
  return starts.filter((unit) => halves.some((half) => inTheWay({ ...device, unit, half }, others).length === 0))
}

/** Lowest slots at which a blade of `size` fits; `taken` are the occupied slots. */
export function freeSlots(slots: number, taken: ReadonlySet<number>, size: number): number[] {
  const starts = Array.from({ length: Math.max(0, slots - size + 1) }, (_, n) => n + 1)
  return starts.filter((slot) => Array.from({ length: size }, (_, n) => slot + n).every((one) => !taken.has(one)))
}

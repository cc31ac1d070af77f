import type { Face, Half, Spot } from '../../../server/domain/placement/cells.ts'
import { inTheWay, within } from '../../../server/domain/placement/cells.ts'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'

/** Where a device is held over a rack. */
export type Held = { unit: number; half: Half; face: Face }
export type Fit = { fits: true } | { fits: false; why: 'outside' | 'taken'; blockers: readonly DrawnDevice[] }

export type Picked = { kind: DrawnDevice['kind']; id: number }
/** What is held over the rack; `away` when it comes out of another one. */
export type Ghost = { device: DrawnDevice; held: Held; fit: Fit; away: boolean }

export const sameDevice = (one: Pick<DrawnDevice, 'kind' | 'id'>, other: Pick<DrawnDevice, 'kind' | 'id'>) =>
  one.kind === other.kind && one.id === other.id

/** The spot of a drawn device, and where it would be held somewhere else. */
export const spotOf = (device: DrawnDevice, held?: Held): Spot => {
  const { face, unit, size, width, half, depth } = device
  return { face, unit, size, width, half: half === 1 ? 1 : 0, depth, ...held }
}

/** Whether a device may stand where it is held, and who is in the way if not. The server has the last word. */
export function tryFit(device: DrawnDevice, held: Held, all: readonly DrawnDevice[], units: number): Fit {
  const spot = spotOf(device, held)
  if (!within(spot, units)) return { fits: false, why: 'outside', blockers: [] }
  const others = all.filter((one) => !sameDevice(one, device)).map((one) => ({ one, spot: spotOf(one) }))
  const blockers = inTheWay(spot, others).map(({ one }) => one)
  return blockers.length === 0 ? { fits: true } : { fits: false, why: 'taken', blockers }
}

/** The place nearest to where a device is held at which it fits, on the same face; null when the rack has none. */
export function nearestFit(device: DrawnDevice, held: Held, all: readonly DrawnDevice[], units: number): Held | null {
  const halves: Half[] = device.width === 'half' ? [held.half, held.half === 0 ? 1 : 0] : [0]
  const from = heldInside(device, held, units).unit
  for (let away = 0; away < units; away++)
    for (const unit of away === 0 ? [from] : [from - away, from + away])
      for (const half of halves) {
        const there = { unit, half, face: held.face }
        if (unit >= 1 && tryFit(device, there, all, units).fits) return there
      }
  return null
}

/** The same place, or the highest that a lower rack has. */
export const heldInside = ({ size }: DrawnDevice, held: Held, units: number): Held => ({
  ...held,
  unit: Math.min(held.unit, Math.max(1, units - size + 1)),
})

export type MoveKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'
/** What an arrow key does to a held device: another place in this rack, or the next rack to that side. */
export type Step = { kind: 'here'; held: Held } | { kind: 'rack'; side: 'before' | 'after' }

/** Up and down are units; left and right first the other half of a half-width device, then the next rack. */
export function stepBy(key: MoveKey, held: Held, device: DrawnDevice, units: number): Step {
  const most = Math.max(1, units - device.size + 1)
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const unit = Math.min(most, Math.max(1, held.unit + (key === 'ArrowUp' ? 1 : -1)))
    return { kind: 'here', held: { ...held, unit } }
  }
  const right = key === 'ArrowRight'
  if (device.width === 'half' && held.half === (right ? 0 : 1))
    return { kind: 'here', held: { ...held, half: right ? 1 : 0 } }
  return { kind: 'rack', side: right ? 'after' : 'before' }
}

import { describe, expect, it } from 'vitest'
import type { DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { nearestFit, stepBy, tryFit } from './ghost.ts'

const device = (id: number, unit: number, size = 1, more: Partial<DrawnDevice> = {}): DrawnDevice => ({
  kind: 'server',
  id,
  name: `s${id}`,
  face: 'front',
  unit,
  size,
  width: 'full',
  half: 0,
  depth: 'full',
  ...more,
})
const at = (unit: number, half: 0 | 1 = 0) => ({ unit, half, face: 'front' }) as const

describe('a held device', () => {
  const mover = device(1, 1, 2)
  const all = [mover, device(2, 5), device(3, 8, 2)]

  it('fits where nothing stands, over its own place too', () => {
    expect(tryFit(mover, at(2), all, 10)).toEqual({ fits: true })
    expect(tryFit(mover, at(6), all, 10)).toEqual({ fits: true })
  })

  it('does not fit where a device is, and names it', () => {
    expect(tryFit(mover, at(4), all, 10)).toMatchObject({ fits: false, why: 'taken', blockers: [{ id: 2 }] })
    expect(tryFit(device(1, 1, 5), at(5), all, 10)).toMatchObject({ blockers: [{ id: 2 }, { id: 3 }] })
    expect(tryFit(mover, at(10), all, 10)).toMatchObject({ fits: false, why: 'outside' })
  })

  it('is led to the nearest place, the lower one first', () => {
    expect(nearestFit(mover, at(8), all, 10)).toEqual(at(6))
    expect(nearestFit(mover, at(4), all, 10)).toEqual(at(3))
    expect(nearestFit(device(1, 1, 4), at(8), all, 10)).toEqual(at(1))
    expect(nearestFit(device(1, 1, 5), at(8), all, 10)).toBeNull()
    expect(nearestFit(device(1, 1, 20), at(1), all, 10)).toBeNull()
    // Carried over from a higher rack.
    expect(nearestFit(mover, at(40), all, 10)).toEqual(at(6))
  })

  it('of half the width goes beside another', () => {
    const half = device(4, 1, 1, { width: 'half' })
    const rest = [device(5, 3, 1, { width: 'half', half: 0 })]
    expect(tryFit(half, at(3, 1), rest, 4).fits).toBe(true)
    expect(nearestFit(half, at(3, 0), rest, 4)).toEqual(at(3, 1))
  })

  it('of half the depth leaves the other face to others', () => {
    const thin = device(6, 1, 1, { depth: 'half', kind: 'switch' })
    const rear = [device(7, 3, 1, { face: 'rear', depth: 'half', kind: 'switch' })]
    expect(tryFit(thin, at(3), rear, 4).fits).toBe(true)
    expect(tryFit(thin, { ...at(3), face: 'rear' }, rear, 4).fits).toBe(false)
  })
})

describe('an arrow key', () => {
  it('goes up and down within the rack', () => {
    expect(stepBy('ArrowUp', at(1), device(1, 1, 2), 10)).toEqual({ kind: 'here', held: at(2) })
    expect(stepBy('ArrowUp', at(9), device(1, 1, 2), 10)).toEqual({ kind: 'here', held: at(9) })
    expect(stepBy('ArrowDown', at(1), device(1, 1, 2), 10)).toEqual({ kind: 'here', held: at(1) })
  })

  it('goes to the other half before it goes to the next rack', () => {
    const half = device(1, 1, 1, { width: 'half' })
    expect(stepBy('ArrowRight', at(4, 0), half, 10)).toEqual({ kind: 'here', held: at(4, 1) })
    expect(stepBy('ArrowRight', at(4, 1), half, 10)).toEqual({ kind: 'rack', side: 'after' })
    expect(stepBy('ArrowLeft', at(4, 0), device(1, 1), 10)).toEqual({ kind: 'rack', side: 'before' })
  })
})

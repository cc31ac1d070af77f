import { describe, expect, it } from 'vitest'
import type { Spot } from '../../../server/domain/placement/cells.ts'
import {
  boxOf,
  dropUnit,
  faceAt,
  frame,
  halfAt,
  heightOf,
  outletBox,
  portBox,
  shows,
  slotBox,
  topOf,
  UNIT,
  unitAt,
} from './geometry.ts'

const full: Spot = { face: 'front', unit: 1, size: 1, width: 'full', half: 0, depth: 'full' }

describe('units', () => {
  it('count from the bottom', () => {
    expect(topOf({ unit: 1, size: 1 }, 42)).toBe(heightOf(42) - frame.pad - UNIT)
    expect(topOf({ unit: 42, size: 1 }, 42)).toBe(frame.pad)
    expect(topOf({ unit: 41, size: 2 }, 42)).toBe(frame.pad)
  })

  it('are found again under the pointer, and the nearest one outside of the rack', () => {
    for (let unit = 1; unit <= 42; unit++) {
      const y = topOf({ unit, size: 1 }, 42)
      expect([unitAt(y, 42), unitAt(y + UNIT - 0.5, 42)]).toEqual([unit, unit])
    }
    expect([unitAt(-50, 42), unitAt(5000, 42)]).toEqual([42, 1])
  })

  it('hold a dragged device inside of the rack', () => {
    for (const size of [1, 2, 5])
      for (let unit = 1; unit <= 42 - size + 1; unit++) {
        const y = topOf({ unit, size }, 42)
        expect([dropUnit(y - 11, size, 42), dropUnit(y, size, 42), dropUnit(y + 11, size, 42)]).toEqual([
          unit,
          unit,
          unit,
        ])
      }
    expect([dropUnit(-90, 2, 10), dropUnit(9000, 2, 10), dropUnit(0, 12, 10)]).toEqual([9, 1, 1])
  })
})

describe('a device', () => {
  it('of half the width stands left or right, the other way round from the rear', () => {
    const left = { ...full, width: 'half', half: 0 } as const
    const right = { ...left, half: 1 } as const
    expect(boxOf(left, 10, 'front')).toMatchObject({ x: frame.face, w: 130 })
    expect(boxOf(right, 10, 'front').x).toBe(frame.face + 130)
    expect(boxOf(left, 10, 'rear').x).toBe(frame.face + 130)
    expect([halfAt(frame.face + 5, 'front'), halfAt(frame.face + 200, 'front')]).toEqual([0, 1])
    expect([halfAt(frame.face + 5, 'rear'), halfAt(frame.face + 200, 'rear')]).toEqual([1, 0])
  })

  it('hangs on the rail of its side', () => {
    const pdu = { ...full, face: 'left', size: 10 } as const
    expect(boxOf(pdu, 10, 'front')).toEqual({ x: frame.railLeft, y: frame.pad, w: frame.railWidth, h: 240 })
    expect(boxOf(pdu, 10, 'rear').x).toBe(frame.railRight)
    expect([faceAt(30, 'front'), faceAt(200, 'front'), faceAt(380, 'front')]).toEqual(['left', 'front', 'right'])
    expect([faceAt(30, 'rear'), faceAt(200, 'rear'), faceAt(380, 'rear')]).toEqual(['right', 'rear', 'left'])
  })

  it('shows on the face where it stands, and on both when it reaches through', () => {
    expect([shows(full, 'front'), shows(full, 'rear')]).toEqual([true, true])
    const thin = { face: 'rear', depth: 'half' } as const
    expect([shows(thin, 'front'), shows(thin, 'rear')]).toEqual([false, true])
    expect(shows({ face: 'left', depth: 'full' }, 'front')).toBe(false)
  })
})

describe('inside of a device', () => {
  const box = boxOf({ ...full, size: 6 }, 42, 'front')
  const inside = (part: { x: number; y: number; w: number; h: number }) =>
    part.x >= box.x && part.y >= box.y && part.x + part.w <= box.x + box.w && part.y + part.h <= box.y + box.h

  it('the bays of blades stand side by side', () => {
    for (const slots of [2, 10, 16, 32]) {
      const bays = Array.from({ length: slots }, (_, n) => slotBox(box, n + 1, 1, slots))
      expect(bays.every((bay) => inside(bay) && bay.w > 0)).toBe(true)
      bays.slice(1).forEach((bay, n) => {
        expect(bay.x).toBeGreaterThan(bays[n]!.x + bays[n]!.w)
      })
      const wide = slotBox(box, 1, 2, slots)
      expect(wide.x + wide.w).toBeCloseTo(bays[1]!.x + bays[1]!.w)
    }
  })

  it('ports do not cover each other, however many there are', () => {
    for (const ports of [1, 8, 24, 48, 96]) {
      const all = Array.from({ length: ports }, (_, n) => portBox(box, n, ports))
      expect(all.every(inside)).toBe(true)
      expect(new Set(all.map(({ x, y }) => `${x.toFixed(2)}:${y}`)).size).toBe(ports)
    }
  })

  it('outlets share the length of the PDU', () => {
    const rail = boxOf({ ...full, face: 'left', size: 42 }, 42, 'front')
    for (const outlets of [1, 24, 48]) {
      const last = outletBox(rail, outlets - 1, outlets)
      expect(last.y + last.h).toBeLessThanOrEqual(rail.y + rail.h)
    }
  })
})

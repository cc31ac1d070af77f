import { expect, it } from 'vitest'
import type { Spot } from '../../server/domain/placement/cells.ts'
import { freeSlots, freeUnits } from './free-units.ts'

const spot = (over: Partial<Spot>): { spot: Spot } => ({
  spot: { face: 'front', unit: 1, size: 1, width: 'full', half: 0, depth: 'full', ...over },
})
const device = { size: 1, width: 'full', face: 'front', depth: 'full' } as const

it('offers units from the top down, without occupied ones', () =>
  expect(freeUnits(4, [spot({ unit: 3 })], device)).toEqual([4, 2, 1]))

it('offers only runs that are long enough', () =>
  expect(freeUnits(6, [spot({ unit: 3 })], { ...device, size: 2 })).toEqual([5, 4, 1]))

it('lets a half-width server stand beside another, and no third one', () => {
  const left = spot({ unit: 2, width: 'half' })
  const right = spot({ unit: 2, width: 'half', half: 1 })
  expect(freeUnits(2, [left], { ...device, width: 'half' })).toEqual([2, 1])
  expect(freeUnits(2, [left, right], { ...device, width: 'half' })).toEqual([1])
  expect(freeUnits(2, [left], device)).toEqual([1])
})

it('leaves side rails out of the units', () =>
  expect(freeUnits(2, [spot({ face: 'left', size: 2 })], device)).toEqual([2, 1]))

it('offers none where nothing fits', () => expect(freeUnits(1, [], { ...device, size: 2 })).toEqual([]))

it('offers slots beside those in use', () => expect(freeSlots(4, new Set([2]), 2)).toEqual([3]))

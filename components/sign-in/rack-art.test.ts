import { expect, it } from 'vitest'
import { rackUnits } from './rack-art.ts'

it('draws every rack inside its frame, the same each time', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const units = rackUnits(seed)
    expect(units.length).toBeGreaterThan(10)
    expect(units).toEqual(rackUnits(seed))
    units.forEach((unit, at) => {
      expect(unit.y + unit.height).toBeLessThanOrEqual(434)
      const below = units[at + 1]
      if (below) expect(below.y).toBeGreaterThanOrEqual(unit.y + unit.height)
    })
  }
})

import { describe, expect, it } from 'vitest'
import { cellsOf, freeRuns, inTheWay, type Spot, within } from './cells.ts'

const spot = (over: Partial<Spot> = {}): Spot => ({
  face: 'front',
  unit: 10,
  size: 1,
  width: 'full',
  half: 0,
  depth: 'full',
  ...over,
})

describe('the cells of a device', () => {
  it.each([
    ['one unit, full', spot(), 4],
    ['two units, full', spot({ size: 2 }), 8],
    ['half width', spot({ width: 'half', half: 1 }), 2],
    ['half depth', spot({ depth: 'half' }), 2],
    ['on a side rail', spot({ face: 'left', size: 20 }), 20],
  ])('%s', (_, given, count) => expect(cellsOf(given)).toHaveLength(count))

  it('are the same for a full-depth device whichever face it was put in from', () =>
    expect(cellsOf(spot({ face: 'rear' }))).toEqual(cellsOf(spot())))
})

describe('who is in the way', () => {
  const others = [
    { name: 'left half', spot: spot({ width: 'half' }) },
    { name: 'rear', spot: spot({ unit: 20, face: 'rear', depth: 'half' }) },
    { name: 'rail', spot: spot({ face: 'right', unit: 1, size: 42 }) },
  ]
  it.each<[string, Spot, string[]]>([
    ['a half-width neighbour is not', spot({ width: 'half', half: 1 }), []],
    ['a full-width device meets it', spot({ unit: 9, size: 2 }), ['left half']],
    ['a half-depth device shares the unit with one at the rear', spot({ unit: 20, depth: 'half' }), []],
    ['a full-depth device does not', spot({ unit: 20 }), ['rear']],
    ['rails are apart from units', spot({ face: 'right', unit: 42 }), ['rail']],
  ])('%s', (_, wanted, names) => expect(inTheWay(wanted, others).map(({ name }) => name)).toEqual(names))
})

it('a device ends within its rack', () => {
  expect(within({ unit: 42, size: 1 }, 42)).toBe(true)
  expect(within({ unit: 42, size: 2 }, 42)).toBe(false)
  expect(within({ unit: 0, size: 1 }, 42)).toBe(false)
})

it('adjacent free units are found wherever they start', () => {
  expect(freeRuns(6, new Set([3]), 2)).toEqual([1, 4, 5])
  expect(freeRuns(6, new Set([3]), 4)).toEqual([])
})

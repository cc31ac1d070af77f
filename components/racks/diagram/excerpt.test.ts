import { expect, it } from 'vitest'
import { heightOfRuns, LEFT_OUT, middleInRuns, placesOfRuns, runsOf } from './excerpt.ts'
import { topOf, UNIT } from './geometry.ts'

const runs = runsOf([22, 23, 41, 21, 22, 24, 43, 0], 42)

it('takes adjacent units together, from the top down, each once, within the rack', () => {
  expect(runs).toEqual([
    { unit: 41, size: 1 },
    { unit: 21, size: 4 },
  ])
  expect(runsOf([], 42)).toEqual([])
})

it('puts the runs below each other', () => {
  expect(heightOfRuns(runs)).toBe(5 * UNIT + LEFT_OUT)
  expect(placesOfRuns(runs, 42)).toEqual([
    { run: runs[0], from: topOf({ unit: 41, size: 1 }, 42), to: 0, height: UNIT },
    { run: runs[1], from: topOf({ unit: 24, size: 1 }, 42), to: UNIT + LEFT_OUT, height: 4 * UNIT },
  ])
})

it('finds a unit in them', () => {
  expect(middleInRuns(41, runs, 42)).toBe(UNIT / 2)
  expect(middleInRuns(24, runs, 42)).toBe(UNIT + LEFT_OUT + UNIT / 2)
  expect(middleInRuns(21, runs, 42)).toBe(UNIT + LEFT_OUT + 3.5 * UNIT)
  expect(middleInRuns(30, runs, 42)).toBeNull()
})

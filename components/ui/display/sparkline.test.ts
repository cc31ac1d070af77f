import { expect, it } from 'vitest'
import { sparkPoints } from './sparkline.tsx'

it('goes from the bottom for nothing to the top for the most, with gaps where nothing was measured', () => {
  expect(sparkPoints([0, 5, 10])).toEqual(['0.0,19.0 24.0,10.0 48.0,1.0'])
  expect(sparkPoints([1, 1, null, 1, 1])).toHaveLength(2)
  expect(sparkPoints([null, null])).toEqual([])
  expect(sparkPoints([])).toEqual([])
  expect(sparkPoints([0, 0])).toEqual(['0.0,19.0 48.0,19.0'])
})

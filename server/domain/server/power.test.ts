import { expect, it } from 'vitest'
import { powerStatusOf } from './power.ts'

it.each([
  [[], null, 'unknown'],
  [[], 'on', 'on'],
  [['down', 'down'], 'on', 'off'],
  [['down'], null, 'off'],
  [['down', 'up'], null, 'on'],
  [['down', 'up'], 'off', 'off'],
  [['down', 'unknown'], null, 'unknown'],
  [['up'], 'unknown', 'unknown'],
  [['unknown'], 'on', 'on'],
] as const)('outlets %j with a controller that says %s: %s', (outlets, controller, power) => {
  expect(powerStatusOf(outlets, controller)).toBe(power)
})

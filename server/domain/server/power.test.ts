import { expect, it } from 'vitest'
import { powerReasonOf, powerStatusOf } from './power.ts'

it.each([
  [[], null, 'unknown', 'nothing'],
  [[], 'on', 'on', 'controller'],
  [['down', 'down'], 'on', 'off', 'outlets'],
  [['down'], null, 'off', 'outlets'],
  [['down', 'up'], null, 'on', 'outlet'],
  [['down', 'up'], 'off', 'off', 'controller'],
  [['down', 'unknown'], null, 'unknown', 'nothing'],
  [['up'], 'unknown', 'unknown', 'silent'],
  [['unknown'], 'on', 'on', 'controller'],
] as const)('outlets %j with a controller that says %s: %s, for %s', (outlets, controller, power, reason) => {
  expect(powerStatusOf(outlets, controller)).toBe(power)
  expect(powerReasonOf(outlets, controller)).toBe(reason)
})

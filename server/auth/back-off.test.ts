import { expect, it } from 'vitest'
import { networkOf, waitAfter } from './back-off.ts'

it('allows five tries, then requires longer and longer waits up to 15 minutes', () => {
  expect([0, 1, 2, 3, 4].map(waitAfter)).toEqual([0, 0, 0, 0, 0])
  expect([5, 6, 7, 8, 9, 10, 11, 1_000_000].map(waitAfter)).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
})

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
  ['0.0.0.0', '0.0.0.0/24'],
])('counts %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

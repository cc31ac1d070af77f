import { expect, it } from 'vitest'
import { guestFirst } from './guest-first.ts'

const SLOW = 2 << 20
const MS = 1e6

/** A look every half second: how much of it the guest's requests took. */
function looks(speed: ReturnType<typeof guestFirst>, shares: readonly number[]): number[] {
  let ns = 0
  return shares.map((share, n) => {
    ns += share * 500 * MS
    return speed({ count: 0, ns }, n * 500)
  })
}

it('is slow while the guest starts, and without a limit once it has been quiet for two seconds', () => {
  const found = looks(guestFirst(), [0, 0.5, 0.9, 0.04, 0, 0, 0, 0])
  expect(found).toEqual([SLOW, SLOW, SLOW, SLOW, SLOW, SLOW, 0, 0])
})

it('is slow again when the guest is busy again, but not for ever', () => {
  const found = looks(guestFirst(), [...Array(10).fill(0), ...Array(300).fill(1)])
  expect(found.slice(4, 12)).toEqual([0, 0, 0, 0, 0, 0, SLOW, SLOW])
  expect(found.indexOf(0, 12)).toBe(240)
  expect(found.slice(240)).toEqual(Array(70).fill(0))
})

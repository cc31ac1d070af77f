import { expect, it } from 'vitest'
import { limitMinutes } from './limit.ts'

const disk = (terabytes: number) => ({ bytes: terabytes * 1e12 })

it.each([
  ['full', [], 60],
  ['full', [disk(3)], 60 + 1000],
  ['full', [disk(1), disk(3), disk(2)], 60 + 1000],
  ['simple', [disk(20)], 60],
  ['none', [disk(20)], 60],
  ['full', [disk(100)], 7 * 24 * 60 - 60],
] as const)('to clear %s of %j takes %i minutes at most', (clear_hdd, wiped, minutes) =>
  expect(limitMinutes(60, { clear_hdd, wiped })).toBe(minutes),
)

import { describe, expect, it } from 'vitest'
import { clock, roughly } from './time-labels.ts'

describe('roughly', () => {
  it.each([
    [0, '0 s'],
    [-5, '0 s'],
    [59.9, '59 s'],
    [60, '1 min'],
    [3599, '59 min'],
    [3600, '1 h'],
    [86_399, '23 h'],
    [86_400, '1 d'],
    [211 * 86_400, '211 d'],
  ])('%d s', (seconds, wanted) => {
    const { count, unit } = roughly(seconds)
    expect(`${count} ${unit}`).toBe(wanted)
  })
})

describe('clock', () => {
  it.each([
    [12, '0:12'],
    [252, '4:12'],
    [3724, '1:02:04'],
  ])('%d s', (seconds, wanted) => expect(clock(seconds)).toBe(wanted))
})

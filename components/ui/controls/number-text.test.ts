import { describe, expect, it } from 'vitest'
import { parseNumber, step } from './number-text.ts'

describe('parseNumber', () => {
  it.each([
    ['12', 12],
    ['1 200', 1200],
    ['1,200', 1200],
    ['1,200.5', 1200.5],
    ['1,5', 1.5],
    ['-3', -3],
    ['.5', 0.5],
    ['', null],
    ['12 GiB', Number.NaN],
    ['1e5', Number.NaN],
    ['1.2.3', Number.NaN],
  ])('%s', (text, wanted) => expect(parseNumber(text)).toBe(wanted))
})

describe('step', () => {
  it('stays inside the bounds', () => {
    expect(step(64, 1, { max: 64 })).toBe(64)
    expect(step(1, -1, { min: 1 })).toBe(1)
  })
  it('starts at the lower bound', () => expect(step(null, 1, { min: 4 })).toBe(4))
  it('does not drift', () => expect(step(0.2, 0.1, {})).toBe(0.3))
})

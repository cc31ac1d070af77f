import { expect, it } from 'vitest'
import { firstAsking, isNeutral } from './neutral.ts'

it.each([undefined, null, false, '', [], {}, { a: null, b: [{ c: '' }] }, 'off', 'disabled'])(
  '%j asks for nothing',
  (value) => {
    expect(isNeutral(value)).toBe(true)
    expect(firstAsking('x', value)).toBeNull()
  },
)

it.each([
  [true, 'x'],
  [0, 'x'],
  ['word', 'x'],
  [[{ a: 1 }], 'x'],
  [{ a: false, b: { c: 1 } }, 'x.b.c'],
])('%j asks for something: %s', (value, field) => {
  expect(isNeutral(value)).toBe(false)
  expect(firstAsking('x', value)).toBe(field)
})

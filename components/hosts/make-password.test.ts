import { expect, it } from 'vitest'
import { makePassword } from './make-password.ts'

it('has the length that was asked for, of plain signs', () => {
  expect(makePassword()).toMatch(/^[A-Za-z2-9]{20}$/)
  expect(makePassword(8)).toHaveLength(8)
  expect(makePassword()).not.toBe(makePassword())
})

it('throws away bytes that would make some signs likelier', () => {
  let round = 0
  const made = makePassword(3, (bytes) => {
    bytes.fill(255)
    bytes[0] = round++
  })
  expect(made).toBe('abc')
})

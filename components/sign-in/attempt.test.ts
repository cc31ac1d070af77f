import { expect, it } from 'vitest'
import { readRefusal } from './attempt.ts'

it('reads a plain reason', () =>
  expect(readRefusal('forbidden')).toEqual({ kind: 'refused', why: 'forbidden', wait: 0 }))
it('reads how long to wait', () =>
  expect(readRefusal('too_many.120')).toEqual({ kind: 'refused', why: 'too_many', wait: 120 }))
it('takes what it does not know for a fault', () => {
  expect(readRefusal('Configuration')).toEqual({ kind: 'refused', why: 'other', wait: 0 })
  expect(readRefusal(undefined)).toEqual({ kind: 'refused', why: 'other', wait: 0 })
})
it('bears a time that is none', () => expect(readRefusal('too_many.soon')).toMatchObject({ why: 'too_many', wait: 0 }))

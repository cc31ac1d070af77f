import { expect, it } from 'vitest'
import { z } from 'zod'
import { pathId } from '../domain/shared/fields.ts'
import { fieldFault } from './validate.ts'

const words = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? 'fits' : fieldFault(parsed.error).message
}

it.each(['abc', '0', '-1', '1.5', '99999999999999'])('says what an id in a path has to be, of %s', (server_id) =>
  expect(words(z.object({ server_id: pathId }), { server_id })).toBe('server_id: a whole number above 0'),
)

it('prefers a member of a union that takes the type', () => {
  const either = z.object({ value: z.union([z.number(), z.boolean(), z.string().min(3, 'too short')]) })
  expect(words(either, { value: 'ab' })).toBe('value: too short')
  expect(words(either, { value: null })).toMatch(/expected number/)
})

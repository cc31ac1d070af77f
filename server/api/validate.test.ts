import { expect, it } from 'vitest'
import { z } from 'zod'
import { platformCreate } from '../domain/platform/schema.ts'
import { ipAddress, pathId } from '../domain/shared/fields.ts'
import { fieldFault, validate } from './validate.ts'

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

it('names all allowed values, and both families of addresses', () => {
  const shape = z.object({ cpu_socket_count: platformCreate.shape.cpu_socket_count, ip_name: ipAddress })
  expect(words(shape, { cpu_socket_count: 3, ip_name: '192.0.2.1' })).toBe(
    'cpu_socket_count: Invalid option: expected one of 1|2|4|8',
  )
  expect(words(shape, { cpu_socket_count: 4, ip_name: 'x' })).toBe('ip_name: an IPv4 or IPv6 address')
})

it('stops at the first faulty item of a long list, and names it', () => {
  const seen: unknown[] = []
  const item = z.string().refine((text) => seen.push(text) > 0 && text !== 'x', 'not x')
  const body = z.strictObject({ names: z.array(item).nullable().optional() })
  const list = Array.from({ length: 500 }, (_, n) => (n < 3 ? 'a' : 'x'))
  const e = { method: 'POST', params: undefined, query: undefined, body } as never
  expect(() => validate(e, { params: {}, query: {}, body: { names: list } })).toThrow('names.3: not x')
  expect(seen).toHaveLength(4)
})

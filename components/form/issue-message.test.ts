import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Issue, issueMessage } from './issue-message.ts'

/** What the words of the first issue are. */
const words = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value, {
    error: (issue) => JSON.stringify(issueMessage(issue as unknown as Issue)),
  })
  return JSON.parse(result.error?.issues[0]?.message ?? 'null')
}

describe('issueWords', () => {
  it.each([
    ['missing text', z.string(), undefined, { key: 'missing' }],
    ['empty text', z.string().min(3), '', { key: 'missing' }],
    ['short text', z.string().min(3), 'ab', { key: 'tooShort', limit: 3 }],
    ['long text', z.string().max(3), 'abcd', { key: 'tooLong', limit: 3 }],
    ['empty number', z.number(), null, { key: 'missing' }],
    ['text for a number', z.number(), 'x', { key: 'notNumber' }],
    ['broken number', z.int(), 1.5, { key: 'notWhole' }],
    ['small number', z.number().min(1), 0, { key: 'tooSmall', limit: 1 }],
    ['large number', z.number().max(64), 65, { key: 'tooLarge', limit: 64 }],
    ['empty list', z.array(z.string()).min(1), [], { key: 'tooFew', limit: 1 }],
    ['bad address', z.email(), 'x', { key: 'format' }],
    ['bad choice', z.enum(['a', 'b']), 'c', { key: 'choice' }],
  ])('%s', (_name, schema, value, wanted) => expect(words(schema, value)).toEqual(wanted))

  it('leaves a message of the schema alone', () =>
    expect(
      z
        .string()
        .regex(/^\S+$/, 'No spaces')
        .safeParse('a b', { error: () => 'other' }).error?.issues[0]?.message,
    ).toBe('No spaces'))
})

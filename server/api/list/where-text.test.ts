import fc from 'fast-check'
import { expect, it } from 'vitest'
import { whereText } from '../../domain/shared/where-text.ts'
import { parseWhere } from '../../domain/where/parse.ts'

it('writes what the parser reads, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
      expect(parseWhere(whereText([{ field: 'name', op: 'EQ', values: [text] }]))).toEqual({
        kind: 'compare',
        field: 'name',
        at: 1,
        op: 'EQ',
        value: text,
      })
    }),
  )
})

it('joins conditions of every kind', () => {
  const text = whereText([
    { field: 'name', op: 'CP', values: ["%it's%"] },
    { field: 'account.id', op: 'IN', values: [1, 'a'] },
    { field: 'state', op: 'NOT IN', values: [] },
    { field: 'is_new', op: 'EQ', values: [false] },
    { field: 'node', op: 'IS NULL', values: [] },
  ])
  expect(text).toBe("(name CP '%it''s%') AND (account.id IN (1, 'a')) AND (is_new EQ false) AND (node IS NULL)")
  expect(() => parseWhere(text)).not.toThrow()
  expect(whereText([])).toBe('')
})

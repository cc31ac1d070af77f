import { describe, expect, it } from 'vitest'
import { composeOrderby, composeWhere, literal, parseSort, sortText } from './where.ts'

describe('literal', () => {
  it.each([
    ['41', '41'],
    ['-1.5', '-1.5'],
    ['true', 'true'],
    ['null', "'null'"],
    ["O'Brien", "'O''Brien'"],
    ['192.0.2.1', "'192.0.2.1'"],
    ['1e9', "'1e9'"],
    ['12345678901234567890', "'12345678901234567890'"],
    ["x' OR id GT 0 OR name EQ 'x", "'x'' OR id GT 0 OR name EQ ''x'"],
  ])('%s', (value, wanted) => expect(literal(value)).toBe(wanted))
})

describe('composeWhere', () => {
  const one = (op: Parameters<typeof composeWhere>[0][number]['op'], ...values: string[]) =>
    composeWhere([{ field: 'name', op, values }])

  it('asks nothing without conditions', () => expect(composeWhere([])).toBeUndefined())
  it('leaves out what is half made', () => expect(one('is', '')).toBeUndefined())
  it('equals', () => expect(one('is', 'web')).toBe("(name EQ 'web')"))
  it('equals one of', () => expect(one('is', 'a', '2')).toBe("(name IN ('a',2))"))
  it('equals none of', () => expect(one('isNot', 'a', 'b')).toBe("(name NOT IN ('a','b'))"))
  it('contains, also digits', () => expect(one('contains', '42')).toBe("(name CP '%42%')"))
  it('lacks', () => expect(one('lacks', "it's")).toBe("(name NCP '%it''s%')"))
  it('bounds', () => expect(one('atMost', '128')).toBe('(name LE 128)'))
  it('empty', () => expect(one('empty')).toBe('(name IS NULL)'))
  it('filled', () => expect(one('filled')).toBe('(name IS NOT NULL)'))
  it('joins with what the page asks', () =>
    expect(composeWhere([{ field: 'state', op: 'isNot', values: ['deleted'] }], 'host EQ 41')).toBe(
      "(host EQ 41) AND (state NE 'deleted')",
    ))
})

describe('sort', () => {
  it('round trip', () => expect(sortText(parseSort('-ram_mib')!)).toBe('-ram_mib'))
  it('refuses what is no field', () => expect(parseSort('name; drop')).toBeNull())
  it('is stable by id', () => expect(composeOrderby({ field: 'name', desc: true })).toBe('name desc,id asc'))
  it('begins with what needs attention', () =>
    expect(composeOrderby({ field: 'name', desc: false }, true)).toBe('health.level desc,name asc,id asc'))
  it('id alone', () => expect(composeOrderby({ field: 'id', desc: false })).toBe('id asc'))
})

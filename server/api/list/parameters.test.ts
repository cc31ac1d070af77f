import { describe, expect, it } from 'vitest'
import { parseLimit } from './limit.ts'
import { parseOrderby } from './orderby.ts'

describe('limit', () => {
  it.each([
    [undefined, 0, 100_000],
    ['', 0, 100_000],
    ['10', 0, 10],
    ['0', 0, 0],
    ['0,512', 0, 512],
    [' 20 , 5 ', 20, 5],
    ['0,18446744073709551615', 0, 100_000],
    ['99999999999999999999,1', Number.MAX_SAFE_INTEGER, 1],
  ])('%s', (text, offset, count) => expect(parseLimit(text)).toEqual({ offset, count }))

  it.each(['-1', 'x', '1,', ',1', '1,2,3', '1.5', '1e3', '0x10', '1 2', '123456789012345678901'])(
    'refuses %s',
    (text) => expect(() => parseLimit(text)).toThrow(/^limit: expected COUNT or OFFSET,COUNT/),
  )
})

describe('orderby', () => {
  const short = (text: string) => parseOrderby(text).map(({ field, descending }) => (descending ? `-${field}` : field))

  it.each([
    ['', []],
    ['id', ['id']],
    ['device_count desc', ['-device_count']],
    ['name asc', ['name']],
    ['name ASC, account.id DESC,id', ['name', '-account.id', 'id']],
  ])('%s', (text, keys) => expect(short(text)).toEqual(keys))

  it.each([
    ['id up', 4],
    ['id desc desc', 9],
    [',id', 1],
    ['id,', 4],
    ['id,,name', 4],
    ["'id'", 1],
    ['(id)', 1],
    ['a,b,c,d,e,f,g,h,i', 17],
    ['id; DROP', 5],
  ])('refuses %s', (text, position) => {
    expect(() => parseOrderby(text)).toThrow(new RegExp(`^orderby: .* at position ${position}$`))
  })
})

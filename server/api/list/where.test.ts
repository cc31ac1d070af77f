import { describe, expect, it } from 'vitest'
import { PanelError } from '../../domain/shared/errors.ts'
import { parseWhere, type Where } from '../../domain/where/parse.ts'
import { readQuery } from './query-string.ts'

const compare = (field: string, op: 'EQ' | 'LT' | 'LE' | 'GT' | 'GE' | 'CP', value: string | null, at = 0): Where => ({
  kind: 'compare',
  field,
  at,
  op,
  value,
})

/** The tree without positions, written the way one would read it aloud. */
const read = (where: Where | null): string => {
  if (where === null) return ''
  switch (where.kind) {
    case 'and':
    case 'or':
      return `(${where.items.map(read).join(where.kind === 'and' ? ' & ' : ' | ')})`
    case 'not':
      return `!${read(where.item)}`
    case 'null':
      return `${where.field} null`
    case 'in':
      return `${where.field} in [${where.values.map((value) => JSON.stringify(value)).join(' ')}]`
    default:
      return `${where.field} ${where.op} ${JSON.stringify(where.value)}`
  }
}

const parsed = (text: string) => read(parseWhere(text))

const rejection = (text: string): PanelError => {
  try {
    parseWhere(text)
  } catch (thrown) {
    if (thrown instanceof PanelError) return thrown
    throw thrown
  }
  throw new Error(`accepted: ${text}`)
}

describe('what clients in the field send', () => {
  it.each([
    ['id EQ 41', 'id EQ "41"'],
    ["(id EQ '41')", 'id EQ "41"'],
    ["((account EQ 3) AND (state EQ 'active'))", '(account EQ "3" & state EQ "active")'],
    ["((consul_id EQ '12') AND (name EQ 'host_create'))", '(consul_id EQ "12" & name EQ "host_create")'],
    ["email CP 'a@b.c'", 'email CP "a@b.c"'],
    ["(name CP 'net') AND (account.id EQ 3)", '(name CP "net" & account.id EQ "3")'],
    ['(owner_email IS null) AND is_new EQ false', '(owner_email null & is_new EQ "false")'],
    ["name CP '%Rack0001%'", 'name CP "%Rack0001%"'],
    ["NOT domain CP '%extended.%' AND (ipnet EQ 12)", '(!domain CP "%extended.%" & ipnet EQ "12")'],
    ["((roles CP '%@admin%') AND (state EQ 'active'))", '(roles CP "%@admin%" & state EQ "active")'],
  ])('%s', (text, tree) => expect(parsed(text)).toBe(tree))
})

describe('as the query string carries it', () => {
  const decoded = (raw: string) => readQuery(`http://panel.test/list?limit=5&where=${raw}&orderby=id`).where

  it.each([
    ["((consul_id+EQ+'12')+AND+(name+EQ+'host_create'))", "((consul_id EQ '12') AND (name EQ 'host_create'))"],
    ["name%20CP%20'%25Rack0001%25'", "name CP '%Rack0001%'"],
    ["name+CP+'%Rack0001%'", "name CP '%Rack0001%'"],
    ['%28name%20EQ%20%22a%2Bb%22%29', '(name EQ "a+b")'],
    ["name+EQ+'M%C3%BCller'", "name EQ 'Müller'"],
    ["name+CP+'%deal%'+AND+id+EQ+1", "name CP '%deal%' AND id EQ 1"],
    ['name+CP+%27%41%C3%28%F0%9F%98%80%27', "name CP 'A%C3(😀'"],
  ])('%s', (raw, text) => {
    expect(decoded(raw)).toBe(text)
    expect(readQuery(new URL(`http://panel.test/?where=${raw}`).href).where).toBe(text)
    expect(() => parseWhere(text)).not.toThrow()
  })
})

it('takes parameters apart: the first of a name counts, a missing value is empty', () => {
  expect(readQuery('/list?a=1&a=2&b&=3&c=%3D%26#d=4')).toEqual({ a: '1', b: '', c: '=&' })
  expect(readQuery('/list')).toEqual({})
  expect(Object.keys(readQuery('/list?__proto__=1'))).toEqual(['__proto__'])
})

describe('grammar', () => {
  it('binds AND closer than OR, and NOT to the next comparison only', () => {
    expect(parsed('a EQ 1 OR b EQ 2 AND c EQ 3')).toBe('(a EQ "1" | (b EQ "2" & c EQ "3"))')
    expect(parsed('(a EQ 1 OR b EQ 2) AND c EQ 3')).toBe('((a EQ "1" | b EQ "2") & c EQ "3")')
    expect(parsed('NOT a EQ 1 OR b EQ 2')).toBe('(!a EQ "1" | b EQ "2")')
    expect(parsed('NOT (a EQ 1 OR b EQ 2)')).toBe('!(a EQ "1" | b EQ "2")')
  })

  it('takes keywords in any case and any white space', () => {
    expect(parsed("not a cp 'x'\tAnd\nb is Not nUlL oR c iN(1)")).toBe('((!a CP "x" & !b null) | c in ["1"])')
  })

  it('knows every operator', () => {
    expect(parsed('a NE 1 AND a NEQ 1 AND a NCP x')).toBe('(!a EQ "1" & !a EQ "1" & !a CP "x")')
    expect(parsed('a LT 1 AND a LE 2 AND a GT 3 AND a GE 4')).toBe('(a LT "1" & a LE "2" & a GT "3" & a GE "4")')
    expect(parseWhere('a.b EQ c')).toEqual(compare('a.b', 'EQ', 'c'))
  })

  it('tells null from the text null, and EQ null from a comparison', () => {
    expect(parsed('a EQ null')).toBe('a null')
    expect(parsed('a NE NULL')).toBe('!a null')
    expect(parsed("a EQ 'null'")).toBe('a EQ "null"')
    expect(parsed("a IN (1, null, 'null')")).toBe('(a in ["1" "null"] | a null)')
    expect(parsed('a NOT IN (null)')).toBe('!a null')
    expect(parsed('a LT null')).toBe('a LT null')
  })

  it('reads lists of values', () => {
    expect(parsed('a IN (1,\'two\', "three",four)')).toBe('a in ["1" "two" "three" "four"]')
    expect(parsed('a NOT IN (1)')).toBe('!a in ["1"]')
  })

  it('reads quotes: the other kind is a character, a doubled one stands for itself', () => {
    expect(parsed(`a EQ "it's"`)).toBe(`a EQ "it's"`)
    expect(parsed("a EQ 'it''s'")).toBe(`a EQ "it's"`)
    expect(parsed("a EQ ''")).toBe('a EQ ""')
    expect(parsed("a EQ ''''")).toBe(`a EQ "'"`)
    expect(parsed("a EQ 'a\\'")).toBe('a EQ "a\\\\"')
    expect(parsed("a IN ('','b')")).toBe('a in ["" "b"]')
  })

  it('reads barewords with the signs of names, addresses and numbers', () => {
    for (const word of ['-5', '+1.5e3', '10.0.0.1', 'fe80::1/64', 'a-b.example.com', '%net%', 'EQ', 'and', 'ünï']) {
      expect(parsed(`a EQ ${word}`)).toBe(`a EQ ${JSON.stringify(word)}`)
    }
  })

  it('is empty for an empty text', () => {
    expect(parseWhere('')).toBeNull()
    expect(parseWhere(' \t\n ')).toBeNull()
  })
})

describe('refusals name the place and the word', () => {
  it.each([
    ['(((', 4, 'where', 'expected a field, found the end'],
    ['id', 3, 'where', 'expected an operator'],
    ['id EQ', 6, 'where', 'expected a value, found the end'],
    ['id XX 5', 4, 'XX', 'expected an operator'],
    ['id = 5', 4, '=', 'expected an operator'],
    ['id EQ 5 6', 9, '6', 'expected AND, OR or the end, found "6"'],
    ['(id EQ 5', 9, 'where', 'expected a closing bracket'],
    ['id EQ 5)', 8, ')', 'expected AND, OR or the end'],
    ['id IN 5', 7, '5', 'expected an opening bracket'],
    ['id IN ()', 8, ')', 'expected a value'],
    ['id IN (1,)', 10, ')', 'expected a value'],
    ['id IN (1 2)', 10, '2', 'expected a comma'],
    ['id NOT 5', 8, '5', 'expected IN'],
    ['id IS 5', 7, '5', 'expected NULL or NOT NULL'],
    ['id IS NOT 5', 11, '5', 'expected NULL'],
    ["name EQ 'abc", 9, 'where', "the quote ' is never closed"],
    ["'name' EQ 1", 1, 'name', 'expected a field'],
    ['NOT NOT id EQ 1', 5, 'NOT', 'expected a field'],
    ['AND id EQ 1', 1, 'AND', 'expected a field'],
    ['id EQ 1 AND', 12, 'where', 'expected a field, found the end'],
    ['a..b EQ 1', 1, 'a..b', 'expected a field'],
    ['1 EQ 1', 1, '1', 'expected a field'],
    ['id EQ \u0001', 7, 'where', 'control character'],
    ['id EQ 1; DROP TABLE host', 10, 'DROP', 'expected AND, OR or the end'],
  ])('%s', (text, position, value, words) => {
    const fault = rejection(text)
    expect(fault.http).toBe(400)
    expect(fault.code).toBe('invalid_query')
    expect(fault.message).toContain(words)
    if (value !== 'where') expect(fault.value).toBe(value)
    expect(fault.message).toMatch(new RegExp(`at position ${position}$`))
  })

  it('allows 64 brackets and 8 KiB, not one more', () => {
    const deep = (depth: number) => `${'('.repeat(depth)}id EQ 1${')'.repeat(depth)}`
    expect(parsed(deep(64))).toBe('id EQ "1"')
    expect(rejection(deep(65)).message).toContain('nested deeper than 64 at position 65')
    expect(rejection(`NOT ${deep(10_000).slice(0, 8000)}`).message).toContain('nested deeper than 64')

    const long = (bytes: number) => `a EQ '${'x'.repeat(bytes - 7)}'`
    expect(parsed(long(8192))).toContain('xxx')
    expect(rejection(long(8193)).message).toContain('longer than 8 KiB')
    expect(rejection(`a EQ '${'ü'.repeat(4096)}'`).message).toContain('longer than 8 KiB')
    expect(rejection('x'.repeat(1_000_000)).message.length).toBeLessThan(100)
  })

  it('quotes no more than a little of what it was sent', () => {
    const fault = rejection(`id EQ 1 ${'x'.repeat(5000)}`)
    expect(fault.message.length).toBeLessThan(200)
    expect(fault.value.length).toBeLessThanOrEqual(60)
  })
})

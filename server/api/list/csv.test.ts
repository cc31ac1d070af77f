import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

const written = (text: string) => (Papa.parse<string[]>(toCsv([[text]])).data[0] ?? [])[0]

describe('a text of a file', () => {
  it.each([
    '=1',
    '+1',
    '-1',
    '@x',
    '\t=1',
    '\r=1',
    ' =1',
    '   @x',
    '"=1"',
    '" =1',
    '\u00a0=1',
    '\ufeff=1',
    '＝1',
    '\n+1',
    '\tx',
  ])('%j is no formula', (text) => expect(written(text)).toBe(`'${text}`))
  it.each(['a=1', 'web-1', '', ' ', '"quoted"', '1', "'=1", 'a@example.com'])('%j stays as it is', (text) =>
    expect(written(text)).toBe(text),
  )
})

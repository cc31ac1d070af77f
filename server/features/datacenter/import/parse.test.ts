import { describe, expect, it } from 'vitest'
import { importColumns } from '../../../domain/import/columns.ts'
import { importKinds } from '../../../domain/import/kinds.ts'
import { handlers } from './kinds/all.ts'
import { parseFile } from './parse.ts'

describe('a file', () => {
  it.each([
    ['csv', 'rack', '', 'empty'],
    ['csv', 'rack', 'name,name\na,b\n', 'twice'],
    ['csv', 'rack', 'name,size\na,1,2,3\n', 'Line 2 has 4 cells'],
    ['csv', 'rack', 'name,size\n"a,1\n', 'Line 2: a quotation mark'],
    ['csv', 'all', 'name\na\n', 'choose the kind'],
    ['yaml', 'all', 'rack: [', 'Line 1: this is not valid YAML'],
    ['yaml', 'all', 'rocks: []', 'Kind rocks does not exist'],
    ['yaml', 'all', '- name: A', 'A list for each kind'],
    ['yaml', 'rack', 'pdu: []', 'also contains pdu'],
    ['yaml', 'rack', '- just a text', 'has to be a record'],
    ['yaml', 'rack', '- name: *nothing', 'name nothing'],
    ['csv', 'rack', `name\n${'a\n'.repeat(100_001)}`, 'over 100000 rows'],
    ['csv', 'rack', `${Array.from({ length: 60_000 }, (_, n) => `c${n}`).join(',')}\n`, 'Line 1 has over 200 columns'],
    ['csv', 'rack', `name,note\na,${'x'.repeat(65_537)}\n`, 'Line 2, column note: a cell has at most'],
    [
      'yaml',
      'rack',
      `- ${JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [n, 'x'])))}`,
      'over 200 columns',
    ],
    ['yaml', 'rack', `- name: &a { b: *a }`, 'at most 20 levels deep'],
    ['yaml', 'rack', `- name: [${'x,'.repeat(600_000)}]`, 'too large for YAML'],
    ['yaml', 'rack', `- a: &l [${'x,'.repeat(9000)}]\n${'- a: *l\n'.repeat(9000)}`, 'its aliases'],
  ] as const)('of $0 and $1 is refused in words: $3', (format, kind, text, words) => {
    expect(() => parseFile(format, kind, text)).toThrow(words)
  })

  it('whose aliases would grow without end is not unfolded', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b {a: *a, b: *a}\nc: &c {a: *b, b: *b, c: *b, d: *b}\n`
    const fields = Array.from({ length: 40 }, (_, n) => `e${n}: *c`).join('\n')
    const text = `rack:\n  - name: A\n    ${`${bomb}${fields}`.replaceAll('\n', '\n    ')}\n`
    expect(() => parseFile('yaml', 'all', text)).toThrow('Line 2 has over 200 columns')
  })

  it('of many aliases is read in the time of its length', () => {
    const text = `- name: &a x\n${'- name: *a\n'.repeat(9000)}`
    const begun = process.cpuUsage()
    expect(parseFile('yaml', 'rack', text)).toHaveLength(9001)
    // Looking through the document for each of them took 80 s.
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(10)
  })

  it.each([',', ';', '\t', '|'])('is read with %j between its cells', (mark) => {
    const text = `\ufeff${['name', 'note'].join(mark)}\r\n${['A', '"a\r\nb"'].join(mark)}\r\n\r\n${["'=1+1", "'tis"].join(mark)}\r\n`
    expect(parseFile('csv', 'rack', text).map(({ line, cells }) => [line, ...cells.values()])).toEqual([
      [2, 'A', 'a\r\nb'],
      [5, '=1+1', "'tis"],
    ])
  })

  it('of YAML keeps texts as they are written, and knows its lines', () => {
    const rows = parseFile(
      'yaml',
      'rack',
      '# racks\n- name: 007\n  location: { name: no }\n- name: 1e3\n  mac: [a, b]\n',
    )
    expect(rows.map(({ line, cells }) => [line, Object.fromEntries(cells)])).toEqual([
      [2, { name: '007', 'location.name': 'no' }],
      [4, { name: '1e3', mac: 'a b' }],
    ])
  })
})

describe('the columns', () => {
  it.each(importKinds)('of %s are found in the database, but for secrets', (kind) => {
    const { current } = handlers[kind]
    const found = importColumns[kind].filter(({ type }) => type !== 'secret').map(({ name }) => name)
    expect(Object.keys(current.columns).sort()).toEqual([...found].sort())
  })
})

it('leaves columns for people alone, and takes off what an export put before formulas', () => {
  const [row] = parseFile('csv', 'rack', "name;#errors;note\nA;there is no such row;'=1\n")
  expect(Object.fromEntries(row?.cells ?? [])).toEqual({ name: 'A', note: '=1' })
})

import { describe, expect, it } from 'vitest'
import { macDigits, searchedText, searchPatterns } from './searched.ts'

describe('macDigits', () => {
  it.each(['02:00:0A:bc:00:ef', '02-00-0a-BC-00-EF', '0200.0abc.00ef', '02000abc00ef'])('reads %s', (spelling) =>
    expect(macDigits(spelling)).toBe('02000abc00ef'),
  )

  it.each([
    ['02:00:0a', '02000a'],
    ['02:00:', '0200'],
    ['02:00:0', '02000'],
    ['0200.0a', '02000a'],
    ['02000a', '02000a'],
  ])('reads the part %s', (part, digits) => expect(macDigits(part)).toBe(digits))

  it.each([
    '10.0.0.5',
    '192.168.10.20',
    '2001:db8::1',
    'node-07',
    'cafe',
    '110',
    'web-1',
    'db-',
    'db-1',
    'fa:ce:b0:0k',
    '',
  ])('leaves %s alone', (text) => expect(macDigits(text)).toBe(null))
})

describe('searchPatterns', () => {
  const text = { type: 'text', sql: 'x' } as const
  it('takes % and _ for themselves', () => expect(searchPatterns(text, 'a_b%')?.anywhere).toBe('%a\\_b\\%%'))
  it('finds a number whole', () => {
    const number = { type: 'int', sql: 'x', searchAs: 'number' } as const
    expect(searchPatterns(number, '110')?.anywhere).toBe('110')
    expect(searchPatterns(number, 'vlan')).toBe(null)
  })
  it('looks for an address of a card in any spelling', () => {
    const mac = { type: 'text', sql: 'm.mac', searchAs: 'mac' } as const
    expect(searchedText(mac)).toBe("replace(m.mac, ':', '')")
    expect(searchPatterns(mac, '0200.0abc')?.anywhere).toBe('%02000abc%')
    expect(searchPatterns(mac, 'node-07')).toBe(null)
  })
})

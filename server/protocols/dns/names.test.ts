import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DnsError } from './errors.ts'
import { decodeMessage } from './message.ts'
import { canonicalName, encodeName, isWithin, labelsOf, nameText, readName } from './names.ts'

describe('names', () => {
  it.each([
    ['WEB1.Example.com.', 'web1.example.com'],
    ['64/26.2.0.192.in-addr.arpa', '64/26.2.0.192.in-addr.arpa'],
    ['a\\.b.example', 'a\\.b.example'],
    ['a\\046b.example', 'a\\.b.example'],
    ['.', '.'],
    ['a\\\\b', 'a\\\\b'],
  ])('%s are spelled one way', (text, name) => expect(canonicalName(text)).toBe(name))

  it.each(['a..b', '.a', 'a b', 'ä.example', 'a\\', 'a\\999', 'x'.repeat(64), `${'abcdefg.'.repeat(32)}a`, 'a\0b'])(
    '%j is none',
    (text) => {
      expect(canonicalName(text)).toBeNull()
      expect(() => encodeName(text)).toThrow(DnsError)
    },
  )

  it('are read back as they were written', () => {
    const label = fc.uint8Array({ minLength: 1, maxLength: 63 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(fc.array(label, { maxLength: 4 }), (labels) => {
        fc.pre(labels.reduce((size, each) => size + each.length + 1, 1) <= 255)
        const text = nameText(labels)
        expect(canonicalName(text)).toBe(text)
        const { name, end } = readName(encodeName(text), 0)
        expect([name, end]).toEqual([text, encodeName(text).length])
      }),
    )
  })

  it('lie in a zone by whole labels', () => {
    expect(isWithin('9.2.0.192.in-addr.arpa', '2.0.192.in-addr.arpa')).toBe(true)
    expect(isWithin('9.12.0.192.in-addr.arpa', '2.0.192.in-addr.arpa')).toBe(false)
    expect([isWithin('a', 'a'), isWithin('a', '.')]).toEqual([true, true])
    expect(labelsOf('.')).toEqual([])
  })
})

describe('hostile messages', () => {
  it.each([
    ['a pointer to itself', 'c000'],
    ['a pointer forward', 'c00400000000'],
    ['a label that is too long', '400000'],
    ['no end', '0161'],
    ['half a pointer', 'c0'],
  ])('have no name: %s', (_, hex) => expect(() => readName(Buffer.from(hex, 'hex'), 0)).toThrow(DnsError))

  it('are rejected or read, never anything else', () => {
    const header = Buffer.from('123485000001000100000001', 'hex')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (raw, withHeader) => {
        const bytes = withHeader ? Buffer.concat([header, raw]) : Buffer.from(raw)
        try {
          decodeMessage(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(DnsError)
        }
      }),
      { numRuns: 5000 },
    )
  })
})

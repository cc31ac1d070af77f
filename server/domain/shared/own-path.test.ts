import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

describe('a link to a page of the panel', () => {
  it.each(['/', '/hosts/5', '/hosts?state=active&x=1#top', '/a/../hosts', '/%2F%2Fevil.example'])(
    'may be %s',
    (text) => {
      expect(ownPath(text)).toMatch(/^\/(?!\/)/)
    },
  )

  it.each([
    undefined,
    '',
    'hosts',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/./\\evil.example',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    '/\u0000',
    '/ünï',
    `/${'a'.repeat(3000)}`,
  ])('may not be %j', (text) => {
    expect(ownPath(text)).toBeNull()
  })

  it('never leaves the panel, whatever is put together (10 000 tries)', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '@',
      ':',
      'https:',
      'evil.example',
      '?',
      '#',
      '\t',
      '\n',
      'a',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = ownPath(pieces.join(''))
        if (path === null) return
        for (const base of ['http://panel.test/', 'https://panel.test/sign-in'])
          expect(new URL(path, base).host).toBe('panel.test')
      }),
      { numRuns: 10_000 },
    )
  })
})

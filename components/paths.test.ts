import { describe, expect, it } from 'vitest'
import { paths, withQuery } from './paths.ts'

describe('paths', () => {
  it('escapes ids', () => expect(paths.host('a/b?c')).toBe('/hosts/a%2Fb%3Fc'))
  it('leaves out what is not set', () => expect(paths.host(41)).toBe('/hosts/41'))
  it('names the tab', () => expect(paths.host(41, 'disks')).toBe('/hosts/41?tab=disks'))
  it('carries where to go after signing in', () =>
    expect(paths.signIn('/hosts?q=a b')).toBe('/sign-in?next=%2Fhosts%3Fq%3Da+b'))
  it('keeps the order of the query', () =>
    expect(withQuery('/hosts', { q: 'x', sort: 'name' })).toBe('/hosts?q=x&sort=name'))
})

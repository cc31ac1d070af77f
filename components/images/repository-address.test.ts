import { describe, expect, it } from 'vitest'
import { fits, placeOf } from './repository-address.ts'

describe('the address of a repository', () => {
  it('tells a directory from the web', () => {
    expect(placeOf('/srv/images')).toBe('directory')
    expect(placeOf('file:///srv/images')).toBe('directory')
    expect(placeOf('https://images.example/')).toBe('http')
    expect(placeOf(null)).toBe('directory')
  })

  it.each([
    ['directory', '/srv/images', true],
    ['directory', 'srv/images', false],
    ['directory', 'https://images.example/', false],
    ['http', 'http://10.0.0.5:8080/images', true],
    ['http', '/srv/images', false],
    ['http', 'http://', false],
    ['http', 'ftp://images.example/', false],
  ] as const)('%s takes %s: %s', (place, url, yes) => expect(fits(place, url)).toBe(yes))
})

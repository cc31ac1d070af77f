import { expect, it } from 'vitest'
import { isMac, macsIn } from './mac-list.ts'

it('reads addresses as vendors print them', () =>
  expect(macsIn('00:1A:2B:3C:4D:5E, 001a.2b3c.4d5f\n00-1A-2B-3C-4D-60')).toEqual([
    '00:1a:2b:3c:4d:5e',
    '00:1a:2b:3c:4d:5f',
    '00:1a:2b:3c:4d:60',
  ]))

it('leaves anything else as it is, to be refused', () => {
  expect(macsIn('nonsense')).toEqual(['nonsense'])
  expect(isMac('nonsense')).toBe(false)
  expect(isMac('00:1a:2b:3c:4d:5e')).toBe(true)
})

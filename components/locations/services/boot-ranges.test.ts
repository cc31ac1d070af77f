import { expect, it } from 'vitest'
import { rangesOf, rangesText } from './boot-ranges.ts'

it('ranges are read as they are written', () => {
  const ranges = [
    { first: '192.0.2.200', last: '192.0.2.250' },
    { first: '192.0.2.9', last: '192.0.2.9' },
  ]
  expect(rangesText(ranges)).toBe('192.0.2.200-192.0.2.250\n192.0.2.9')
  expect(rangesOf(rangesText(ranges))).toEqual(ranges)
  expect(rangesOf(' 192.0.2.200 - 192.0.2.250 , 192.0.2.9\n\n')).toEqual(ranges)
  expect(rangesOf('')).toEqual([])
})

it.each(['x', '192.0.2.1-', '192.0.2.1-192.0.2.2-192.0.2.3x', '192.0.2.0/24', '192.0.2.256'])('%j is none', (text) => {
  expect(rangesOf(text)).toBeNull()
})

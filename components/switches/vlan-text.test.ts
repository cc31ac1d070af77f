import { expect, it } from 'vitest'
import { vlansIn, vlansText } from './vlan-text.ts'

it('reads numbers and ranges, each once', () => expect(vlansIn('20, 10 100-102,101')).toEqual([10, 20, 100, 101, 102]))
it.each(['x', '0', '4095', '20-10', '1-'])('refuses %s', (text) => expect(vlansIn(text)).toBeNull())
it('is empty for nothing', () => expect(vlansIn(' ')).toEqual([]))
it('writes runs as ranges, and reads them again', () => {
  expect(vlansText([100, 101, 102, 10, 11])).toBe('10, 11, 100-102')
  expect(vlansIn(vlansText([5, 1, 2, 3]))).toEqual([1, 2, 3, 5])
})

import { expect, it } from 'vitest'
import { vlanIn, vlansIn, vlansText } from './vlan-text.ts'

it('reads numbers and ranges, each once', () => expect(vlansIn('20, 10 100-102,101')).toEqual([10, 20, 100, 101, 102]))
it.each(['x', '0', '4095', '20-10', '1-'])('refuses %s', (text) => expect(vlansIn(text)).toBeNull())
it('is empty for nothing', () => expect(vlansIn(' ')).toEqual([]))
it('writes runs as ranges, and reads them again', () => {
  expect(vlansText([100, 101, 102, 10, 11])).toBe('10, 11, 100-102')
  expect(vlansIn(vlansText([5, 1, 2, 3]))).toEqual([1, 2, 3, 5])
})

const names = new Map([
  [110, 'web'],
  [120, 'office floor 2'],
  [130, 'lab'],
  [131, 'Lab'],
])
it.each([
  ['110', 110],
  [' Web ', 110],
  ['office floor 2', 120],
  ['lab', null],
  ['absent', null],
  ['', null],
  ['4095', null],
])('takes %j for %s', (text, id) => expect(vlanIn(text, names)).toBe(id))
it('reads names among numbers', () => {
  expect(vlansIn('office floor 2, 5 web,10-11', names)).toEqual([5, 10, 11, 110, 120])
  expect(vlansIn('web, absent', names)).toBeNull()
})

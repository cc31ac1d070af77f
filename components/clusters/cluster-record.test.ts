import { describe, expect, it } from 'vitest'
import { addressesIn, changeOf } from './cluster-record.ts'

describe('what people type for a cluster', () => {
  it('takes name servers apart', () => {
    expect(addressesIn(' 10.0.0.53, 10.0.0.54\n2001:db8::53 ;')).toEqual(['10.0.0.53', '10.0.0.54', '2001:db8::53'])
    expect(addressesIn('  ')).toEqual([])
  })

  it('gives and takes only what differs', () => {
    expect(changeOf([1, 2], [2, 3])).toEqual({ add: [3], remove: [1] })
    expect(changeOf([1], [1])).toEqual({ add: [], remove: [] })
  })
})

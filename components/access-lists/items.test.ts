import { describe, expect, it } from 'vitest'
import { splitItems, wrongItem } from './items.ts'

describe('what is typed as addresses of an access list', () => {
  it('is one a line, or divided by commas', () =>
    expect(splitItems(' 192.0.2.1\n\n192.0.2.10 - 192.0.2.20, 2001:db8::/32\n')).toEqual([
      '192.0.2.1',
      '192.0.2.10-192.0.2.20',
      '2001:db8::/32',
    ]))

  it('takes addresses, ranges and subnets of both families', () =>
    expect(wrongItem('192.0.2.1\n192.0.2.1-192.0.2.9\n192.0.2.0/24\n2001:db8::1\n2001:db8::1-2001:db8::f\n::/0')).toBe(
      undefined,
    ))

  it.each(['192.0.2', '192.0.2.9-192.0.2.1', '192.0.2.0/33', '192.0.2.1-2001:db8::1', 'office'])(
    'names %s as wrong',
    (item) => expect(wrongItem(`192.0.2.1\n${item}`)).toBe(item),
  )
})

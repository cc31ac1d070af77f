import { expect, test } from 'vitest'
import { MOST_MEMBERS, readMembers } from './members.ts'

const fault = (texts: readonly string[]) => {
  const read = readMembers(texts)
  return 'fault' in read ? String(read.fault) : null
}

test('members get their usual spelling, a network of one address is that address', () => {
  expect(readMembers([' 192.0.2.1', '198.51.100.0/24', '2001:DB8:0::1', '203.0.113.9/32', '2001:db8:5::/48'])).toEqual({
    members: ['192.0.2.1', '198.51.100.0/24', '2001:db8::1', '203.0.113.9', '2001:db8:5::/48'],
  })
  expect(readMembers(['2001:db8::7/128', '0.0.0.0/0'])).toEqual({ members: ['2001:db8::7', '0.0.0.0/0'] })
})

test.each([
  ['none at all', []],
  ['what is no address', ['office']],
  ['a part of one', ['192.0.2']],
  ['leading zeros', ['192.0.2.01']],
  ['a network that is too long', ['192.0.2.0/33']],
  ['an interval', ['192.0.2.1-192.0.2.9']],
  ['an address with a zone', ['fe80::1%eth0']],
  ['what the kernel would read as rules', ['192.0.2.1 }; flush ruleset']],
  ['too many', Array.from({ length: MOST_MEMBERS + 1 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)],
])('refuses %s', (_, texts) => {
  expect(fault(texts)).not.toBeNull()
})

test('one that is there twice is named, in whatever spelling; so is an address that should be a network', () => {
  expect(fault(['2001:db8::1', '2001:DB8:0:0::1'])).toMatch(/2001:db8::1.*twice/)
  expect(fault(['192.0.2.1', '192.0.2.1/32'])).toMatch(/192\.0\.2\.1.*twice/)
  expect(fault(['192.0.2.5/24'])).toMatch(/192\.0\.2\.0\/24/)
})

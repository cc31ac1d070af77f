import { expect, it } from 'vitest'
import { servedAddress, servedKey, servedSocket } from './address.ts'

const volume = '/vm/dh-1000000-abcdef-disk-1000000.qcow2'

it('a socket has the name that the profile of its domain allows, and fits into an address', () => {
  const socket = servedSocket('dh-1000000-abcdef', volume)
  // As libvirt's virt-aa-helper writes it: "/run/libvirt/**/*.tunnelmigrate.dest.NAME" rw
  expect(socket).toMatch(/^\/run\/libvirt\/[^/]+\/[^/]+\.tunnelmigrate\.dest\.dh-1000000-abcdef$/)
  // unix(7): 108 bytes with the zero at their end.
  expect(socket.length).toBeLessThan(108)
})

it('a volume knows one address, the same from every worker', () => {
  expect(servedAddress(volume)).toBe(`nbd+unix:///disk?socket=/run/datahall/served/${servedKey(volume)}.sock`)
})

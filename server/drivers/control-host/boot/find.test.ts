import { describe, expect, it } from 'vitest'
import { acceptBootOs, parseBootInterfaces } from './find.ts'

const link = (ifname: string, over: object = {}) => ({
  ifname,
  link_type: 'ether',
  address: '02:00:00:00:00:01',
  addr_info: [],
  ...over,
})
const inet = (local: string, prefixlen = 24) => ({ family: 'inet', local, prefixlen })

describe('the interfaces of a host', () => {
  it('are cards with their IPv4 addresses', () =>
    expect(
      parseBootInterfaces(
        JSON.stringify([
          link('lo', { link_type: 'loopback', addr_info: [inet('127.0.0.1', 8)] }),
          link('prov0', {
            flags: ['BROADCAST', 'UP', 'LOWER_UP'],
            addr_info: [inet('10.77.0.1'), { family: 'inet6', local: 'fe80::1', prefixlen: 64 }, inet('$(x)')],
          }),
          link('eth0.5@eth0'),
        ]),
      ),
    ).toEqual([
      { name: 'prov0', mac: '02:00:00:00:00:01', link: true, addresses: ['10.77.0.1/24'] },
      { name: 'eth0.5', mac: '02:00:00:00:00:01', link: false, addresses: [] },
    ]))

  it.each(['', '{}', JSON.stringify([link('a b')]), JSON.stringify([link('x'.repeat(40))])])(
    'are no other text: %s',
    (text) => expect(() => parseBootInterfaces(text)).toThrow('cannot be read'),
  )
})

describe('the system of a host', () => {
  it.each([
    ['ID=debian\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"', 'Debian GNU/Linux 12 (bookworm)'],
    ['ID=ubuntu\nID_LIKE=debian\nPRETTY_NAME="Ubuntu 24.04"', 'Ubuntu 24.04'],
    ['ID=proxmox\nID_LIKE="debian other"\nNAME=Proxmox', 'Proxmox'],
  ])('is one with Debian packages: %j', (text, name) => expect(acceptBootOs(text)).toBe(name))

  it.each(['ID=rocky\nPRETTY_NAME="Rocky Linux 9"', '', 'ID=notdebian'])('is no other: %j', (text) =>
    expect(() => acceptBootOs(text)).toThrow('need Debian or Ubuntu'),
  )
})

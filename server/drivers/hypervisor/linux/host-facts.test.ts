import { describe, expect, test } from 'vitest'
import { parseInterfaces } from './interfaces.ts'
import { acceptOs, parseOsRelease } from './os-release.ts'

const debian = `PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
NAME="Debian GNU/Linux"
VERSION_ID="12"
VERSION="12 (bookworm)"
ID=debian
HOME_URL="https://www.debian.org/"
`

describe('the operating system', () => {
  test('supported ones are named as they name themselves', () => {
    expect(acceptOs(debian, 'x86_64')).toBe('Debian GNU/Linux 12 (bookworm)')
    expect(acceptOs('ID=debian\nPRETTY_NAME="Debian GNU/Linux trixie/sid"', 'x86_64')).toBe(
      'Debian GNU/Linux trixie/sid',
    )
    expect(acceptOs(`ID="almalinux"\nVERSION_ID="9.4"\nNAME='AlmaLinux'`, 'x86_64')).toBe('AlmaLinux')
    expect(acceptOs('ID=ubuntu\nVERSION_ID="24.04"\nPRETTY_NAME="Ubuntu 24.04.1 LTS"', 'x86_64')).toMatch(/Ubuntu/)
  })

  test.each([
    ['ID=alpine\nPRETTY_NAME="Alpine Linux v3.19"', 'x86_64', /Alpine Linux v3\.19 is not supported.*Debian 11/],
    ['ID=debian\nVERSION_ID="10"\nPRETTY_NAME="Debian GNU/Linux 10"', 'x86_64', /too old: Debian 11/],
    ['ID=ubuntu\nVERSION_ID="20.04"\nPRETTY_NAME="Ubuntu 20.04"', 'x86_64', /too old: Ubuntu 22\.04/],
    [debian, 'aarch64', /x86_64.*aarch64/],
    ['', 'x86_64', /An unknown operating system/],
    ['ID=__proto__', 'x86_64', /not supported/],
    ['ID=constructor', 'x86_64', /not supported/],
  ])('others are refused in words: %s', (text, machine, words) => {
    expect(() => acceptOs(text, machine)).toThrow(words)
  })

  test('the file is data: quoting is undone, nothing is run, control characters go', () => {
    const fields = parseOsRelease(
      `A="x \\"y\\" \\$HOME \\\`id\\\`"\nB='\\$raw'\nC=plain\n# comment\nbad line\nlower=x\nD="\u001b[2Jred\u0007"\nE=${'x'.repeat(1000)}\n`,
    )
    expect(fields.get('A')).toBe('x "y" $HOME `id`')
    expect(fields.get('B')).toBe('\\$raw')
    expect(fields.get('C')).toBe('plain')
    expect(fields.get('D')).toBe('[2Jred')
    expect(fields.get('E')?.length).toBe(301)
    expect(fields.size).toBe(5)
  })
})

describe('interfaces', () => {
  const link = (more: object) => ({
    ifname: 'eth0',
    link_type: 'ether',
    operstate: 'UP',
    flags: ['UP'],
    address: '52:54:00:00:00:01',
    addr_info: [],
    ...more,
  })
  const parse = (links: object[], routes4: object[] = [], routes6: object[] = []) =>
    parseInterfaces(JSON.stringify(links), JSON.stringify(routes4), JSON.stringify(routes6))

  test('bridges and bonds with what is in them, addresses, gateways', () => {
    const found = parse(
      [
        link({ ifname: 'lo', link_type: 'loopback' }),
        link({ master: 'bond0' }),
        link({ ifname: 'eth1', master: 'bond0', operstate: 'DOWN' }),
        link({ ifname: 'bond0', master: 'vmbr0', linkinfo: { info_kind: 'bond' } }),
        link({
          ifname: 'vmbr0',
          linkinfo: { info_kind: 'bridge' },
          addr_info: [
            { family: 'inet', local: '192.0.2.10', prefixlen: 24, scope: 'global' },
            { family: 'inet6', local: '2001:db8::10', prefixlen: 64, scope: 'global' },
            { family: 'inet6', local: 'fe80::1', prefixlen: 64, scope: 'link' },
          ],
        }),
        link({ ifname: 'vnet3', master: 'vmbr0', linkinfo: { info_kind: 'tun' } }),
      ],
      [{ dst: 'default', gateway: '192.0.2.1', dev: 'vmbr0' }],
      [{ dst: 'default', gateway: 'fe80::2', dev: 'vmbr0' }],
    )
    expect(found.map(({ name, type, up, slaves }) => ({ name, type, up, slaves }))).toEqual([
      { name: 'eth0', type: 'eth', up: true, slaves: [] },
      { name: 'eth1', type: 'eth', up: false, slaves: [] },
      { name: 'bond0', type: 'bond', up: true, slaves: ['eth0', 'eth1'] },
      { name: 'vmbr0', type: 'bridge', up: true, slaves: ['bond0', 'vnet3'] },
    ])
    expect(found[3]).toMatchObject({
      v4: ['192.0.2.10/24'],
      v6: ['2001:db8::10/64'],
      gateway_v4: '192.0.2.1',
      gateway_v6: 'fe80::2',
    })
    expect(found[0]).toMatchObject({ gateway_v4: null, gateway_v6: null })
  })

  test('no routes at all is an empty answer', () => {
    expect(parseInterfaces(JSON.stringify([link({})]), '', '[]')).toHaveLength(1)
  })

  test('what cannot be read is refused', () => {
    for (const text of [
      '{',
      '{}',
      '[{"ifname":1}]',
      '[[]]',
      JSON.stringify([link({ addr_info: [{ family: 'inet', prefixlen: 999 }] })]),
    ]) {
      expect(() => parseInterfaces(text, '[]', '[]'), text).toThrow(/cannot be read/)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { SshError } from '../../protocols/ssh/errors.ts'
import { quote } from '../../shared/text.ts'
import { parseLinks } from './check.ts'
import { asPanelError } from './messages.ts'

const link = (ifname: string, addresses: [string, string][], link_type = 'ether') => ({
  ifname,
  link_type,
  addr_info: addresses.map(([local, scope]) => ({ local, scope })),
})

describe('the interfaces of a control host', () => {
  it('are the cards and the addresses that others reach, IPv4 first', () =>
    expect(
      parseLinks(
        JSON.stringify([
          link('lo', [['127.0.0.1', 'host']], 'loopback'),
          link('eth0', [
            ['2001:db8::7', 'global'],
            ['fe80::1', 'link'],
            ['192.0.2.7', 'global'],
          ]),
          link('eth1', []),
        ]),
      ),
    ).toEqual({ interfaces: ['eth0', 'eth1'], interfaces_4: ['eth0'], addresses: ['192.0.2.7', '2001:db8::7'] }))

  it.each([
    ['no JSON', 'Usage: ip'],
    ['another shape', '{"a":1}'],
    ['a name that no card has', JSON.stringify([link('<script>alert(1)</script>', [])])],
    ['more cards than a machine has', JSON.stringify(Array.from({ length: 2000 }, (_, n) => link(`e${n}`, [])))],
  ])('%s is refused', (_, text) => expect(() => parseLinks(text)).toThrow('cannot be read'))

  it('leave out what is no address', () =>
    expect(parseLinks(JSON.stringify([link('eth0', [['$(reboot)', 'global']])])).addresses).toEqual([]))
})

it('words tell a wrong password, an absent host and another key apart', () => {
  const said = (['auth_refused', 'unreachable', 'host_key_changed', 'not_ssh'] as const).map((kind) =>
    asPanelError(new SshError(kind, quote('why\n\u001b[31m'))),
  )
  expect(new Set(said.map((one) => one.message)).size).toBe(4)
  expect(said.map((one) => one.code)).toEqual([
    'device_rejected',
    'device_unreachable',
    'device_rejected',
    'device_rejected',
  ])
  expect(said.map((one) => one.message).join()).not.toMatch(/\p{Cc}/u)
})

import { expect, test } from 'vitest'
import type { InterfaceSpec } from '../domain-types.ts'
import type { FirewallRule, PacketFilter } from '../packet-types.ts'
import { tapName } from './names.ts'
import { domainRules, parseHeld, removal } from './rules.ts'

const mac = '52:54:00:AB:00:01'
const tap = tapName('vm_1', mac)
const none: PacketFilter = { firewall_rules: [], anti_spoofing: null }
const card = (filter: Partial<PacketFilter> | null): InterfaceSpec => ({
  mac,
  bridge: 'vmbr0',
  model: 'virtio',
  filter: filter && { ...none, ...filter },
})
const rendered = (filter: Partial<PacketFilter>, domain = 'vm_1') =>
  domainRules(domain, [card(filter)], new Map()).rules

/** What stands in one chain, in its order, without counters. */
function chain(filter: Partial<PacketFilter>, part: string): string[] {
  const start = `add rule bridge datahall ${tap}.${part} `
  return rendered(filter)
    .filter((line) => line.startsWith(start))
    .map((line) => line.slice(start.length).replace(/counter (\w+) comment "\w+"$/, '$1'))
}

const close: FirewallRule = { action: 'drop', direction: 'in', protocols: ['tcp'], portstart: 20, portend: 25 }
const invalid = expect.objectContaining({ code: 'invalid_input' })

test('the tap has a name the kernel takes, the same at each start, another for each interface and domain', () => {
  expect(tap).toMatch(/^dh[0-9a-z]{12}$/)
  expect(tapName('vm_1', mac.toLowerCase())).toBe(tap)
  const others = [tapName('vm_2', mac), tapName('vm_1', '52:54:00:ab:00:02')]
  expect(new Set([tap, ...others]).size).toBe(3)
  // Those of one domain are found by what they share.
  expect(others.map((one) => one.slice(0, 9) === tap.slice(0, 9))).toEqual([false, true])
})

test('an interface without a filter has no rules', () => {
  expect(domainRules('vm_1', [card(null)], new Map())).toEqual({ rules: [], held: [] })
})

test('ports are closed for both families, in the given direction, each rule counted by its place', () => {
  const rules: FirewallRule[] = [
    { ...close, protocols: ['tcp', 'udp'] },
    { ...close, direction: 'out' },
  ]
  expect(chain({ firewall_rules: rules }, 'in')).toEqual(['tcp dport 20-25 drop', 'udp dport 20-25 drop'])
  expect(chain({ firewall_rules: rules }, 'out')).toEqual(['tcp dport 20-25 drop'])
  expect(rendered({ firewall_rules: rules }).join('\n')).toContain('counter drop comment "1"')
})

test('rules name the other side and a rate; those about everything leave neighbours alone', () => {
  const peers = ['192.0.2.0/24', '2001:DB8::0:1']
  const all: FirewallRule = { ...close, protocols: ['any'] }
  expect(chain({ firewall_rules: [{ ...close, action: 'accept', peers, rate: 7 }, all] }, 'in')).toEqual([
    'icmpv6 type { nd-router-solicit, nd-router-advert, nd-neighbor-solicit, nd-neighbor-advert } accept',
    'ip saddr 192.0.2.0/24 tcp dport 20-25 limit rate 7/second accept',
    'ip6 saddr 2001:db8::1 tcp dport 20-25 limit rate 7/second accept',
    'meta protocol { ip, ip6 } drop',
  ])
  const out: FirewallRule = { ...close, direction: 'out', protocols: ['icmp'], peers: ['192.0.2.7'], rate: 5 }
  expect(chain({ firewall_rules: [out] }, 'out').slice(1)).toEqual([
    'ip daddr 192.0.2.7 meta l4proto { 1, 58 } limit rate over 5/second drop',
  ])
})

test('many on the other side are one look-up a family, without what lies in another of them; none at all fit nothing', () => {
  const peers = ['10.1.2.3', '192.0.2.1', '10.0.0.0/8', '192.0.2.1/32', '2001:db8::/32', '2001:db8::5']
  expect(chain({ firewall_rules: [{ ...close, peers }] }, 'in')).toEqual([
    'ip saddr { 192.0.2.1, 10.0.0.0/8 } tcp dport 20-25 drop',
    'ip6 saddr 2001:db8::/32 tcp dport 20-25 drop',
  ])
  expect(chain({ firewall_rules: [{ ...close, peers: [] }] }, 'in')).toEqual([])
})

const reset = 'reject with tcp reset'
const unreachable = 'reject with icmpx type port-unreachable'

test('what leaves is rejected at once; what comes in where it comes in, and dropped where it was not', () => {
  const tcp: FirewallRule = { ...close, action: 'reject', protocols: ['tcp', 'udp'] }
  const own = { firewall_rules: [{ ...close, action: 'accept' as const, peers: ['192.0.2.1'] }, tcp, close] }
  expect(chain(own, 'in')).toEqual([
    'ip saddr 192.0.2.1 tcp dport 20-25 accept',
    'tcp dport 20-25 drop',
    'udp dport 20-25 drop',
    'tcp dport 20-25 drop',
  ])
  // What stands behind the last that rejects needs no search there.
  expect(chain(own, 'ask').map((line) => line.replace(/counter (.*) comment "1"/, '$1'))).toEqual([
    'ip saddr 192.0.2.1 tcp dport 20-25 accept',
    `tcp dport 20-25 ${reset}`,
    `udp dport 20-25 ${unreachable}`,
  ])
  expect(rendered(own).at(-1)).toBe(`add element bridge datahall answered { ${mac.toLowerCase()} : jump ${tap}.ask }`)
  const out = { firewall_rules: [{ ...tcp, direction: 'out' as const, rate: 9 }] }
  expect(chain(out, 'out')[0]).toBe(`tcp dport 20-25 limit rate over 9/second counter ${reset} comment "0"`)
  expect(rendered(out).join()).not.toContain('answered')
  expect(chain({ firewall_rules: [close] }, 'ask')).toEqual([])
})

test('of everything, TCP is reset, and of ICMP only requests are answered', () => {
  const all: FirewallRule = { ...close, action: 'reject', direction: 'out', protocols: ['any'] }
  expect(chain({ firewall_rules: [all] }, 'out').slice(1)).toEqual([
    `meta l4proto 6 counter ${reset} comment "0"`,
    `icmp type echo-request counter ${unreachable} comment "0"`,
    `icmpv6 type echo-request counter ${unreachable} comment "0"`,
    'meta l4proto { 1, 58 } drop',
    `meta protocol { ip, ip6 } counter ${unreachable} comment "0"`,
  ])
})

test('the beginnings of TCP connections are counted before the firewall lets them in, and behind it on their way out', () => {
  const filter = { firewall_rules: [close], connections: { in: 20, out: 5 } }
  const over = (most: number) => `tcp flags & (fin | syn | rst | ack) == syn ct count over ${most} drop`
  expect(chain(filter, 'in')).toEqual([over(20), 'tcp dport 20-25 drop'])
  expect(chain(filter, 'con')).toEqual([over(5)])
  expect(chain({ connections: { in: 0, out: 0 } }, 'in')).toEqual([])
  const { held, rules } = domainRules('vm_1', [card(filter)], new Map([[mac.toLowerCase(), 'vnet3']]))
  expect(rules.at(-1)).toBe(`add element bridge datahall counted { "vnet3" : jump ${tap}.con }`)
  expect(parseHeld(`{ "${tap}" : jump ${tap}.con, "vnet3" : jump ${tap}.con }`)).toEqual(
    held.filter(({ map }) => map === 'counted'),
  )
  expect(removal(held, new Set([tap]))).toContain('delete element bridge datahall counted { "vnet3" }')
  // Without a limit nothing leads there, so the kernel has nothing to keep track of.
  expect(rendered({ connections: { in: 20, out: 0 } }).join()).not.toContain('counted')
})

test('anti-spoofing comes before the firewall, so that nothing that is accepted there escapes it', () => {
  const filter = { firewall_rules: [{ ...close, direction: 'out' as const }], anti_spoofing: { addresses: [] } }
  expect(chain(filter, 'out')).toEqual([`jump ${tap}.src`, 'tcp dport 20-25 drop'])
})

test('a VM sends under its own addresses only', () => {
  const filter = {
    anti_spoofing: { addresses: ['192.0.2.1', '192.0.2.1', '198.51.100.0/28', '2001:db8::1', '2001:db8:5::/64'] },
  }
  expect(chain(filter, 'src').slice(0, 3)).toEqual([
    'ether saddr != 52:54:00:ab:00:01 drop',
    'ether type != { ip, ip6, arp, 0x8035 } drop',
    'arp saddr ether != 52:54:00:ab:00:01 drop',
  ])
  expect(chain(filter, 'arp')).toEqual([
    'arp saddr ip { 0.0.0.0, 192.0.2.1 } return',
    'arp saddr ip 198.51.100.0/28 return',
    'drop',
  ])
  expect(chain(filter, 'ip4').at(-1)).toBe('drop')
  expect(chain(filter, 'ip6')).toEqual([
    `icmpv6 type nd-neighbor-advert jump ${tap}.na`,
    'ip6 saddr { ::, 2001:db8::1 } return',
    'ip6 saddr 2001:db8:5::/64 return',
    'ip6 saddr fe80::/10 return',
    'drop',
  ])
  expect(chain(filter, 'na')).toEqual([
    '@th,64,10 0x3fa return',
    '@th,64,128 0x20010db8000000000000000000000001 return',
    '@th,64,64 0x20010db800050000 return',
    'drop',
  ])
})

test('without IPv6 addresses nothing of it leaves; unknown addresses bind the MAC, routers and DHCP servers alone', () => {
  expect(chain({ anti_spoofing: { addresses: ['192.0.2.1'] } }, 'ip6')).toEqual(['drop'])
  expect(chain({ anti_spoofing: { addresses: null } }, 'src')).toHaveLength(6)
  for (const part of ['arp', 'ip4', 'ip6']) expect(chain({ anti_spoofing: { addresses: null } }, part)).toEqual([])
})

test('what is no MAC, address, port or rate is refused; a name is in no rule', () => {
  const bad = (filter: Partial<PacketFilter>) => expect(() => rendered(filter), JSON.stringify(filter)).toThrow(invalid)
  for (const one of ['', '52:54:00:00:00', '52:54:00:00:00:01 drop\n'])
    expect(() => domainRules('vm_1', [{ ...card({}), mac: one }], new Map())).toThrow(invalid)
  const hostile = [
    '',
    '1.2.3',
    '1.2.3.4 accept',
    '1.2.3.4/33',
    '::/129',
    '::/0',
    'fe80::1%eth0',
    '1.2.3.4\n',
    '::1 }',
    '"',
    ';',
  ]
  for (const address of hostile) bad({ anti_spoofing: { addresses: [address] } })
  for (const peer of hostile.filter((one) => one !== '::/0')) bad({ firewall_rules: [{ ...close, peers: [peer] }] })
  for (const port of [0, 65536, 1.5, Number.NaN]) bad({ firewall_rules: [{ ...close, portend: port }] })
  for (const out of [-1, 0.5, Number.NaN, 1e9]) bad({ connections: { in: 0, out } })
  for (const rate of [0, -1, 0.5, Number.NaN, 1e9]) bad({ firewall_rules: [{ ...close, rate }] })
  expect(rendered({ firewall_rules: [close] }, '"; flush ruleset').join('\n')).not.toMatch(/flush ruleset/)
})

test('what is held is read back, and taken away with chains that nothing leads to any more', () => {
  const live = new Map([[mac.toLowerCase(), 'vnet3']])
  const { held } = domainRules('vm_1', [card({})], live)
  expect(held.map(({ key }) => key)).toEqual([tap, 'vnet3'])
  const listing = `elements = { "${tap}" : jump ${tap}.out,\n "vnet3" : jump ${tap}.out, "eth0" : jump other.out }`
  expect(parseHeld(listing)).toEqual(held)
  const device = removal([{ map: 'device', key: 'vnet3', tap }], new Set([tap]))
  expect(device).toEqual([
    'delete element bridge datahall from_guest { "vnet3" }',
    'delete element bridge datahall to_guest { "vnet3" }',
  ])
  expect(removal(held, new Set())).toContain(`delete chain bridge datahall ${tap}.out`)
  const answered = domainRules('vm_1', [card({ firewall_rules: [{ ...close, action: 'reject' }] })], new Map()).held
  expect(parseHeld(`"${tap}" : jump ${tap}.out }\n{ ${mac.toLowerCase()} : jump ${tap}.ask }`)).toEqual(answered)
  expect(removal(answered, new Set())).toContain(`delete element bridge datahall answered { ${mac.toLowerCase()} }`)
})

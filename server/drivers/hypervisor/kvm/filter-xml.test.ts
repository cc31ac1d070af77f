import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import type { PacketFilter } from '../types.ts'
import { filterXml } from './filter-xml.ts'

const mac = '52:54:00:AB:00:01'
const none: PacketFilter = { firewall_rules: [], anti_spoofing: null }
type Rule = { '@action': string; '@direction': string; '@priority': string } & Record<string, Record<string, string>>
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => name === 'rule',
})
function parsed(filter: Partial<PacketFilter>, domain = 'vm_1') {
  const xml = filterXml(domain, mac, { ...none, ...filter })
  expect(XMLValidator.validate(xml)).toBe(true)
  return parser.parse(xml).filter as { '@name': string; '@chain': string; uuid: string; rule?: Rule[] }
}

/** What becomes of a packet: the first rule that fits, in the order of priorities, as ebtables would have it. */
function verdict(rules: Rule[], direction: string, family: string, packet: Record<string, string>): string {
  const sorted = [...rules].sort((a, b) => Number(a['@priority']) - Number(b['@priority']))
  for (const rule of sorted) {
    if (rule['@direction'] !== direction) continue
    const [kind = '', found] = Object.entries(rule).find(([name]) => !name.startsWith('@')) ?? []
    const match = typeof found === 'object' ? found : {}
    if (kind !== 'mac' && kind !== family) continue
    const wanted = Object.entries(match).filter(([name]) => name !== '@match')
    const fits = wanted.every(([name, value]) => {
      if (name === '@dstportstart') return Number(packet.port) >= Number(value)
      if (name === '@dstportend') return Number(packet.port) <= Number(value)
      return packet[name.slice(1)] === value
    })
    if (fits !== (match['@match'] === 'no')) return rule['@action']
  }
  return 'accept'
}

test('a filter keeps its name and identity, whatever is in it', () => {
  const one = parsed({})
  const other = parsed({ anti_spoofing: { addresses: ['192.0.2.1'] } })
  expect(one).toMatchObject({ '@name': 'vm_1-nic-525400ab0001', '@chain': 'root' })
  expect(other.uuid).toBe(one.uuid)
  expect(one.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(parsed({}, 'vm_2').uuid).not.toBe(one.uuid)
})

test('ports are closed for both families, in the given direction', () => {
  const { rule = [] } = parsed({
    firewall_rules: [
      { direction: 'in', protocols: ['tcp', 'udp'], portstart: 20, portend: 25 },
      { direction: 'out', protocols: ['tcp'], portstart: 25, portend: 25 },
    ],
  })
  expect(rule).toHaveLength(6)
  for (const family of ['ip', 'ipv6']) {
    for (const port of ['20', '25']) {
      expect(verdict(rule, 'in', family, { protocol: 'tcp', port })).toBe('drop')
      expect(verdict(rule, 'in', family, { protocol: 'udp', port })).toBe('drop')
    }
    for (const port of ['19', '26']) expect(verdict(rule, 'in', family, { protocol: 'tcp', port })).toBe('accept')
    expect(verdict(rule, 'out', family, { protocol: 'tcp', port: '25' })).toBe('drop')
    expect(verdict(rule, 'out', family, { protocol: 'udp', port: '25' })).toBe('accept')
  }
  expect(verdict(rule, 'in', 'arp', {})).toBe('accept')
})

test('a VM sends under its own addresses only', () => {
  const { rule = [] } = parsed({ anti_spoofing: { addresses: ['192.0.2.1', '192.0.2.2', '2001:db8::1'] } })
  const own = '52:54:00:ab:00:01'
  const out = (family: string, packet: Record<string, string>) =>
    verdict(rule, 'out', family, { srcmacaddr: own, arpsrcmacaddr: own, ...packet })
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    expect(out('ip', { srcipaddr: address })).toBe('accept')
    expect(out('arp', { arpsrcipaddr: address })).toBe('accept')
  }
  expect(out('ipv6', { srcipaddr: '2001:db8::1' })).toBe('accept')
  expect(out('ipv6', { srcipaddr: '::' })).toBe('accept')
  // Another VM's address, MAC, or claim to either.
  expect(out('ip', { srcipaddr: '192.0.2.3' })).toBe('drop')
  expect(out('ipv6', { srcipaddr: '2001:db8::2' })).toBe('drop')
  expect(out('arp', { arpsrcipaddr: '192.0.2.3' })).toBe('drop')
  expect(out('ip', { srcipaddr: '192.0.2.1', srcmacaddr: '52:54:00:00:00:09' })).toBe('drop')
  expect(out('arp', { arpsrcipaddr: '192.0.2.1', arpsrcmacaddr: '52:54:00:00:00:09' })).toBe('drop')
  // The word of a router, and all that is neither IP nor ARP.
  expect(out('ipv6', { srcipaddr: '2001:db8::1', protocol: 'icmpv6', type: '134' })).toBe('drop')
  expect(out('vlan', {})).toBe('drop')
  // It has to be able to request an address; inbound traffic is not filtered here.
  expect(out('arp', { arpsrcipaddr: '0.0.0.0' })).toBe('accept')
  expect(verdict(rule, 'in', 'ip', { srcipaddr: '198.51.100.1' })).toBe('accept')
})

test('without IPv6 addresses nothing of it leaves; without any address nothing at all', () => {
  const v4 = parsed({ anti_spoofing: { addresses: ['192.0.2.1'] } }).rule ?? []
  const own = { srcmacaddr: '52:54:00:ab:00:01', arpsrcmacaddr: '52:54:00:ab:00:01' }
  expect(verdict(v4, 'out', 'ipv6', { ...own, srcipaddr: '2001:db8::1' })).toBe('drop')
  const bare = parsed({ anti_spoofing: { addresses: [] } }).rule ?? []
  expect(verdict(bare, 'out', 'ip', { ...own, srcipaddr: '192.0.2.1' })).toBe('drop')
})

test('addresses that DHCP gives are not known: the MAC alone is watched', () => {
  const { rule = [] } = parsed({ anti_spoofing: { addresses: null } })
  const own = { srcmacaddr: '52:54:00:ab:00:01', arpsrcmacaddr: '52:54:00:ab:00:01' }
  expect(verdict(rule, 'out', 'ip', { ...own, srcipaddr: '192.0.2.77' })).toBe('accept')
  expect(verdict(rule, 'out', 'ip', { ...own, srcmacaddr: '52:54:00:00:00:09' })).toBe('drop')
})

test('the firewall comes before anti-spoofing', () => {
  const { rule = [] } = parsed({
    firewall_rules: [{ direction: 'out', protocols: ['tcp'], portstart: 25, portend: 25 }],
    anti_spoofing: { addresses: ['192.0.2.1'] },
  })
  const packet = { srcmacaddr: '52:54:00:ab:00:01', srcipaddr: '192.0.2.1', protocol: 'tcp' }
  expect(verdict(rule, 'out', 'ip', { ...packet, port: '25' })).toBe('drop')
  expect(verdict(rule, 'out', 'ip', { ...packet, port: '26' })).toBe('accept')
})

test('what is no MAC, address or port is refused, and a name is only a name', () => {
  const rule = { direction: 'in', protocols: ['tcp'], portstart: 1, portend: 2 } as const
  const invalid = expect.objectContaining({ code: 'invalid_input' })
  for (const bad of ['', '52:54:00:00:00', "52:54:00:00:00:01'/><x"])
    expect(() => filterXml('vm_1', bad, none)).toThrow(invalid)
  for (const address of ['', '1.2.3', "192.0.2.1'/>", '192.0.2.0/24', 'fe80::1%eth0'])
    expect(() => parsed({ anti_spoofing: { addresses: [address] } }), address).toThrow(invalid)
  for (const port of [0, 65536, 1.5, Number.NaN])
    expect(() => parsed({ firewall_rules: [{ ...rule, portend: port }] }), String(port)).toThrow(invalid)
  expect(filterXml(`vm'"<&>`, mac, none)).toContain('name="vm&apos;&quot;&lt;&amp;&gt;-nic-')
  expect(() => filterXml('vm\n', mac, none)).toThrow(invalid)
})

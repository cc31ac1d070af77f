import { describe, expect, it } from 'vitest'
import type { KeaConfig } from './client.ts'
import { whatDiffers } from './in-force.ts'
import { renderKea } from './render.ts'
import type { DhcpServices } from './types.ts'

const ticket = 'T'.repeat(43)
const near = {
  id: 3,
  cidr: '192.0.2.0/24',
  via: { interface: 'prov0' },
  gateway: '192.0.2.254',
  nameservers: ['192.0.2.53', '192.0.2.54'],
  ranges: [{ first: '192.0.2.128', last: '192.0.2.255' }],
  reservations: [
    { mac: '52:54:00:AA:00:01', ip: '192.0.2.10', hostname: 'one', boot: { ticket } },
    { mac: '52:54:00:aa:00:02', ip: null, hostname: null },
  ],
}
const services: DhcpServices = {
  interfaces: ['prov0'],
  web: { address: '192.0.2.1', port: 8080 },
  subnets: [
    near,
    { ...near, id: 5, cidr: '203.0.113.0/24' },
    { ...near, id: 4, cidr: '198.51.100.0/24', via: { relays: ['198.51.100.1'] } },
  ],
  discovery: true,
  ignored: ['52:54:00:aa:00:09'],
}
const places = { controlSocket: '/run/k.sock', leaseFile: '/var/l.csv', leaseHook: '/usr/lib/l.so', log: 'stdout' }
const rendered = renderKea(services, places)
const differs = (running: KeaConfig, wanted = rendered) => whatDiffers(running, wanted).map(String)
const copy = (): KeaConfig => structuredClone(rendered)

type Path = (string | number)[]
/** Ways to all values of a configuration that are no list or object. */
const leaves = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : [path]
const other = (value: unknown) =>
  typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value}9`
/** A copy in which the value at a path is another one. */
function changed(path: Path): KeaConfig {
  const config = copy()
  let at = config as unknown as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>
  const last = path.at(-1) ?? ''
  at[last] = other(at[last])
  return config
}

describe('what is in force', () => {
  it('is what was rendered', () => expect(differs(copy())).toEqual([]))

  it('differs by each value that is rendered, but the control socket and the log', () => {
    const overlooked = leaves(rendered).filter((path) => whatDiffers(changed(path), rendered).length === 0)
    const words = [...new Set(overlooked.map((path) => path.slice(0, 2).join('.')))]
    expect(words.sort()).toEqual(['Dhcp4.control-socket', 'Dhcp4.loggers'])
  })

  it('differs by what was taken away or added', () => {
    const { Dhcp4 } = copy()
    const subnets = Dhcp4.subnet4 as object[]
    expect(differs({ Dhcp4: { ...Dhcp4, subnet4: [] } })).toEqual(['network 198.51.100.0/24'])
    expect(differs({ Dhcp4: { ...Dhcp4, subnet4: [...subnets, { id: 9, subnet: '10.0.0.0/8' }] } })).toEqual([
      'network 10.0.0.0/8',
    ])
    const bare = renderKea({ ...services, subnets: [{ ...near, gateway: null, ranges: [], nameservers: [] }] }, places)
    expect(differs(rendered, bare)).toContain('network 192.0.2.0/24')
    expect(differs({ Dhcp4: { ...Dhcp4, 'client-classes': [] } })).toEqual(['client classes'])
    expect(differs({ Dhcp4: { ...Dhcp4, 'interfaces-config': { interfaces: [] } } })).toEqual(['general settings'])
  })
})

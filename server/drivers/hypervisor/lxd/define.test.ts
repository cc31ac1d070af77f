import { expect, it } from 'vitest'
import type { DomainSpec } from '../domain-types.ts'
import { instanceConfig, instanceDevices, nicNumbers } from './define.ts'

const mac = (n: number) => `52:54:00:00:00:0${n}`
const spec = (...macs: string[]) =>
  ({
    internal_name: 'dh-1',
    uuid: 'u',
    cpu_number: 1,
    ram_mib: 128,
    nesting: false,
    limits: {},
    disks: [],
    interfaces: macs.map((one) => ({ mac: one.toUpperCase(), bridge: 'br0' })),
  }) as unknown as DomainSpec
const root = { pool: 'default', size_mib: 1024 }
const devicesOf = (one: DomainSpec, present = {}) => instanceDevices(one, root, nicNumbers(one, present))
const nics = (devices: Record<string, Record<string, string>>) =>
  Object.entries(devices).flatMap(([key, { type, name, hwaddr }]) => (type === 'nic' ? [[key, name, hwaddr]] : []))

it('keeps the names of interfaces when the one between them goes, and gives its number to the next one', () => {
  const first = devicesOf(spec(mac(1), mac(2), mac(3)))
  const without = devicesOf(spec(mac(1), mac(3)), first)
  expect(nics(without)).toEqual([
    ['nic00', 'eth0', mac(1)],
    ['nic02', 'eth2', mac(3)],
  ])
  expect(nics(devicesOf(spec(mac(1), mac(3), mac(4)), without))).toContainEqual(['nic01', 'eth1', mac(4)])
})

it('gives addresses to interfaces in the order in which LXD counts them', () => {
  const one = spec(mac(3), mac(1))
  const seed = {
    'user-data': '',
    'meta-data': 'instance-id: a-1\n',
    'network-config': JSON.stringify({
      version: 2,
      ethernets: {
        eth0: { match: { macaddress: mac(1) }, addresses: ['10.0.0.1/24'] },
        eth1: { match: { macaddress: mac(3) }, addresses: ['10.0.0.3/24'] },
      },
    }),
  }
  const present = { nic00: { type: 'nic', hwaddr: mac(1) }, nic02: { type: 'nic', hwaddr: mac(3) } }
  const lines = instanceConfig(one, seed, nicNumbers(one, present))['raw.lxc']
  expect(lines).toBe('lxc.net.0.ipv4.address = 10.0.0.1/24\nlxc.net.1.ipv4.address = 10.0.0.3/24')
})

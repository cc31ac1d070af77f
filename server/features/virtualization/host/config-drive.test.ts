import { expect, it } from 'vitest'
import { isPassword } from '../../../simulation/hypervisor/passwords.ts'
import { readSeed } from '../../../simulation/hypervisor/seed.ts'
import { makeSeed, type SeedInput } from './seed.ts'

const KEY = 'ABCDE-12345-FGHIJ-67890-KLMNO'
const input: SeedInput = {
  instance_id: '4a1b-1',
  name: 'Web_Server 1',
  domain: null,
  login_user: 'administrator',
  password: 'Guest-pass-1',
  ssh_keys: ['ssh-ed25519 AAAA ann', 'ssh-rsa BBBB'],
  dns_servers: ['192.0.2.53', '2001:db8::53'],
  windows: { product_key: KEY, kms_host: 'kms.example.com:1688' },
  interfaces: [
    {
      mac: '52:54:00:00:00:01',
      dhcp: false,
      addresses: [
        { ip: '192.0.2.10', prefix: 26, gateway: '192.0.2.1' },
        { ip: '192.0.2.11', prefix: 26, gateway: '192.0.2.1' },
        { ip: '2001:db8::10', prefix: 64, gateway: '2001:db8::1' },
      ],
    },
    { mac: '52:54:00:00:00:02', dhcp: true, addresses: [] },
    { mac: '52:54:00:00:00:03', dhcp: false, no_ip: true, addresses: [] },
  ],
}
const drive = (over: Partial<SeedInput> = {}) => makeSeed({ ...input, ...over })
const json = (files: Record<string, string>, name: string) => JSON.parse(files[`openstack/latest/${name}`] ?? '')

it('has host name, password, keys and KMS server where cloudbase-init looks for them', () => {
  const files = drive()
  expect(Object.keys(files).sort()).toEqual([
    'openstack/latest/meta_data.json',
    'openstack/latest/network_data.json',
    'openstack/latest/user_data',
  ])
  expect(json(files, 'meta_data.json')).toEqual({
    uuid: '4a1b-1',
    name: 'web-server-1',
    hostname: 'web-server-1',
    admin_pass: 'Guest-pass-1',
    public_keys: { 'key-1': 'ssh-ed25519 AAAA ann', 'key-2': 'ssh-rsa BBBB' },
    meta: { admin_username: 'administrator', kms_host: 'kms.example.com:1688' },
  })
})

it('installs the product key by a script, which stands nowhere else', () => {
  const files = drive()
  const script = files['openstack/latest/user_data'] ?? ''
  expect(script.split('\n')[0]).toBe('#ps1_sysnative')
  expect(script).toContain(`/ipk '${KEY}'`)
  expect(json(files, 'meta_data.json')).not.toMatchObject({ product_key: expect.anything() })
})

it.each([
  ['without a key', { windows: { product_key: null, kms_host: null } }],
  ['for a clone', { kind: 'clone' }],
  ['for another password', { kind: 'access' }],
] satisfies [string, Partial<SeedInput>][])('has no script %s', (_, over) => {
  expect(drive(over)['openstack/latest/user_data']).toBeUndefined()
})

it('leaves out what there is none of', () => {
  const files = drive({ password: null, ssh_keys: [], windows: { product_key: null, kms_host: null } })
  expect(json(files, 'meta_data.json')).toEqual({
    uuid: '4a1b-1',
    name: 'web-server-1',
    hostname: 'web-server-1',
    meta: { admin_username: 'administrator' },
  })
})

it('has the network as OpenStack writes it, with one gateway of each family', () => {
  const { links, networks, services } = json(drive(), 'network_data.json')
  expect(links).toEqual([
    { id: 'eth0', type: 'phy', ethernet_mac_address: '52:54:00:00:00:01', mtu: null },
    { id: 'eth1', type: 'phy', ethernet_mac_address: '52:54:00:00:00:02', mtu: null },
    { id: 'eth2', type: 'phy', ethernet_mac_address: '52:54:00:00:00:03', mtu: null },
  ])
  expect(networks).toEqual([
    {
      id: 'eth0-0',
      type: 'ipv4',
      link: 'eth0',
      ip_address: '192.0.2.10',
      netmask: '255.255.255.192',
      routes: [{ network: '0.0.0.0', netmask: '0.0.0.0', gateway: '192.0.2.1' }],
      services: [{ type: 'dns', address: '192.0.2.53' }],
    },
    expect.objectContaining({ ip_address: '192.0.2.11', routes: [] }),
    {
      id: 'eth0-2',
      type: 'ipv6',
      link: 'eth0',
      ip_address: '2001:db8::10',
      netmask: 'ffff:ffff:ffff:ffff:0:0:0:0',
      routes: [{ network: '::', netmask: '::', gateway: '2001:db8::1' }],
      services: [{ type: 'dns', address: '2001:db8::53' }],
    },
    { id: 'eth1-dhcp', type: 'ipv4_dhcp', link: 'eth1' },
  ])
  expect(services).toHaveLength(2)
})

it('is what a simulated Windows reads', () => {
  const seed = readSeed(drive())
  expect(seed).toMatchObject({
    instance_id: '4a1b-1',
    hostname: 'web-server-1',
    user: 'administrator',
    networks: {
      '52:54:00:00:00:01': { addresses: ['192.0.2.10/26', '192.0.2.11/26', '2001:db8::10/64'], gateway: '192.0.2.1' },
    },
  })
  expect(isPassword('Guest-pass-1', seed.password_hash ?? '')).toBe(true)
})

it('is not made for other systems', () => {
  expect(Object.keys(drive({ windows: undefined })).sort()).toEqual(['meta-data', 'network-config', 'user-data'])
})

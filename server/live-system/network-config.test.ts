import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const agent = path.join(import.meta.dirname, 'agent')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'network-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const script = `set -eu
. "$1/base.sh"
. "$1/job.sh"
. "$1/network-config.sh"
network_config "$2"
printf '%s' "$network_kind"
`
type Job = Record<string, string | string[]>

/** Configures an empty system that has these programs, with the live system's own program; answers a reader of its files. */
function configure(job: Job, ...programs: string[]): (file: string) => string {
  const root = path.join(folder, 'root')
  for (const file of ['etc/network/interfaces', 'state/job/-', ...programs]) {
    const at = file.startsWith('state') ? path.join(folder, file) : path.join(root, file)
    mkdirSync(path.dirname(at), { recursive: true })
    writeFileSync(at, '')
  }
  for (const [name, values] of Object.entries(job))
    for (const [at, value] of [values].flat().entries())
      writeFileSync(path.join(folder, 'state/job', `${name}.${at + 1}`), value)
  const env = { PATH: process.env.PATH, DATAHALL_STATE: path.join(folder, 'state') } as unknown as NodeJS.ProcessEnv
  const run = spawnSync('sh', ['-c', script, 'sh', agent, root], { env })
  expect(run.status, run.stderr.toString()).toBe(0)
  return (file) => (file === 'kind' ? run.stdout.toString() : readFileSync(path.join(root, file), 'utf8'))
}

const IFUP = 'usr/sbin/ifup'
const NETWORKD = 'usr/lib/systemd/systemd-networkd'
const mac = '52:54:00:AA:00:01'
const both: Job = {
  mac,
  address: ['192.0.2.4/24', '192.0.2.5/24', '2001:db8::4/64'],
  gateway: '192.0.2.1',
  gateway6: '2001:db8::1',
  nameserver: ['192.0.2.53', '2001:db8::53'],
}
const trunk: Job = {
  mac,
  bond_mac: [mac, '52:54:00:aa:00:02'],
  vlan: '100',
  address: '192.0.2.4/24',
  gateway: '192.0.2.1',
}

describe('the network of an installed system', () => {
  it('has its interface named by the hardware address', () => {
    const read = configure({ mac }, IFUP)
    expect(read('etc/mactab')).toBe('lan0 52:54:00:aa:00:01\n')
    expect(read('etc/systemd/network/10-lan0.link')).toBe(
      '[Match]\nMACAddress=52:54:00:aa:00:01\nType=ether\n\n[Link]\nName=lan0\n',
    )
  })

  it('asks for an address when the job has none', () => {
    const read = configure({ mac }, IFUP)
    expect(read('kind')).toBe('ifupdown')
    expect(read('etc/network/interfaces')).toBe('auto lo\niface lo inet loopback\n\nauto lan0\niface lan0 inet dhcp\n')
  })

  it('is written for ifupdown, with one gateway a family', () => {
    const read = configure(both, IFUP, NETWORKD)
    expect(read('etc/network/interfaces')).toBe(`auto lo
iface lo inet loopback

auto lan0
iface lan0 inet static
  address 192.0.2.4
  netmask 255.255.255.0
  gateway 192.0.2.1
iface lan0 inet static
  address 192.0.2.5
  netmask 255.255.255.0
iface lan0 inet6 static
  address 2001:db8::4
  netmask 64
  gateway 2001:db8::1
`)
    expect(read('etc/resolv.conf')).toBe('nameserver 192.0.2.53\nnameserver 2001:db8::53\n')
  })

  it.each([
    ['192.0.2.4/32', '255.255.255.255'],
    ['192.0.2.4/31', '255.255.255.254'],
    ['192.0.2.4/22', '255.255.252.0'],
    ['10.0.0.4/8', '255.0.0.0'],
  ])('has the mask of %s', (address, mask) => {
    expect(configure({ mac, address }, IFUP)('etc/network/interfaces')).toContain(`  netmask ${mask}\n`)
  })

  it('is written for systemd-networkd', () => {
    const read = configure(both, NETWORKD)
    expect(read('kind')).toBe('networkd')
    expect(read('etc/systemd/network/30-upper.network')).toBe(
      [
        '[Match]\nName=lan0\n\n[Network]',
        'Address=192.0.2.4/24\nAddress=192.0.2.5/24\nAddress=2001:db8::4/64',
        'Gateway=192.0.2.1\nGateway=2001:db8::1',
        'DNS=192.0.2.53\nDNS=2001:db8::53\n',
      ].join('\n'),
    )
  })

  it('has a VLAN on a bond, for ifupdown', () => {
    expect(configure(trunk, IFUP)('etc/network/interfaces')).toBe(`auto lo
iface lo inet loopback

auto lan0
iface lan0 inet manual
  bond-master bond0

auto lan1
iface lan1 inet manual
  bond-master bond0

auto bond0
iface bond0 inet manual
  bond-slaves none
  bond-mode 802.3ad
  bond-miimon 100
  bond-xmit-hash-policy layer3+4

auto bond0.100
iface bond0.100 inet static
  address 192.0.2.4
  netmask 255.255.255.0
  gateway 192.0.2.1
  vlan-raw-device bond0
`)
  })

  it('has a VLAN on a bond, for systemd-networkd', () => {
    const read = configure(trunk, NETWORKD)
    const folder = 'etc/systemd/network'
    expect(read(`${folder}/20-lan1.network`)).toBe('[Match]\nName=lan1\n\n[Network]\nBond=bond0\n')
    expect(read(`${folder}/20-vlan.netdev`)).toBe('[NetDev]\nName=bond0.100\nKind=vlan\n\n[VLAN]\nId=100\n')
    expect(read(`${folder}/20-ports.network`)).toContain('Name=bond0\n\n[Network]\nVLAN=bond0.100\n')
    expect(read(`${folder}/30-upper.network`)).toContain('Name=bond0.100\n\n[Network]\nAddress=192.0.2.4/24\n')
  })
})

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, connect as dial } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inNode, nodeDown, nodePath, nodeUp } from '../../../../../e2e/lab/api.ts'
import { virsh } from '../../../../../e2e/lab/guest.ts'
import { soon } from '../../../../shared/testing/soon.ts'
import type { PacketFilter } from '../../packet-types.ts'
import { domainKey, tapName } from '../../packets/names.ts'
import type { NodeConnection } from '../../types.ts'
import * as frame from './lab-frames.ts'
import * as vm from './lab-vm.ts'

const run = promisify(execFile)
const { ADDRESS, GATEWAY, MAC, cards, inGuest, lab, name, spec } = vm
const OTHER_MAC = '52:54:00:99:99:99'
const OTHER = '10.90.0.243'
const own6 = '2001:db8:0:0:0:0:0:8'
const other6 = '2001:db8:0:0:0:0:0:9'
const local6 = 'fe80:0:0:0:5054:ff:fec0:8'
const tap = tapName(name, MAC)
const guarded: PacketFilter = {
  firewall_rules: [
    { action: 'drop', direction: 'in', protocols: ['tcp'], portstart: 8001, portend: 8001 },
    { action: 'drop', direction: 'out', protocols: ['udp'], portstart: 9001, portend: 9001 },
  ],
  anti_spoofing: { addresses: [ADDRESS, '2001:db8::8'] },
}
const { arp, ether, ip, ip6, neighbourAdvertisement, routerAdvertisement, tagged, type, udp } = frame

/** Each frame ends with a mark of its own, by which it is known again. */
const mark = (n: number) => Buffer.from(`datahall-mark-${String(n).padStart(4, '0')}`)
const ICMP6 = 58
const UDP = 17
// None speaks for a machine of the lab: without rules that would cut it off, as it should.
const hostile: [string, (end: Buffer) => Buffer][] = [
  ['MAC', (end) => ether(OTHER_MAC, type.ip, ip(ADDRESS, UDP, udp(1, 2, end)))],
  ['ARP, another MAC inside', (end) => ether(MAC, type.arp, Buffer.concat([arp(OTHER_MAC, '0.0.0.0', OTHER), end]))],
  ['ARP, another address', (end) => ether(MAC, type.arp, Buffer.concat([arp(MAC, OTHER, GATEWAY), end]))],
  ['IPv4', (end) => ether(MAC, type.ip, ip(OTHER, UDP, udp(1, 2, end)))],
  ['IPv6', (end) => ether(MAC, type.ip6, ip6(other6, UDP, udp(1, 2, end)))],
  ['router advertisement', (end) => ether(MAC, type.ip6, ip6(local6, ICMP6, routerAdvertisement(end)))],
  [
    'router advertisement behind another header',
    (end) => ether(MAC, type.ip6, ip6(local6, 60, frame.destinationOptions(ICMP6, routerAdvertisement(end)))),
  ],
  [
    "another's neighbour advertisement",
    (end) => ether(MAC, type.ip6, ip6(local6, ICMP6, neighbourAdvertisement(other6, end))),
  ],
  ['DHCP server', (end) => ether(MAC, type.ip, ip(ADDRESS, UDP, udp(67, 68, end)))],
  ['DHCPv6 server', (end) => ether(MAC, type.ip6, ip6(local6, UDP, udp(547, 546, end)))],
  ['VLAN', (end) => ether(MAC, type.vlan, tagged(5, type.ip, ip(ADDRESS, UDP, udp(1, 2, end))))],
  ['priority tag', (end) => ether(MAC, type.vlan, tagged(0, type.ip6, ip6(local6, ICMP6, routerAdvertisement(end))))],
]
const honest: [string, (end: Buffer) => Buffer][] = [
  ['ARP', (end) => ether(MAC, type.arp, Buffer.concat([arp(MAC, ADDRESS, GATEWAY), end]))],
  ['ARP probe', (end) => ether(MAC, type.arp, Buffer.concat([arp(MAC, '0.0.0.0', ADDRESS), end]))],
  ['IPv4', (end) => ether(MAC, type.ip, ip(ADDRESS, UDP, udp(1, 2, end)))],
  ['DHCP client', (end) => ether(MAC, type.ip, ip('0.0.0.0', UDP, udp(68, 67, end)))],
  ['IPv6', (end) => ether(MAC, type.ip6, ip6(own6, UDP, udp(1, 2, end)))],
  ['DHCPv6 client', (end) => ether(MAC, type.ip6, ip6(local6, UDP, udp(546, 547, end)))],
  ['neighbour advertisement', (end) => ether(MAC, type.ip6, ip6(own6, ICMP6, neighbourAdvertisement(own6, end)))],
  [
    'announcement after a migration',
    (end) => ether(MAC, type.rarp, Buffer.concat([arp(MAC, '0.0.0.0', '0.0.0.0'), end])),
  ],
]

/** Which of the frames come through to the panel's side. The last is allowed by all rules: once it is there, so are the rest. */
async function passing(list: typeof hostile): Promise<string[]> {
  const all = [...list, honest[2]!]
  const frames = all.map(([, make], n) => make(mark(n)))
  const listening = await vm.sniff()
  try {
    await vm.sendFrames(frames)
    const hex = (n: number) => mark(n).toString('hex')
    await expect
      .poll(() => listening.seen().split(hex(list.length)).length - 1, { timeout: 10_000 })
      .toBeGreaterThanOrEqual(3)
    return list.filter((_, n) => listening.seen().includes(hex(n))).map(([what]) => what)
  } finally {
    listening.stop()
  }
}

const rules = async () => (await inNode(lab, 1, ['nft', 'list', 'table', 'bridge', 'datahall'])).stdout
const queues = async () => (await inNode(lab, 1, ['tc', 'qdisc', 'show'])).stdout

async function silent(port: number): Promise<boolean> {
  const socket = dial({ host: ADDRESS, port })
  try {
    return await once(socket, 'connect', { signal: AbortSignal.timeout(1_000) }).then(
      () => false,
      (error) => (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED',
    )
  } finally {
    socket.destroy()
  }
}

describe('packets of a VM', () => {
  let node: NodeConnection
  const set = (filter: PacketFilter | null, limits = {}) => node.setNetworkRules(name, cards(filter), limits, soon())

  beforeAll(async () => {
    node = await vm.connect()
    await vm.define(node)
    await node.startDomain(name, soon())
  }, 60_000)

  afterAll(async () => {
    if (!node) return
    await vm.clear(node)
    node.close()
  })

  test('the VM comes up', { timeout: 200_000 }, async () => {
    await expect.poll(() => inGuest('echo up').catch(String), { timeout: 180_000, interval: 300 }).toBe('up')
    await vm.bring(['/usr/bin/perl'])
  })

  test('without rules everything leaves the guest, or the next test would say nothing', {
    timeout: 40_000,
  }, async () => {
    expect(await passing(hostile)).toEqual(hostile.map(([what]) => what))
  })

  test('no forged packet does, all honest ones do', { timeout: 60_000 }, async () => {
    await set(guarded)
    expect(await passing(hostile)).toEqual([])
    // Each was sent three times.
    const { forged, rules } = await node.packetCounters(name, soon())
    expect(forged.packets).toBeGreaterThanOrEqual(hostile.length * 3)
    expect(rules).toHaveLength(guarded.firewall_rules.length)
    expect(await passing(honest)).toEqual(honest.map(([what]) => what))
  })

  test('what others send to it is judged too, from the node itself as well', { timeout: 30_000 }, async () => {
    expect(await silent(8001)).toBe(true)
    expect(await silent(8002)).toBe(false)
    const { rules } = await node.packetCounters(name, soon())
    expect(rules.map(({ packets }) => packets > 0)).toEqual([true, false])
    const fromNode = (port: number) =>
      inNode(lab, 1, ['timeout', '2', 'bash', '-c', `exec 3<>/dev/tcp/${ADDRESS}/${port}`]).then(
        ({ code }) => code,
        () => 124,
      )
    expect(await fromNode(8001)).toBe(124)
    expect(await fromNode(22)).toBe(0)
  })

  test('nothing that is allowed is lost while rules change', { timeout: 60_000 }, async () => {
    const pings = run('ping', ['-q', '-i', '0.02', '-c', '400', '-W', '10', ADDRESS])
    let over = false
    void pings.finally(() => {
      over = true
    })
    let changes = 0
    for (; changes < 50 || !over; changes++)
      await set(
        changes % 2 === 0
          ? { ...guarded, firewall_rules: [] }
          : { ...guarded, anti_spoofing: { addresses: [OTHER, ADDRESS] } },
      )
    expect(changes).toBeGreaterThanOrEqual(50)
    expect((await pings).stdout).toContain('400 packets transmitted, 400 received')
    await set(guarded)
  })

  const measured = [
    { net_in_mbitps: 8, net_out_mbitps: 4 },
    { net_in_mbitps: 16, net_out_mbitps: 12 },
  ]
  for (const limits of measured)
    test(`${limits.net_in_mbitps} Mbit/s in and ${limits.net_out_mbitps} out are kept`, {
      timeout: 120_000,
    }, async () => {
      await set(guarded, limits)
      const sizes = { in: limits.net_in_mbitps * 8 * 65_536, out: limits.net_out_mbitps * 8 * 65_536 }
      await kept(limits.net_in_mbitps, () => receiving(sizes.in))
      await kept(limits.net_out_mbitps, () => sending(sizes.out))
    })

  /** Expects a rate within a tenth of its limit. An emulated guest that waits for a processor is slower: it is measured again. */
  async function kept(limit: number, measure: () => Promise<number>) {
    const parts: number[] = []
    const last = () => parts.at(-1) ?? 0
    // The limit counts headers, the measurement does not.
    do parts.push(((await measure()) * (1514 / 1448)) / limit)
    while (last() <= 0.9 && parts.length < 5)
    expect(last(), String(parts)).toBeGreaterThan(0.9)
    expect(last(), String(parts)).toBeLessThan(1.1)
  }

  /** Mbit/s at which the guest takes so many bytes from a server here. */
  async function receiving(bytes: number): Promise<number> {
    const server = createServer((socket) => socket.on('error', () => {}).end(Buffer.alloc(bytes))).listen(9003, GATEWAY)
    try {
      // By the guest's clock: the server has handed all to its kernel long before it has arrived.
      const clock = 'cut -d" " -f1 /proc/uptime'
      const said = await inGuest(`${clock}; nc ${GATEWAY} 9003 < /dev/null | wc -c; ${clock}`)
      const [from = 0, taken, to = 0] = said.split('\n').map(Number)
      expect(taken).toBe(bytes)
      return (bytes * 8) / 1e6 / (to - from)
    } finally {
      server.close()
    }
  }

  /** The same the other way round. */
  async function sending(bytes: number): Promise<number> {
    const sink = createServer().listen(9004, GATEWAY)
    try {
      const sent = inGuest(
        `dd if=/dev/zero bs=64k count=${bytes / 65_536} 2> /dev/null | nc ${GATEWAY} 9004 > /dev/null`,
      )
      const [socket] = await once(sink, 'connection')
      const from = performance.now()
      await once(socket.resume(), 'end')
      const rate = (bytes * 8) / 1000 / (performance.now() - from)
      expect(socket.bytesRead).toBe(bytes)
      socket.destroy()
      await sent
      return rate
    } finally {
      sink.close()
    }
  }

  test('limits that are gone are gone', async () => {
    expect(await queues()).toContain(`dev ${tap} root`)
    await set(guarded)
    expect(await queues()).not.toContain('da11:')
    expect((await inNode(lab, 1, ['ls', '/sys/class/net'])).stdout).not.toContain(`di${tap.slice(2)}`)
  })

  test('another definition of the running VM brings its rules and limits into force at once', async () => {
    await set(null)
    await node.changeDomain({ ...spec, interfaces: cards(guarded), limits: { net_out_mbitps: 50 } }, soon())
    expect(await silent(8001)).toBe(true)
    expect(await queues()).toMatch(/da11: dev di.* rate 50Mbit/)
  })

  test('a reboot of the guest and a restart of libvirt keep rules and limits', { timeout: 240_000 }, async () => {
    await set(guarded, measured[0])
    await inGuest('reboot')
    await expect
      .poll(() => inGuest('cut -d. -f1 /proc/uptime').then(Number, () => 1e6), { timeout: 180_000 })
      .toBeLessThan(60)
    expect(await silent(8001)).toBe(true)
    expect(await queues()).toContain('da11:')
    node.close()
    await nodeDown(lab, 1, 'libvirtd')
    await nodeUp(lab, 1, 'libvirtd')
    node = await vm.connect()
    expect(await node.domain(name, soon())).toMatchObject({ state: 'running' })
    expect(await silent(8001)).toBe(true)
    expect(await queues()).toContain('da11:')
  })

  test('the kept rules are those in force: a node that starts loads them from its file alone', async () => {
    const plain = async () =>
      (await rules())
        .replaceAll(/packets \d+ bytes \d+/g, '')
        .split('\n')
        .sort()
    const before = await plain()
    await inNode(lab, 1, ['nft', 'delete', 'table', 'bridge', 'datahall'])
    await inNode(lab, 1, ['nft', '-f', '/etc/datahall/network.nft'])
    expect(await plain()).toEqual(before)
    // Rules that were flushed come back with the next renewal.
    await inNode(lab, 1, ['nft', 'delete', 'table', 'bridge', 'datahall'])
    await set(guarded, measured[0])
    expect(await plain()).toEqual(before)
  })

  test('a VM that runs by the definition of an earlier version is guarded at once', { timeout: 240_000 }, async () => {
    await set(null)
    await node.destroyDomain(name, soon())
    const old = `${name}-nic-525400c00008`
    const put = async (file: string, xml: string) => writeFile(nodePath(lab, 1, file), xml)
    await put(
      '/var/lib/packets-test/filter.xml',
      `<filter name='${old}' chain='root'><rule action='drop' direction='in'><tcp dstportstart='8002' dstportend='8002'/></rule></filter>`,
    )
    await virsh(lab, 1, 'nwfilter-define', '/var/lib/packets-test/filter.xml')
    const xml = await virsh(lab, 1, 'dumpxml', '--inactive', '--security-info', name)
    await put('/var/lib/packets-test/old.xml', xml.replace(/<target dev='dh[^>]*>/, `<filterref filter='${old}'/>`))
    await virsh(lab, 1, 'define', '/var/lib/packets-test/old.xml')
    await node.startDomain(name, soon())
    await expect.poll(() => inGuest('echo up').catch(String), { timeout: 180_000, interval: 300 }).toBe('up')
    expect(await virsh(lab, 1, 'domiflist', name)).toMatch(/vnet\d/)
    expect([await silent(8001), await silent(8002)]).toEqual([false, true])

    await set(guarded, measured[0])
    expect([await silent(8001), await silent(8002)]).toEqual([true, false])
    expect(await queues()).toMatch(/da11: dev vnet\d+ root/)
    expect(await virsh(lab, 1, 'dumpxml', '--inactive', name)).toContain(`<target dev='${tap}'/>`)
    // Nothing refers to a name that another VM could have next.
    await node.destroyDomain(name, soon())
    await set(guarded, measured[0])
    expect(await rules()).not.toContain('vnet')
    expect(await virsh(lab, 1, 'nwfilter-list')).not.toContain(old)
    await node.startDomain(name, soon())
    expect(await virsh(lab, 1, 'domiflist', name)).toContain(tap)
  })

  test('nothing of it stays when the VM is deleted', async () => {
    await node.destroyDomain(name, soon())
    await node.undefineDomain(name, soon())
    expect(await rules()).not.toContain(domainKey(name))
    expect((await inNode(lab, 1, ['ls', '/sys/class/net', '/etc/datahall/network'])).stdout).not.toContain(
      domainKey(name),
    )
    expect(await virsh(lab, 1, 'list', '--all', '--name')).not.toContain(name)
    await node.defineDomain(spec, soon())
  })
})

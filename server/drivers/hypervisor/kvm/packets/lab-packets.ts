import { once } from 'node:events'
import { connect as dial } from 'node:net'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { inNode } from '../../../../../e2e/lab/api.ts'
import { soon } from '../../../../shared/testing/soon.ts'
import type { PacketFilter } from '../../packet-types.ts'
import { tapName } from '../../packets/names.ts'
import type { NodeConnection } from '../../types.ts'
import * as frame from './lab-frames.ts'
import * as vm from './lab-vm.ts'

// The rules of the VM of lab-vm.ts, frames that they let pass or not, and what the node has of them.
const { ADDRESS, GATEWAY, MAC, cards, inGuest, lab, name } = vm
const OTHER_MAC = '52:54:00:99:99:99'
export const OTHER = '10.90.0.243'
const own6 = '2001:db8:0:0:0:0:0:8'
const other6 = '2001:db8:0:0:0:0:0:9'
const local6 = 'fe80:0:0:0:5054:ff:fec0:8'
export const tap = tapName(name, MAC)
export const guarded: PacketFilter = {
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
export const hostile: [string, (end: Buffer) => Buffer][] = [
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
export const honest: [string, (end: Buffer) => Buffer][] = [
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
export async function passing(list: typeof hostile): Promise<string[]> {
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

export const rules = async () => (await inNode(lab, 1, ['nft', 'list', 'table', 'bridge', 'datahall'])).stdout
export const queues = async () => (await inNode(lab, 1, ['tc', 'qdisc', 'show'])).stdout

/** Whether there is no answer at a TCP port of the guest, not even with a refusal. */
export async function silent(port: number): Promise<boolean> {
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

/** Called at the top of a file: the VM runs on the node, and is gone afterwards. `node` is the connection, which a test may replace. */
export function guardedVm() {
  const at = {} as { node: NodeConnection }
  beforeAll(async () => {
    at.node = await vm.connect()
    await vm.define(at.node)
    await at.node.startDomain(name, soon())
    await vi.waitFor(() => inGuest('true'), { timeout: 180_000, interval: 300 })
  })
  afterAll(async () => {
    if (!at.node) return
    await vm.clear(at.node)
    at.node.close()
  })
  return at
}

/** Puts rules and limits of the VM into force. */
export const setRules = (node: NodeConnection, filter: PacketFilter | null, limits = {}) =>
  node.setNetworkRules(name, cards(filter), limits, soon())

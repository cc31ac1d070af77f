import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { inNode } from '../../../../../e2e/lab/api.ts'
import { virsh } from '../../../../../e2e/lab/guest.ts'
import { soon } from '../../../../shared/testing/soon.ts'
import type { PacketFilter } from '../../packet-types.ts'
import { domainKey } from '../../packets/names.ts'
import {
  guarded,
  guardedVm,
  honest,
  hostile,
  OTHER,
  passing,
  queues,
  rules,
  setRules,
  silent,
  tap,
} from './lab-packets.ts'
import * as vm from './lab-vm.ts'

// Packets of a real guest, forged and honest, and what rules and limits let pass of them.
const run = promisify(execFile)
const { ADDRESS, GATEWAY, cards, inGuest, lab, name, spec } = vm
const at = guardedVm()
const set = (filter: PacketFilter | null, limits = {}) => setRules(at.node, filter, limits)

test('without rules everything leaves the guest, or the next test would say nothing', async () => {
  await vm.bring(['/usr/bin/perl'])
  expect(await passing(hostile)).toEqual(hostile.map(([what]) => what))
})

test('no forged packet does, all honest ones do', { timeout: 60_000 }, async () => {
  await set(guarded)
  expect(await passing(hostile)).toEqual([])
  // Each was sent three times.
  const { forged, rules } = await at.node.packetCounters(name, soon())
  expect(forged.packets).toBeGreaterThanOrEqual(hostile.length * 3)
  expect(rules).toHaveLength(guarded.firewall_rules.length)
  expect(await passing(honest)).toEqual(honest.map(([what]) => what))
})

test('what others send to it is judged too, from the node itself as well', { timeout: 30_000 }, async () => {
  expect(await silent(8001)).toBe(true)
  expect(await silent(8002)).toBe(false)
  const { rules } = await at.node.packetCounters(name, soon())
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
    const sent = inGuest(`dd if=/dev/zero bs=64k count=${bytes / 65_536} 2> /dev/null | nc ${GATEWAY} 9004 > /dev/null`)
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
  await at.node.changeDomain({ ...spec, interfaces: cards(guarded), limits: { net_out_mbitps: 50 } }, soon())
  expect(await silent(8001)).toBe(true)
  expect(await queues()).toMatch(/da11: dev di.* rate 50Mbit/)
})

test('nothing of it stays when the VM is deleted', async () => {
  await at.node.destroyDomain(name, soon())
  await at.node.undefineDomain(name, soon())
  expect(await rules()).not.toContain(domainKey(name))
  expect((await inNode(lab, 1, ['ls', '/sys/class/net', '/etc/datahall/network'])).stdout).not.toContain(
    domainKey(name),
  )
  expect(await virsh(lab, 1, 'list', '--all', '--name')).not.toContain(name)
  await at.node.defineDomain(spec, soon())
})

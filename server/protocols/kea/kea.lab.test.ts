import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '../../../e2e/lab/run.ts'
import { until } from '../../../e2e/support/slice.ts'
import { soon } from '../../shared/testing/soon.ts'
import { KeaClient } from './client.ts'
import { asks, dhcpClient, twoNamespaces } from './dhcp-client-fixture.ts'
import { whatDiffers } from './in-force.ts'
import { parseLeaseFiles } from './leases.ts'
import { renderKea } from './render.ts'
import type { DhcpServices, DhcpSubnet, KeaPlaces, Reservation } from './types.ts'

const folder = mkdtempSync(join(tmpdir(), 'kea-lab-'))
const hook = '/usr/lib/x86_64-linux-gnu/kea/hooks/libdhcp_lease_cmds.so'
const places: KeaPlaces = {
  controlSocket: join(folder, 'kea4.sock'),
  leaseFile: join(folder, 'leases.csv'),
  leaseHook: null,
  log: join(folder, 'kea.log'),
}
const ticket = `${'aB3-_'.repeat(8)}xyz`
const mac = {
  known: '52:54:00:77:00:01',
  boots: '52:54:00:77:00:02',
  ranged: '52:54:00:77:00:03',
  none: '52:54:00:77:00:99',
}
const reservations: Reservation[] = [
  { mac: mac.known, ip: '10.77.0.11', hostname: 'known' },
  { mac: mac.boots, ip: '10.77.0.12', hostname: '"},{"name":"x', boot: { ticket } },
  { mac: mac.ranged, ip: null, hostname: null },
]
const subnet: DhcpSubnet = {
  id: 1,
  cidr: '10.77.0.0/16',
  via: { interface: 'server0' },
  gateway: '10.77.0.254',
  nameservers: ['10.77.0.53'],
  ranges: [{ first: '10.77.0.200', last: '10.77.0.220' }],
  reservations,
}
const relayed: DhcpSubnet = {
  ...subnet,
  id: 2,
  cidr: '10.78.0.0/24',
  via: { relays: ['10.78.0.254'] },
  ranges: [],
  reservations: [{ mac: mac.known, ip: '10.78.0.11', hostname: null, boot: { ticket } }],
  server: '10.77.0.1',
}
const services = (over: Partial<DhcpServices> = {}): DhcpServices => ({
  interfaces: ['server0'],
  web: { address: '10.77.0.1', port: 8080 },
  subnets: [subnet, relayed],
  discovery: false,
  ...over,
})
const kea = new KeaClient(async () => connect(places.controlSocket))
const within = () => ({ signal: soon() })

/** A relay (RFC 1542) at address $1 that brings a BIOS client's DISCOVER to server $2, with $3 as its own address and $4 as MAC address. */
const RELAYED = `import json, os, socket, struct, sys
own, server, relay, mac = sys.argv[1:]
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind((own, 67))
s.settimeout(3)
xid = os.urandom(4)
head = struct.pack('!BBBB', 1, 1, 6, 1) + xid + bytes(16) + socket.inet_aton(relay)
body = head + bytes.fromhex(mac.replace(':', '')) + bytes(202) + bytes.fromhex('638253633501015d020000ff')
try:
    for again in range(10 if relay == own and mac.endswith('01') else 1):
        s.sendto(body.ljust(300, b'\\0'), (server, 67))
        try: answer = s.recv(2048)
        except socket.timeout: continue
        assert answer[4:8] == xid
        print(json.dumps({'ip': socket.inet_ntoa(answer[16:20]), 'next': socket.inet_ntoa(answer[20:24]), 'file': answer[108:236].rstrip(b'\\0').decode()}))
        break
    else: print('null')
except AssertionError: print('"another answer"')
`

let spaces: Awaited<ReturnType<typeof twoNamespaces>>
let server: ChildProcess
let ask: Awaited<ReturnType<typeof dhcpClient>>

beforeAll(async () => {
  spaces = await twoNamespaces()
  await must(spaces.server.argv(['ip', 'address', 'add', '10.77.0.1/16', 'dev', 'server0']))
  writeFileSync(join(folder, 'kea.json'), JSON.stringify(renderKea(services(), places)))
  const [program = '', ...args] = spaces.server.argv(['kea-dhcp4', '-c', join(folder, 'kea.json')])
  const env = { ...process.env, KEA_PIDFILE_DIR: folder, KEA_LOCKFILE_DIR: folder, KEA_DHCP_DATA_DIR: folder }
  server = spawn(program, args, { env: { ...env, KEA_CONTROL_SOCKET_DIR: folder }, stdio: 'inherit' })
  await until('the control socket', async () => existsSync(places.controlSocket))
  const run = spaces.client.run.bind(spaces.client)
  ask = await dhcpClient(run, 'client0', join(folder, 'told.sh'))
})
afterAll(async () => {
  server.kill()
  if (server.exitCode === null) await once(server, 'close')
  spaces.server.end()
  spaces.client.end()
  rmSync(folder, { recursive: true })
})

test('the server reports itself, and gives back what it was set to', async () => {
  expect(await kea.version(within())).toMatch(/^\d+\.\d+/)
  expect((await kea.status(within())).pid).toBeGreaterThan(1)
  const { Dhcp4 } = await kea.config(within())
  expect(Dhcp4['match-client-id']).toBe(false)
  expect(Dhcp4.subnet4).toMatchObject([{ id: 1 }, { id: 2, relay: { 'ip-addresses': ['10.78.0.254'] } }])
})

test('boot files are for clients with a ticket alone, by their firmware', async () => {
  for (const each of Object.values(asks)) expect(await ask(mac.known, each)).not.toHaveProperty('boot_file')
  expect(await ask(mac.known)).toMatchObject({
    ip: '10.77.0.11',
    hostname: 'known',
    router: '10.77.0.254',
    lease: '86400',
  })
  const files = { bios: 'undionly.kpxe', uefi: 'snponly.efi', arm: 'snponly-arm64.efi' } as const
  for (const [firmware, boot_file] of Object.entries(files))
    expect(await ask(mac.boots, asks[firmware as keyof typeof files])).toMatchObject({ boot_file, siaddr: '10.77.0.1' })
  expect((await ask(mac.boots, asks.ipxe))?.boot_file).toBe(`http://10.77.0.1:8080/boot/${ticket}/script`)
  expect((await ask(mac.boots, asks.http))?.boot_file).toBe('http://10.77.0.1:8080/ipxe/snponly.efi')
  const plain = await ask(mac.boots)
  expect(plain?.ip).toBe('10.77.0.12')
  expect(plain).not.toHaveProperty('boot_file')
  expect(plain).not.toHaveProperty('hostname')
})

test('a system that names itself otherwise than its boot ROM keeps the address', async () => {
  expect((await ask(mac.boots, [...asks.bios, '-C']))?.ip).toBe('10.77.0.12')
  expect((await ask(mac.boots, ['-C', '-x', '0x3d:ff00112233445566']))?.ip).toBe('10.77.0.12')
})

test('unknown clients get no answer, not even a rejection, unless discovery is on', async () => {
  expect(await ask(mac.none, asks.bios, 3)).toBeNull()
  expect(await ask(mac.none, ['-r', '192.168.1.5'], 3)).toBeNull()
  await kea.set(renderKea(services({ discovery: true }), places), within())
  const found = await ask(mac.none, asks.bios)
  expect(found).toMatchObject({ ip: expect.stringMatching(/^10\.77\.0\.2[0-2]\d$/), lease: '600' })
  expect(found).toMatchObject({ boot_file: 'undionly.kpxe' })
  await kea.set(renderKea(services({ discovery: true, ignored: [mac.none] }), places), within())
  expect(await ask(mac.none, asks.bios, 3)).toBeNull()
  await kea.set(renderKea(services(), places), within())
  expect(await ask(mac.none, [], 3)).toBeNull()
  expect((await ask(mac.ranged))?.ip).toMatch(/^10\.77\.0\.2/)
})

test('requests that relays bring are answered by the segment of the relay', async () => {
  const [server, client] = [spaces.server, spaces.client].map((one) => (words: string[]) => must(one.argv(words)))
  await server!(['ip', 'route', 'replace', '10.78.0.0/24', 'dev', 'server0'])
  await client!(['ip', 'address', 'replace', '10.78.0.254/32', 'dev', 'client0'])
  await client!(['ip', 'route', 'replace', '10.77.0.1', 'dev', 'client0'])
  const relay = async (relay: string, of: string) =>
    JSON.parse(await client!(['python3', '-c', RELAYED, '10.78.0.254', '10.77.0.1', relay, of]))
  // Also beside networks that are looked through as one.
  const held: Reservation[] = [{ mac: mac.known, ip: '10.90.0.11', hostname: null }]
  const other: DhcpSubnet = { ...subnet, id: 7, cidr: '10.90.0.0/24', ranges: [], reservations: held }
  for (const subnets of [
    [subnet, other, relayed],
    [subnet, relayed],
  ]) {
    await kea.set(renderKea(services({ subnets }), places), within())
    const answer = await relay('10.78.0.254', mac.known)
    expect(answer).toEqual({ ip: '10.78.0.11', file: 'undionly.kpxe', next: '10.77.0.1' })
    expect(await relay('10.78.0.254', mac.none)).toBeNull()
  }
  // A relay of no segment that is known.
  expect(await relay('10.79.0.254', mac.known)).toBeNull()
})

test('packets are counted, those without an answer too, over changes of the configuration', async () => {
  const before = await kea.packets(within())
  expect(await ask(mac.known)).toMatchObject({ ip: '10.77.0.11' })
  const answered = await kea.packets(within())
  expect(answered.sent).toBeGreaterThan(before.sent)
  await kea.set(renderKea(services(), places), within())
  expect(await ask(mac.none, [], 3)).toBeNull()
  const silent = await kea.packets(within())
  expect(silent.sent).toBe(answered.sent)
  expect(silent.received).toBeGreaterThan(answered.received)
})

test('what was set is in force, whatever was rendered, and nothing else is', async () => {
  const one = { ...subnet, reservations: [{ mac: '52:54:00:AA:00:01', ip: '10.77.0.11', hostname: 'Db-1.Example' }] }
  const kinds: Partial<DhcpServices>[] = [
    {},
    { subnets: [] },
    { subnets: [one] },
    { subnets: [{ ...one, gateway: null }] },
    { subnets: [{ ...one, nameservers: ['10.77.0.53', '10.77.0.54'] }] },
    { subnets: [{ ...one, nameservers: [] }] },
    { subnets: [{ ...one, ranges: [] }] },
    { subnets: [{ ...one, ranges: [{ first: '10.77.0.200', last: '10.77.0.221' }] }] },
    { subnets: [{ ...one, ranges: [{ first: '10.77.0.128', last: '10.77.0.255' }] }] },
    { subnets: [{ ...one, ranges: [{ first: '10.77.0.200', last: '10.77.0.200' }] }] },
    { subnets: [{ ...one, server: '10.77.0.2' }] },
    { subnets: [{ ...one, via: { relays: ['10.78.0.254'] } }] },
    { subnets: [{ ...one, via: { relays: ['10.78.0.253', '10.78.0.254'] } }] },
    { subnets: [one], web: { address: '10.77.0.1', port: 8081 }, discovery: true },
    { subnets: [one], discovery: true, ignored: [mac.none] },
    { subnets: [one, { ...one, id: 7, cidr: '10.90.0.0/24', ranges: [], server: '10.90.0.1', reservations: [] }] },
    { subnets: [{ ...one, reservations: [{ ...one.reservations[0]!, boot: { ticket } }] }], discovery: true },
  ]
  const all = [
    ...kinds.map((over) => renderKea(services(over), places)),
    renderKea(services(), { ...places, leaseHook: hook }),
    renderKea(services(), places),
  ]
  let before = await kea.config(within())
  for (const wanted of all) {
    if (wanted !== all[0]) expect(whatDiffers(before, wanted)).not.toEqual([])
    await kea.set(wanted, within())
    before = await kea.config(within())
    expect(whatDiffers(before, wanted)).toEqual([])
  }
})

test('a server with an address in the second network of an interface gets it, and what that network is told', async () => {
  await must(spaces.server.argv(['ip', 'address', 'replace', '10.90.0.1/24', 'dev', 'server0']))
  const { known, boots, none } = mac
  const client = (ip: string | null, of = known): Reservation => ({ mac: of, ip, hostname: null, boot: { ticket } })
  const first = {
    ...subnet,
    server: '10.77.0.1',
    ranges: [],
    reservations: [client(null), client('10.77.0.12', boots)],
  }
  const second = {
    ...{ ...subnet, id: 7, cidr: '10.90.0.0/24', gateway: '10.90.0.254', server: '10.90.0.1' },
    ranges: [{ first: '10.90.0.200', last: '10.90.0.220' }],
    reservations: [client('10.90.0.11'), client(null, boots)],
  }
  const of = renderKea(services({ subnets: [first, second], discovery: true }), places)
  await kea.set(of, within())
  expect(whatDiffers(await kea.config(within()), of)).toEqual([])
  const told = { ip: '10.90.0.11', siaddr: '10.90.0.1', router: '10.90.0.254', lease: '86400' }
  expect(await ask(known, asks.ipxe)).toMatchObject({
    ...told,
    boot_file: `http://10.90.0.1:8080/boot/${ticket}/script`,
  })
  expect(await ask(known, asks.bios)).toMatchObject({ ...told, boot_file: 'undionly.kpxe' })
  expect(await ask(boots, asks.ipxe)).toMatchObject({
    ...{ ip: '10.77.0.12', siaddr: '10.77.0.1', router: '10.77.0.254', lease: '86400' },
    boot_file: `http://10.77.0.1:8080/boot/${ticket}/script`,
  })
  expect(await ask(none, asks.ipxe)).toMatchObject({
    ...{ ip: expect.stringMatching(/^10\.90\.0\.2/), siaddr: '10.90.0.1', lease: '600' },
    boot_file: 'http://10.90.0.1:8080/boot/search/script',
  })
  await kea.set(renderKea(services({ subnets: [first, second], discovery: true, ignored: [none] }), places), within())
  expect(await ask(none, asks.ipxe, 3)).toBeNull()
  await kea.set(renderKea(services({ subnets: [first, second] }), places), within())
  expect(await ask(none, asks.ipxe, 3)).toBeNull()
  await kea.set(renderKea(services(), places), within())
})

test('leases are read by the hook, or from the files', async () => {
  expect(await kea.leases(within())).toBeNull()
  const filed = parseLeaseFiles([readFileSync(places.leaseFile, 'utf8')])
  await kea.set(renderKea(services(), { ...places, leaseHook: hook }), within())
  const asked = await kea.leases(within())
  const kept = (leases: typeof filed | null) => leases?.map(({ ip, mac }) => `${ip} ${mac}`).sort()
  expect(kept(asked)).toEqual(kept(filed))
  expect(kept(asked)).toContain(`10.77.0.12 ${mac.boots}`)
  const ofOne = (asked ?? []).filter((one) => one.mac === mac.boots)
  expect(kept(await kea.leases(within(), mac.boots))).toEqual(kept(ofOne))
  expect(await kea.leases(within(), '52:54:00:77:00:98')).toEqual([])
  await kea.set(renderKea(services(), places), within())
})

test('what the server does not take is rejected with its reason, and the old configuration stays', async () => {
  const bad = renderKea(services({ subnets: [{ ...subnet, cidr: 'here' }] }), places)
  await expect(kea.test(bad, within())).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining('here'),
  })
  await expect(kea.set(bad, within())).rejects.toMatchObject({ kind: 'rejected' })
  expect((await ask(mac.known))?.ip).toBe('10.77.0.11')
})

test('one of 5000 reservations is changed while the server runs', async () => {
  const many = Array.from({ length: 5000 }, (_, n): Reservation => {
    const bytes = [n >> 8, n & 255].map((byte) => byte.toString(16).padStart(2, '0')).join(':')
    return { mac: `02:00:00:00:${bytes}`, ip: `10.77.${1 + Math.floor(n / 250)}.${1 + (n % 250)}`, hostname: `m${n}` }
  })
  const all = (boot?: { ticket: string }) =>
    renderKea(services({ subnets: [{ ...subnet, reservations: [...many, { ...reservations[0]!, boot }] }] }), places)
  await kea.set(all(), within())
  expect(await ask(mac.known, asks.bios)).not.toHaveProperty('boot_file')
  const start = performance.now()
  await kea.set(all({ ticket }), within())
  const end = performance.now()
  console.log(`5000 reservations: rendered, tested and set in ${Math.round(end - start)} ms`)
  expect(whatDiffers(await kea.config(within()), all({ ticket }))).toEqual([])
  console.log(`and read back in ${Math.round(performance.now() - end)} ms`)
  expect((await ask(mac.known, asks.bios))?.boot_file).toBe('undionly.kpxe')
  expect((await ask('02:00:00:00:00:63'))?.ip).toBe('10.77.1.100')
})

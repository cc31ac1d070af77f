import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { run } from '../../../../e2e/lab/run.ts'
import { asks } from '../../../protocols/kea/dhcp-client-fixture.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { sshStore } from '../ssh-store.ts'
import { faultsOf, onControlHost } from './boot-lab-fixture.ts'
import type { BootHost } from './host.ts'
import { lookInside } from './inside.ts'
import { applyDhcp, isInForce, keaOf, readLeases } from './kea.ts'
import { asServer, controlHost, macs, must, on, services, ticket, WEB } from './lab-fixture.ts'
import { listenForBootRequests } from './panel-socket.ts'
import { ARTEFACTS, LEASES, PANEL_SOCKET, RUN } from './places.ts'
import { renderUnits } from './render-services.ts'
import { setUpBoot } from './set-up.ts'

// What is set up on a control host, and what servers get of it; drift.lab.test.ts has how it is kept and taken away.
const at = onControlHost()

test('units are ones that systemd takes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'units-'))
  try {
    const paths = renderUnits('root').flatMap(({ path, content }) => {
      if (!path.endsWith('.service')) return []
      writeFileSync(join(folder, basename(path)), content)
      return [join(folder, basename(path))]
    })
    expect(paths).toHaveLength(3)
    const { stderr } = await run(['systemd-analyze', 'verify', '--man=no', ...paths])
    expect(stderr.split('\n').filter((line) => line.includes('datahall-boot'))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a host is found as it is', () => {
  expect(at.host.facts).toMatchObject({ user: 'root', sudo: false, systemd: false, multiarch: 'x86_64-linux-gnu' })
  expect(at.host.facts.os_name).toContain('Debian')
  expect(at.host.facts.interfaces.find(({ name }) => name === 'prov0')).toMatchObject({
    addresses: ['10.77.0.1/24'],
    link: true,
  })
  expect(at.host.facts.free_bytes).toBeGreaterThan(0)
})

test('it is set up once: the second time changes nothing', async () => {
  expect(await setUpBoot(at.host, services(), soon())).toEqual(['folders', 'packages', 'files', 'programs', 'services'])
  const running = await must(['sh', '-c', `cat ${RUN}/*.pid | sort`])
  expect(await setUpBoot(at.host, services(), soon())).toEqual([])
  expect(await must(['sh', '-c', `cat ${RUN}/*.pid | sort`])).toBe(running)
  expect(await faultsOf(at.host, { segment: true, content: true })).toEqual({})
})

test('a known server gets its address, and a boot file while it has a ticket; an unknown one gets nothing', async () => {
  expect(await at.ask(macs.known, asks.uefi)).toEqual({
    ip: '10.77.0.11',
    siaddr: '10.77.0.1',
    hostname: 'known',
    lease: '86400',
  })
  expect(await at.ask(macs.none, asks.uefi, 3)).toBeNull()
  await applyDhcp(at.host, services({ ticket }), soon())
  expect((await at.ask(macs.known, asks.uefi))?.boot_file).toBe('snponly.efi')
  expect((await at.ask(macs.known, asks.ipxe))?.boot_file).toBe(`${WEB}/boot/${ticket}/script`)
  await applyDhcp(at.host, services(), soon())
  expect(await at.ask(macs.known, asks.ipxe)).not.toHaveProperty('boot_file')
  expect(await readLeases(at.host, soon())).toMatchObject([{ ip: '10.77.0.11', mac: macs.known, subnet: 1 }])
  const inside = await lookInside(at.host, soon())
  expect(inside.leases).toMatchObject({ fault: null, list: [{ ip: '10.77.0.11', mac: macs.known, state: 0 }] })
  expect(inside.versions).toEqual({ dhcp: expect.any(String), web: expect.any(String), tftp: expect.any(String) })
  expect(inside.disk.free_bytes).toBeGreaterThan(0)
  expect(inside.disk.bytes).toBeGreaterThanOrEqual(inside.disk.free_bytes)
  // A file of many renewals is cleaned up: the result of that is beside it.
  const { Dhcp4 } = await keaOf(at.host).config({ signal: soon() })
  const often = { ...(Dhcp4['lease-database'] as object), 'lfc-interval': 1 }
  await keaOf(at.host).set({ Dhcp4: { ...Dhcp4, 'lease-database': often } }, { signal: soon() })
  await expect.poll(async () => (await on(['grep', '-c', macs.known, `${LEASES}.2`])).stdout.trim()).toBe('1')
  await applyDhcp(at.host, services(), soon())
  await asServer(['ip', 'address', 'replace', '10.77.0.9/24', 'dev', 'card0'])
})

test('what changes of a network alone reaches the running server', async () => {
  const { dhcp, web } = services()
  const [subnet] = dhcp.subnets
  const changes = [
    { ranges: [{ first: '10.77.0.200', last: '10.77.0.251' }] },
    { ranges: [{ first: '10.77.0.128', last: '10.77.0.255' }] },
    { nameservers: ['10.77.0.53'] },
    { gateway: '10.77.0.254' },
    { server: '10.77.0.2' },
    { via: { relays: ['10.77.0.254'] } },
  ]
  for (const change of changes) {
    const other = { web, dhcp: { ...dhcp, subnets: [{ ...subnet!, ...change }] } }
    expect(await isInForce(at.host, other, soon())).toBe(false)
    await applyDhcp(at.host, other, soon())
    expect(await isInForce(at.host, other, soon())).toBe(true)
  }
  // A repair finds it as well.
  expect(await setUpBoot(at.host, services(), soon())).toEqual(['files', 'services'])
  expect(await isInForce(at.host, services(), soon())).toBe(true)
})

test('one of 5000 servers is told to boot while others ask', { tags: 'long' }, async () => {
  const many = Array.from({ length: 5000 }, (_, n) => {
    const bytes = [n >> 8, n & 255].map((byte) => byte.toString(16).padStart(2, '0')).join(':')
    return { mac: `02:00:00:00:${bytes}`, ip: `10.80.${Math.floor(n / 250)}.${1 + (n % 250)}`, hostname: `m${n}` }
  })
  const all = (boot?: { ticket: string }) => {
    const { dhcp, web } = services(boot)
    const far = {
      id: 2,
      cidr: '10.80.0.0/16',
      via: { relays: ['10.80.255.254'] },
      gateway: null,
      nameservers: [],
      ranges: [],
    }
    return { web, dhcp: { ...dhcp, subnets: [...dhcp.subnets, { ...far, reservations: many }] } }
  }
  await applyDhcp(at.host, all(), soon())
  const start = performance.now()
  await applyDhcp(at.host, all({ ticket }), soon())
  const applied = performance.now()
  console.log(`one of 5000 reservations changed over SSH, and kept, in ${Math.round(applied - start)} ms`)
  expect(await isInForce(at.host, all({ ticket }), soon())).toBe(true)
  console.log(`of these it was read back in ${Math.round(performance.now() - applied)} ms`)
  expect((await at.ask(macs.known, asks.bios))?.boot_file).toBe('undionly.kpxe')
  expect(await setUpBoot(at.host, all({ ticket }), soon())).toEqual([])
  await applyDhcp(at.host, services(), soon())
  await asServer(['ip', 'address', 'replace', '10.77.0.9/24', 'dev', 'card0'])
})

test('boot programs come by TFTP and HTTP, and nothing else does', async () => {
  const file = '/tmp/got'
  const get = (url: string) => asServer(['curl', '-sf', '-m', '20', '-o', file, url])
  for (const url of ['tftp://10.77.0.1/undionly.kpxe', `${WEB}/ipxe/undionly.kpxe`]) {
    expect((await get(url)).code).toBe(0)
    expect((await on(['cmp', file, '/usr/lib/ipxe/undionly.kpxe'])).code).toBe(0)
  }
  for (const url of ['tftp://10.77.0.1/../../etc/passwd', `${WEB}/`, `${WEB}/a/`, `${WEB}/ipxe/..%2f..%2fetc/passwd`])
    expect((await get(url)).code).not.toBe(0)
  await must(['rm', '-f', file])
})

test('files of the store are served by their content, and looked through', async () => {
  const data = randomBytes(3 << 20)
  const sha256 = createHash('sha256').update(data).digest('hex')
  const store = sshStore(at.host.ssh, ARTEFACTS)
  const open = async (from: number) => Readable.from([data.subarray(from)])
  await store.put({ sha256, bytes: data.length, url: null, open }, soon(), () => {})
  expect((await lookInside(at.host, soon())).files).toEqual([{ sha256, bytes: data.length, part: false }])
  const url = `${WEB}/a/${sha256}`
  const status = async (...more: string[]) =>
    (await asServer(['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', ...more])).stdout
  const got = await asServer(['sh', '-c', 'curl -sf "$1" | sha256sum', 'sh', url])
  expect(got.stdout.slice(0, 64)).toBe(sha256)
  expect(await status(`${url}.part`)).toBe('404')
  expect(await status('-X', 'POST', '-d', 'x', url)).toBe('403')
  expect(await status('-r', '0-9', url)).toBe('206')
  await must(['sh', '-c', 'printf x | dd of="$1" conv=notrunc status=none', 'sh', `${ARTEFACTS}/${sha256}`])
  expect(await faultsOf(at.host, { segment: false, content: true })).toEqual({
    artefacts: expect.stringContaining(sha256),
  })
  await store.drop(sha256, soon())
  expect(await status(url)).toBe('404')
})

test('servers reach the panel through its socket while it listens, with bounds', async () => {
  const say = async (...words: string[]) =>
    (await asServer(['curl', '-s', '-m', '20', '-w', ' %{http_code}', ...words, `${WEB}/boot/hello?a=1`])).stdout
  expect(await say()).toMatch(/ 502$/)
  const web = createHttp((request, answer) => {
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
    })
    const { host: named, 'x-forwarded-for': client } = request.headers
    request.on('end', () => answer.end(`${request.method} ${request.url} ${named} ${client} ${size}`))
  })
  const listen = (at: BootHost) => listenForBootRequests(at, (stream) => web.emit('connection', stream), soon())
  const lost = await controlHost()
  await listen(lost)
  expect(await say()).toBe('GET /boot/hello?a=1 10.77.0.1:8080 10.77.0.9 0 200')
  await must(['sh', '-c', 'head -c 1000000 /dev/zero > /tmp/fits; head -c 1100000 /dev/zero > /tmp/larger'])
  expect(await say('--data-binary', '@/tmp/fits')).toContain('1000000 200')
  expect(await say('--data-binary', '@/tmp/larger')).toMatch(/ 413$/)
  await must(['rm', '/tmp/fits', '/tmp/larger'])
  lost.ssh.close()
  await expect.poll(() => say()).toMatch(/ 502$/)
  // sshd has left the name of the socket.
  expect((await on(['test', '-S', PANEL_SOCKET])).code).toBe(0)
  const listener = await listen(at.host)
  expect(await say()).toMatch(/ 200$/)
  await listener.close()
  expect(await say()).toMatch(/ 502$/)
})

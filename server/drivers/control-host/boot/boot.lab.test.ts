import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../../../e2e/lab/run.ts'
import { asks, dhcpClient } from '../../../protocols/kea/dhcp-client-fixture.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { sshStore } from '../ssh-store.ts'
import { onBootHost } from './find.ts'
import type { BootHost } from './host.ts'
import { lookInside } from './inside.ts'
import { applyDhcp, isInForce, keaOf, readLeases } from './kea.ts'
import { asServer, cable, controlHost, macs, must, on, services, target, ticket, uncable, WEB } from './lab-fixture.ts'
import { otherDhcp } from './other-dhcp.ts'
import { listenForBootRequests } from './panel-socket.ts'
import { ARTEFACTS, LEASES, NGINX_CONF, PANEL_SOCKET, RUN, SERVICES, TFTP_CONF } from './places.ts'
import { renderUnits } from './render-services.ts'
import { removeBoot, setUpBoot } from './set-up.ts'
import { bootState } from './state.ts'

let host: BootHost
let ask: Awaited<ReturnType<typeof dhcpClient>>
let before: string
/** Files of a host and processes of the services; its packages are those of the machine. */
const traces = async () => {
  const files = await must([
    'sh',
    '-c',
    'find /etc /var /run /tmp /usr/local -xdev | grep -Ev "^/(tmp/told.sh$|var/lib/dpkg/)" | sort',
  ])
  const processes = await must(['sh', '-c', 'ps -eo args= | grep -E "kea|nginx|dnsmasq|datahall" | grep -v grep || :'])
  return files + processes
}
const faults = async (looks = { segment: false, content: false }, of = host) =>
  Object.fromEntries(
    (await bootState(of, services(), looks, soon())).flatMap(({ component, ok, fault }) => {
      expect(ok).toBe(fault === null)
      return fault === null ? [] : [[component, String(fault)]]
    }),
  )

beforeAll(async () => {
  await cable()
  ask = await dhcpClient(asServer, 'card0', '/tmp/told.sh')
  host = await controlHost()
  before = await traces()
})
afterAll(async () => {
  host.ssh.close()
  // Also after a test that cost the connection.
  const last = await controlHost()
  await removeBoot(last, false, soon())
  last.ssh.close()
  await uncable()
})

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
  expect(host.facts).toMatchObject({ user: 'root', sudo: false, systemd: false, multiarch: 'x86_64-linux-gnu' })
  expect(host.facts.os_name).toContain('Debian')
  expect(host.facts.interfaces.find(({ name }) => name === 'prov0')).toMatchObject({
    addresses: ['10.77.0.1/24'],
    link: true,
  })
  expect(host.facts.free_bytes).toBeGreaterThan(0)
})

test('it is set up once: the second time changes nothing', async () => {
  expect(await setUpBoot(host, services(), soon())).toEqual(['folders', 'packages', 'files', 'programs', 'services'])
  const running = await must(['sh', '-c', `cat ${RUN}/*.pid | sort`])
  expect(await setUpBoot(host, services(), soon())).toEqual([])
  expect(await must(['sh', '-c', `cat ${RUN}/*.pid | sort`])).toBe(running)
  expect(await faults({ segment: true, content: true })).toEqual({})
})

test('a known server gets its address, and a boot file while it has a ticket; an unknown one gets nothing', async () => {
  expect(await ask(macs.known, asks.uefi)).toEqual({
    ip: '10.77.0.11',
    siaddr: '10.77.0.1',
    hostname: 'known',
    lease: '86400',
  })
  expect(await ask(macs.none, asks.uefi, 3)).toBeNull()
  await applyDhcp(host, services({ ticket }), soon())
  expect((await ask(macs.known, asks.uefi))?.boot_file).toBe('snponly.efi')
  expect((await ask(macs.known, asks.ipxe))?.boot_file).toBe(`${WEB}/boot/${ticket}/script`)
  await applyDhcp(host, services(), soon())
  expect(await ask(macs.known, asks.ipxe)).not.toHaveProperty('boot_file')
  expect(await readLeases(host, soon())).toMatchObject([{ ip: '10.77.0.11', mac: macs.known, subnet: 1 }])
  const inside = await lookInside(host, soon())
  expect(inside.leases).toMatchObject({ fault: null, list: [{ ip: '10.77.0.11', mac: macs.known, state: 0 }] })
  expect(inside.versions).toEqual({ dhcp: expect.any(String), web: expect.any(String), tftp: expect.any(String) })
  expect(inside.disk.free_bytes).toBeGreaterThan(0)
  expect(inside.disk.bytes).toBeGreaterThanOrEqual(inside.disk.free_bytes)
  // A file of many renewals is cleaned up: the result of that is beside it.
  const { Dhcp4 } = await keaOf(host).config({ signal: soon() })
  const often = { ...(Dhcp4['lease-database'] as object), 'lfc-interval': 1 }
  await keaOf(host).set({ Dhcp4: { ...Dhcp4, 'lease-database': often } }, { signal: soon() })
  await expect.poll(async () => (await on(['grep', '-c', macs.known, `${LEASES}.2`])).stdout.trim()).toBe('1')
  await applyDhcp(host, services(), soon())
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
    expect(await isInForce(host, other, soon())).toBe(false)
    await applyDhcp(host, other, soon())
    expect(await isInForce(host, other, soon())).toBe(true)
  }
  // A repair finds it as well.
  expect(await setUpBoot(host, services(), soon())).toEqual(['files', 'services'])
  expect(await isInForce(host, services(), soon())).toBe(true)
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
  await applyDhcp(host, all(), soon())
  const start = performance.now()
  await applyDhcp(host, all({ ticket }), soon())
  const applied = performance.now()
  console.log(`one of 5000 reservations changed over SSH, and kept, in ${Math.round(applied - start)} ms`)
  expect(await isInForce(host, all({ ticket }), soon())).toBe(true)
  console.log(`of these it was read back in ${Math.round(performance.now() - applied)} ms`)
  expect((await ask(macs.known, asks.bios))?.boot_file).toBe('undionly.kpxe')
  expect(await setUpBoot(host, all({ ticket }), soon())).toEqual([])
  await applyDhcp(host, services(), soon())
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
  const store = sshStore(host.ssh, ARTEFACTS)
  const open = async (from: number) => Readable.from([data.subarray(from)])
  await store.put({ sha256, bytes: data.length, url: null, open }, soon(), () => {})
  expect((await lookInside(host, soon())).files).toEqual([{ sha256, bytes: data.length, part: false }])
  const url = `${WEB}/a/${sha256}`
  const status = async (...more: string[]) =>
    (await asServer(['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', ...more])).stdout
  const got = await asServer(['sh', '-c', 'curl -sf "$1" | sha256sum', 'sh', url])
  expect(got.stdout.slice(0, 64)).toBe(sha256)
  expect(await status(`${url}.part`)).toBe('404')
  expect(await status('-X', 'POST', '-d', 'x', url)).toBe('403')
  expect(await status('-r', '0-9', url)).toBe('206')
  await must(['sh', '-c', 'printf x | dd of="$1" conv=notrunc status=none', 'sh', `${ARTEFACTS}/${sha256}`])
  expect(await faults({ segment: false, content: true })).toEqual({ artefacts: expect.stringContaining(sha256) })
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
  const listener = await listen(host)
  expect(await say()).toMatch(/ 200$/)
  await listener.close()
  expect(await say()).toMatch(/ 502$/)
})

test('a service that ends is started again, and one that is not kept is a fault that is mended', async () => {
  const pid = async () => Number(await must(['cat', `${RUN}/dhcp.pid`]))
  const first = await pid()
  await must(['kill', '-9', String(first)])
  await expect.poll(async () => (await on(['cat', `${RUN}/dhcp.pid`])).stdout.trim()).not.toBe(String(first))
  await expect.poll(() => faults()).toEqual({})
  await must(['sh', '-c', `kill -9 $(cat ${RUN}/dhcp.supervisor.pid) $(cat ${RUN}/dhcp.pid)`])
  expect(await faults()).toEqual({ dhcp: 'The DHCP server does not run on the control host' })
  // A supervisor alone leaves a service that nothing would start again.
  await must(['sh', '-c', `kill -9 $(cat ${RUN}/web.supervisor.pid)`])
  expect(Object.keys(await faults())).toEqual(['dhcp', 'web'])
  expect(await setUpBoot(host, services(), soon())).toEqual(['services'])
  expect(await faults()).toEqual({})
  expect((await ask(macs.known))?.ip).toBe('10.77.0.11')
})

test('what was changed by hand is found and undone', async () => {
  await must(['sh', '-c', `echo '# mine' >> ${NGINX_CONF}; rm ${TFTP_CONF}; chmod 777 ${SERVICES}`])
  expect((await faults()).files).toBe(
    `${NGINX_CONF} was changed by hand, ${TFTP_CONF} is missing, ${SERVICES} was changed by hand`,
  )
  expect(await setUpBoot(host, services(), soon())).toEqual(['files'])
  await must(['sh', '-c', 'echo x > /var/lib/datahall/boot/tftp/snponly.efi'])
  expect((await faults()).files).toContain('snponly.efi differs')
  expect(await setUpBoot(host, services(), soon())).toEqual(['programs'])
  const { Dhcp4 } = await keaOf(host).config({ signal: soon() })
  await keaOf(host).set({ Dhcp4: { ...Dhcp4, subnet4: [] } }, { signal: soon() })
  expect((await faults()).dhcp).toContain('another configuration')
  expect(await setUpBoot(host, services(), soon())).toEqual(['services'])
  expect(await faults()).toEqual({})
})

test('a disk that is full is a fault, and nothing is brought to it', async () => {
  await must(['mount', '-t', 'tmpfs', '-o', 'size=64M,mode=755', 'small', ARTEFACTS])
  try {
    expect(await faults()).toEqual({ disk: 'The disk of the control host is full: 64 MiB are free' })
    const open = async () => Readable.from([])
    const small = { sha256: '0'.repeat(64), bytes: 1000, url: null, open }
    await expect(sshStore(host.ssh, ARTEFACTS).put(small, soon(), () => {})).rejects.toThrow('64 MiB free')
  } finally {
    await must(['umount', ARTEFACTS])
  }
  expect(await faults()).toEqual({})
})

test('another port is taken over by a start of the web server alone', async () => {
  const other = { ...services(), web: { addresses: ['10.77.0.1'], port: 8081 } }
  const dhcp = await must(['cat', `${RUN}/dhcp.pid`])
  expect(await setUpBoot(host, other, soon())).toEqual(['files', 'services'])
  expect(
    (await asServer(['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', 'http://10.77.0.1:8081/alive'])).stdout,
  ).toBe('204')
  expect(await must(['cat', `${RUN}/dhcp.pid`])).toBe(dhcp)
  await setUpBoot(host, services(), soon())
})

test('another DHCP server in the segment is found', async () => {
  const rogue = [
    'dnsmasq',
    '--conf-file=/dev/null',
    '--port=0',
    '--interface=card0',
    '--bind-interfaces',
    '--user=root',
  ]
  const range = ['--dhcp-range=10.77.0.100,10.77.0.120,60', '--dhcp-leasefile=/tmp/rogue', '--pid-file=/tmp/rogue.pid']
  await asServer(['ip', 'address', 'replace', '10.77.0.9/24', 'dev', 'card0'])
  expect((await asServer([...rogue, ...range])).code).toBe(0)
  const found = await faults({ segment: true, content: false })
  await must(['sh', '-c', 'kill $(cat /tmp/rogue.pid); rm -f /tmp/rogue /tmp/rogue.pid'])
  expect(found).toEqual({ segment: expect.stringMatching(/10\.77\.0\.9 \([0-9a-f:]{17}\) at prov0/) })
  expect(await faults({ segment: true, content: false })).toEqual({})
})

test('an interface without a cable, and one that is gone, do not keep others from being looked at', async () => {
  await must(['ip', 'link', 'add', 'down0', 'type', 'veth', 'peer', 'name', 'down1'])
  try {
    expect(await otherDhcp(host, ['down0', 'gone0', 'prov0'], soon())).toEqual([])
    await must(['ip', 'link', 'set', 'down0', 'up'])
    expect(await otherDhcp(host, ['down0', 'prov0'], soon())).toEqual([])
  } finally {
    await must(['ip', 'link', 'delete', 'down0'])
  }
})

test('failures are in words', async () => {
  const wrong = target({ username: 'root', password: 'not-this-one' })
  await expect(onBootHost(wrong, soon(), async () => {})).rejects.toMatchObject({
    code: 'device_rejected',
    message: expect.stringContaining('rejected the sign-in'),
  })
  const bad = services()
  const [subnet] = bad.dhcp.subnets
  const of = { ...bad, dhcp: { ...bad.dhcp, subnets: [{ ...subnet!, cidr: 'here' }] } }
  await expect(onBootHost(target(), soon(), (at) => applyDhcp(at, of, soon()))).rejects.toMatchObject({
    code: 'device_rejected',
    message: expect.stringMatching(/DHCP server of the control host rejected it: .*here/),
  })
  expect(await faults()).toEqual({})
})

test('removal leaves nothing', async () => {
  await removeBoot(host, false, soon())
  expect(await traces()).toBe(before)
  // What is not there is as good.
  await removeBoot(host, false, soon())
})

test('an account with sudo is as good as root', async () => {
  const hash = await must(['openssl', 'passwd', '-6', 'Operator-1'])
  await must(['useradd', '-m', '-s', '/bin/bash', '-p', hash.trim(), 'keeper'])
  try {
    const account = { username: 'keeper', password: 'Operator-1' }
    await expect(controlHost(account)).rejects.toThrow('without a password')
    await must(['sh', '-c', 'echo "keeper ALL=(ALL) NOPASSWD: ALL" > /etc/sudoers.d/keeper'])
    const other = await controlHost(account)
    expect(other.facts).toMatchObject({ user: 'keeper', sudo: true })
    expect(await setUpBoot(other, services(), soon())).toHaveLength(5)
    expect(await setUpBoot(other, services(), soon())).toEqual([])
    expect(await faults({ segment: true, content: true }, other)).toEqual({})
    await applyDhcp(other, services({ ticket }), soon())
    expect((await ask(macs.known, asks.bios))?.boot_file).toBe('undionly.kpxe')
    const listener = await listenForBootRequests(
      other,
      (stream) => stream.end('HTTP/1.1 204 No Content\r\n\r\n'),
      soon(),
    )
    await asServer(['ip', 'address', 'replace', '10.77.0.9/24', 'dev', 'card0'])
    const said = await asServer(['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', `${WEB}/boot/hello`])
    expect(said.stdout).toBe('204')
    await listener.close()
    await removeBoot(other, false, soon())
    expect((await on(['test', '-e', '/etc/datahall/boot'])).code).toBe(1)
    other.ssh.close()
  } finally {
    await on(['sh', '-c', 'rm -f /etc/sudoers.d/keeper; userdel -rf keeper'])
  }
})

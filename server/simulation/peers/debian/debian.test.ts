import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onBootHost } from '../../../drivers/control-host/boot/find.ts'
import { applyDhcp, isInForce } from '../../../drivers/control-host/boot/kea.ts'
import { listenForBootRequests } from '../../../drivers/control-host/boot/panel-socket.ts'
import { NGINX_CONF } from '../../../drivers/control-host/boot/places.ts'
import { removeBoot, setUpBoot } from '../../../drivers/control-host/boot/set-up.ts'
import { bootState } from '../../../drivers/control-host/boot/state.ts'
import { stepNames } from '../../../drivers/control-host/boot/steps.ts'
import type { BootServices } from '../../../drivers/control-host/boot/types.ts'
import { checkControlHost } from '../../../drivers/control-host/check.ts'
import { withSshStore } from '../../../drivers/control-host/ssh-store.ts'
import { FileTree } from '../sftp/tree.ts'
import { SimulatedDebian } from './debian.ts'
import { type DebianServer, serveDebian } from './serve.ts'
import { webAnswer } from './web.ts'

const account = { login: 'root', password: 'sesame-77' }
const signal = AbortSignal.timeout(60_000)
const services = (hostname: string): BootServices => ({
  web: { addresses: ['10.77.0.2'], port: 8080 },
  dhcp: {
    interfaces: ['eth1'],
    web: { address: '10.77.0.2', port: 8080 },
    discovery: false,
    subnets: [
      {
        ...{ id: 1, cidr: '10.77.0.0/24', via: { interface: 'eth1' }, gateway: null, nameservers: [], ranges: [] },
        reservations: [{ mac: '52:54:00:00:00:01', ip: '10.77.0.11', hostname }],
      },
    ],
  },
})
let tree: FileTree
let host: SimulatedDebian
let server: DebianServer

beforeEach(async () => {
  tree = new FileTree()
  host = new SimulatedDebian({
    ...{ tree, name: 'ctl', speed: 0, packages: ['curl', 'ca-certificates', 'python3'] },
    interfaces: [{ name: 'eth1', mac: '02:00:00:00:00:01', address: '10.77.0.2/24' }],
    connect: (address, port) => (address === '10.77.0.11' && port === 22 ? (stream) => stream.end('hi') : null),
  })
  server = await serveDebian(host, account)
})
afterEach(() => server.close())

const target = () => ({
  ...{ address: '127.0.0.1', port: server.port, username: account.login, hostKey: null },
  auth: { password: account.password },
})

it('is checked and set up by the driver of real hosts, and then all of it is as it should be', async () => {
  expect(await checkControlHost(target(), signal)).toMatchObject({ interfaces: ['eth1'], addresses: ['10.77.0.2'] })
  await onBootHost(target(), signal, async (boot) => {
    expect(await setUpBoot(boot, services('one'), signal)).toEqual([...stepNames])
    expect(await setUpBoot(boot, services('one'), signal)).toEqual([])
    const states = await bootState(boot, services('one'), { segment: true, content: true }, signal)
    expect(states.filter(({ ok }) => !ok)).toEqual([])
    expect(await isInForce(boot, services('two'), signal)).toBe(false)
    await applyDhcp(boot, services('two'), signal)
    expect(await isInForce(boot, services('two'), signal)).toBe(true)
  })
})

it('is as it was after its files were read again', async () => {
  await onBootHost(target(), signal, (boot) => setUpBoot(boot, services('one'), signal))
  const kept = new FileTree()
  for (const [name, file] of tree.files) kept.files.set(name, file)
  const again = await serveDebian(new SimulatedDebian({ ...host.options, tree: kept }), account)
  await onBootHost({ ...target(), port: again.port }, signal, async (boot) => {
    expect(await setUpBoot(boot, services('one'), signal)).toEqual([])
    const states = await bootState(boot, services('one'), { segment: true, content: true }, signal)
    expect(states.filter(({ ok }) => !ok)).toEqual([])
  })
  await again.close()
})

it('is taken away without a trace, and shows what was changed by hand', async () => {
  const before = [...tree.files.keys()]
  await onBootHost(target(), signal, async (boot) => {
    await setUpBoot(boot, services('one'), signal)
    host.write(NGINX_CONF, Buffer.from('other'), '644')
    const states = await bootState(boot, services('one'), { segment: false, content: false }, signal)
    expect(states.filter(({ ok }) => !ok).map(({ component }) => component)).toEqual(['files', 'web'])
    await removeBoot(boot, true, signal)
  })
  expect([...tree.files.keys()]).toEqual(before)
  expect(host.state.packages).toEqual(['curl', 'ca-certificates', 'python3'])
})

it('keeps files by their sums, and gives them and what the panel answers to who asks its web server', async () => {
  const ask = (path: string) => webAnswer(host, { url: new URL(`http://10.77.0.2:8080${path}`), method: 'GET', signal })
  const content = Buffer.from('a kernel')
  const sha256 = createHash('sha256').update(content).digest('hex')
  await onBootHost(target(), signal, async (boot) => {
    expect(await ask('/alive')).toBeNull()
    await setUpBoot(boot, services('one'), signal)
    const artefact = { sha256, bytes: content.length, url: null }
    await withSshStore(target(), signal, async (store) => {
      const open = async (from: number) => Readable.from([content.subarray(from)])
      await store.put({ ...artefact, open }, signal, () => {})
      expect(await store.list(signal)).toEqual([{ sha256, bytes: content.length, whole: true }])
    })
    expect(await ask(`/a/${sha256}`)).toEqual({ status: 200, body: content })
    expect(await ask('/boot/x')).toMatchObject({ status: 502 })
    const listener = await listenForBootRequests(
      boot,
      (stream) => {
        stream.on('error', () => {})
        stream.once('data', (asked: Buffer) => {
          const [line = ''] = asked.toString().split('\r\n')
          stream.end(`HTTP/1.1 200 OK\r\ncontent-length: ${line.length}\r\n\r\n${line}`)
        })
      },
      signal,
    )
    expect(await ask('/boot/x')).toEqual({ status: 200, body: Buffer.from('GET /boot/x HTTP/1.1') })
    await listener.close()
    expect(await ask('/boot/x')).toMatchObject({ status: 502 })
  })
})

it('reaches other machines over TCP where something listens', async () => {
  await onBootHost(target(), signal, async (boot) => {
    const line = await boot.ssh.openTcp('10.77.0.11', 22, signal)
    expect(String((await line.take(1).toArray())[0])).toBe('hi')
    await expect(boot.ssh.openTcp('10.77.0.12', 22, signal)).rejects.toMatchObject({ kind: 'no_such_socket' })
  })
})

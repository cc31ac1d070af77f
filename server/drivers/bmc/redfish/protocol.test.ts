import { createServer } from 'node:https'
import { afterEach, describe, expect, test } from 'vitest'
import { PinnedHttp } from '../../../protocols/pinned-http/client.ts'
import { selfSignedCertificate } from '../../../protocols/pinned-http/self-signed.ts'
import { Pin } from '../../../protocols/pinned-http/socket.ts'
import { RedfishClient } from '../../../protocols/redfish/client.ts'
import { clearEvents, readEvents } from '../../../protocols/redfish/logs.ts'
import { readSensors } from '../../../protocols/redfish/sensors.ts'
import { hardware, readSystem, reset, setBoot } from '../../../protocols/redfish/system.ts'
import { linkPath } from '../../../protocols/redfish/values.ts'
import { ejectImage, insertedImage, insertImage } from '../../../protocols/redfish/virtual-media.ts'
import { startListening } from '../../../simulation/devices/bmc/listening.ts'
import { SimulatedMachine } from '../../../simulation/devices/bmc/machine.ts'
import { type RedfishPeerOptions, startRedfishPeer } from '../../../simulation/devices/bmc/redfish-peer.ts'

const never = new AbortController().signal
const tls = selfSignedCertificate('bmc')
const user = { username: 'root', password: 'calvin' }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

function clientOf(port: number, credentials = user) {
  const http = new PinnedHttp({ address: '127.0.0.1', port, tls: true, pin: new Pin(null) })
  ends.unshift(() => http.close())
  return new RedfishClient(http, credentials)
}

async function start(options: Partial<RedfishPeerOptions> = {}) {
  const machine = new SimulatedMachine()
  const peer = await startRedfishPeer({ machine, ...user, tls, ...options })
  ends.push(() => peer.close())
  const client = clientOf(peer.port)
  return { machine, peer, client, system: await readSystem(client, never) }
}

describe('a controller with Redfish', () => {
  test('power, with the reset types it offers', async () => {
    const { machine, client, system } = await start()
    expect(system.PowerState).toBe('Off')
    expect(hardware(system)).toMatchObject({ serial: 'SIM0001', processors: 2, memory_gib: 64 })
    await reset(client, system, ['On'], never)
    expect(await reset(client, system, ['PowerCycle', 'ForceRestart'], never)).toBe('ForceRestart')
    await expect(reset(client, system, ['PushPowerButton'], never)).rejects.toMatchObject({ kind: 'unsupported' })
    expect(machine.commands).toEqual(['On', 'ForceRestart'])
    await reset(client, system, ['ForceOff'], never)
    await expect(reset(client, system, ['ForceRestart'], never)).rejects.toMatchObject({
      kind: 'busy',
      message: 'The system is off',
    })
  })

  test('reset types behind ActionInfo', async () => {
    const { client, system } = await start({ actionInfo: true, resetTypes: ['On'] })
    await expect(reset(client, system, ['ForceOff'], never)).rejects.toMatchObject({ kind: 'unsupported' })
  })

  test('boot once, for what it offers, and not over another client’s change', async () => {
    const { machine, client, system } = await start()
    await setBoot(client, system, { target: 'Pxe', once: true, efi: true }, never)
    await reset(client, system, ['On'], never)
    expect(machine.boots).toEqual(['pxe'])
    const late = setBoot(client, system, { target: 'Hdd', once: false, efi: null }, never)
    await expect(late).rejects.toMatchObject({ message: expect.stringMatching(/changed meanwhile/) })
    const odd = setBoot(client, system, { target: 'Usb', once: true, efi: null }, never)
    await expect(odd).rejects.toMatchObject({ kind: 'unsupported' })
  })

  test.each([[false], [true]])('sensors (new kind: %s)', async (newSensors) => {
    const { client, system } = await start({ newSensors })
    const readings = await readSensors(client, system, never)
    expect(readings[0]).toMatchObject({
      name: 'Inlet',
      kind: 'temperature',
      value: 24,
      health: 'ok',
      upper: { warning: 38, critical: 42 },
    })
    expect(readings[1]).toMatchObject({ name: 'Fan 1', kind: 'fan', unit: 'RPM', value: 5_400 })
    expect(readings).toHaveLength(newSensors ? 2 : 4)
  })

  test('the log over its pages, newest first', async () => {
    const { client, system } = await start()
    expect((await readEvents(client, system, never)).map(({ id }) => id)).toEqual(['5', '4', '3', '2', '1'])
    await clearEvents(client, system, never)
    expect(await readEvents(client, system, never)).toEqual([])
  })

  test('virtual media, with the task that inserts them', async () => {
    const { machine, client, system } = await start()
    await insertImage(client, system, 'https://panel.example.org/a.iso', never)
    await insertImage(client, system, 'https://panel.example.org/b.iso', never)
    expect(await insertedImage(client, system, never)).toBe('https://panel.example.org/b.iso')
    await ejectImage(client, system, never)
    expect(machine.media).toBeNull()
    expect(await insertedImage(client, system, never)).toBeNull()
  })

  test('signs in again when the session ended, signs out, and says when the password is wrong', async () => {
    const { peer, client } = await start()
    expect(peer.sessions.size).toBe(1)
    peer.expire()
    await readSystem(client, never)
    expect(peer.sessions.size).toBe(1)
    await client.signOut(never)
    expect(peer.sessions.size).toBe(0)
    const wrong = clientOf(peer.port, { ...user, password: 'no' })
    await expect(readSystem(wrong, never)).rejects.toMatchObject({ name: 'HttpError', kind: 'auth' })
  })

  test('basic authentication where there are no sessions', async () => {
    const { peer, system } = await start({ sessions: false })
    expect(system.PowerState).toBe('Off')
    const wrong = clientOf(peer.port, { ...user, password: 'no' })
    await expect(readSystem(wrong, never)).rejects.toMatchObject({ kind: 'auth' })
  })
})

describe('links', () => {
  test.each([
    '//evil.example/redfish/v1',
    'https://evil.example/redfish/v1',
    '/\\evil.example/redfish/v1',
    '/redfish/../../etc/passwd',
    '/redfish/%2e%2e/admin',
    '/admin',
    '/redfish/v1 HTTP/1.1\r\nX: y',
    `/redfish/${'x'.repeat(2_000)}`,
    '',
    7,
    null,
    { toString: 'x' },
  ])('%j leads nowhere', (link) => {
    expect(() => linkPath(link)).toThrow(expect.objectContaining({ kind: 'protocol_error' }))
  })

  test('a hostile service gets no second host and no endless walk', async () => {
    const asked: string[] = []
    const pages: Record<string, object> = {
      '/redfish/v1/': { Systems: { '@odata.id': '/redfish/v1/Systems' } },
      '/redfish/v1/Systems': { Members: [{ '@odata.id': 'https://192.0.2.1/redfish/v1/Systems/1' }] },
      '/redfish/v1/loop': { Members: [], 'Members@odata.nextLink': '/redfish/v1/loop' },
      '/redfish/v1/proto': { Members: [{ __proto__: null, a: 1, b: 2 }, null, 5, 'x', []] },
    }
    const server = createServer(tls, (request, response) => {
      asked.push(request.url ?? '')
      const page = pages[request.url ?? '']
      response.writeHead(page ? 200 : request.url === '/redfish/v1/deep' ? 200 : 404)
      response.end(page ? JSON.stringify(page) : '['.repeat(1 << 20))
    })
    const { port, close } = await startListening(server, '127.0.0.1', 0)
    ends.push(close)
    const client = clientOf(port)
    await expect(readSystem(client, never)).rejects.toMatchObject({ kind: 'protocol_error' })
    await expect(client.members('/redfish/v1/loop', never)).rejects.toThrow(/has no end/)
    await expect(client.get('/redfish/v1/deep', never)).rejects.toMatchObject({ kind: 'protocol_error' })
    expect(await client.members('/redfish/v1/proto', never)).toHaveLength(1)
    expect(asked.filter((path) => path === '/redfish/v1/loop')).toHaveLength(1)
  })
})

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSol } from '../../../protocols/amt-redirection/open.ts'
import { PinnedHttp } from '../../../protocols/pinned-http/client.ts'
import { DigestHttp } from '../../../protocols/pinned-http/digest.ts'
import { selfSignedCertificate } from '../../../protocols/pinned-http/self-signed.ts'
import { Pin } from '../../../protocols/pinned-http/socket.ts'
import { setNextBoot } from '../../../protocols/wsman/amt/boot.ts'
import { eventText, readEventLog } from '../../../protocols/wsman/amt/event-log.ts'
import { powerState, readPowerState, requestPowerState } from '../../../protocols/wsman/amt/power.ts'
import { readRedirection } from '../../../protocols/wsman/amt/settings.ts'
import { WsmanClient } from '../../../protocols/wsman/client.ts'
import { type AmtPeer, startAmtPeer } from '../../../simulation/devices/bmc/amt-peer.ts'
import { startListening } from '../../../simulation/devices/bmc/listening.ts'
import { SimulatedMachine } from '../../../simulation/devices/bmc/machine.ts'

const never = new AbortController().signal
function bytes(stream: Duplex, size: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let heard = Buffer.alloc(0)
    stream.on('error', reject).on('data', (data: Buffer) => {
      heard = Buffer.concat([heard, data])
      if (heard.length >= size) resolve(heard)
    })
  })
}

const user = { username: 'admin', password: 'P@ssw0rd' }

describe.each([
  ['unencrypted', undefined],
  ['TLS', selfSignedCertificate('amt')],
] as const)('a controller with AMT, %s', (_label, tls) => {
  const machine = new SimulatedMachine()
  let peer: AmtPeer
  let http: PinnedHttp
  let client: WsmanClient
  const pin = new Pin(null)
  const redirection = () => ({ address: '127.0.0.1', port: peer.redirectionPort, tls: tls !== undefined, pin })

  beforeAll(async () => {
    peer = await startAmtPeer({ machine, ...user, ...(tls && { tls }) })
    http = new PinnedHttp({ address: '127.0.0.1', port: peer.httpPort, tls: tls !== undefined, pin })
    client = new WsmanClient(new DigestHttp(http, user.username, user.password))
  })
  afterAll(async () => {
    http.close()
    await peer.close()
  })

  test('power and the next boot', async () => {
    expect(await readPowerState(client, never)).toBe(8)
    await setNextBoot(client, 'pxe', never)
    await requestPowerState(client, powerState.on, never)
    expect(await readPowerState(client, never)).toBe(2)
    await requestPowerState(client, powerState.reset, never)
    expect(machine.boots).toEqual(['pxe', 'disk'])
    await setNextBoot(client, 'bios', never)
    await setNextBoot(client, 'none', never)
    expect(machine.bootOnce).toBe('')
    const refused = requestPowerState(client, 99, never)
    await expect(refused).rejects.toMatchObject({ kind: 'fault', code: '2' })
  })

  test('log, settings, and classes that are not there', async () => {
    expect((await readEventLog(client, never)).map(eventText)).toEqual([expect.stringContaining('Firmware progress')])
    expect(await readRedirection(client, never)).toEqual({ listening: true, sol: true, ider: false })
    await expect(client.get('AMT_Nothing', never)).rejects.toMatchObject({ code: 'DestinationUnreachable' })
  })

  test('the serial port carries bytes both ways, for one at a time', async () => {
    machine.power(true, 'test')
    const serial = await openSol(redirection(), user, never)
    const long = Buffer.alloc(25_000, 'abc')
    serial.write(long)
    expect((await bytes(serial, long.length)).equals(long)).toBe(true)
    await expect(openSol(redirection(), user, never)).rejects.toMatchObject({ kind: 'busy' })
    serial.end()
    await once(serial, 'close')
    await expect.poll(() => machine.listenerCount('serial')).toBe(0)
    const again = await openSol(redirection(), user, never)
    again.destroy()
    await expect.poll(() => machine.listenerCount('serial')).toBe(0)
  })

  test('a wrong password is reported on both ports', async () => {
    const wrong = new WsmanClient(new DigestHttp(http, 'admin', 'no'))
    await expect(readPowerState(wrong, never)).rejects.toMatchObject({ kind: 'auth' })
    await expect(openSol(redirection(), { ...user, password: 'no' }, never)).rejects.toMatchObject({ kind: 'auth' })
  })
})

test('a password goes as it is only inside TLS', async () => {
  const machine = new SimulatedMachine()
  const tls = selfSignedCertificate('amt')
  const open = await startAmtPeer({ machine, ...user, methods: [1] })
  const closed = await startAmtPeer({ machine, ...user, methods: [1], tls })
  const target = { address: '127.0.0.1', pin: new Pin(null) }
  const refused = openSol({ ...target, port: open.redirectionPort, tls: false }, user, never)
  await expect(refused).rejects.toMatchObject({ kind: 'refused' })
  const serial = await openSol({ ...target, port: closed.redirectionPort, tls: true }, user, never)
  serial.destroy()
  await Promise.all([open.close(), closed.close()])
})

describe('a hostile redirection port', () => {
  let stop: (() => Promise<void>) | null = null
  afterEach(async () => stop?.())
  const hostile = async (serve: (socket: Socket) => void) => {
    const { port, close } = await startListening(createServer(serve), '127.0.0.1', 0)
    stop = close
    return { address: '127.0.0.1', port, tls: false, pin: new Pin(null) }
  }
  const begun = [0x11, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]

  test.each([
    ['another protocol', 'protocol_error', (socket: Socket) => void socket.write('SSH-2.0-x\r\n')],
    [
      'a giant challenge',
      'protocol_error',
      (socket: Socket) => void socket.write(Buffer.from([...begun, 0x14, 0, 0, 0, 0, 255, 255, 255, 127])),
    ],
    [
      'a challenge cut off',
      'protocol_error',
      (socket: Socket) =>
        void socket.write(
          Buffer.from([...begun, 0x14, 0, 0, 0, 0, 1, 0, 0, 0, 4, 0x14, 1, 0, 0, 4, 2, 0, 0, 0, 200, 1]),
        ),
    ],
    ['the end', 'lost', (socket: Socket) => void socket.end(Buffer.from(begun))],
    ['no service', 'refused', (socket: Socket) => void socket.write(Buffer.from([0x11, 1, 0, 0, ...begun]))],
  ])('%s is %s', async (_what, kind, serve) => {
    const target = await hostile((socket) => void socket.once('data', () => serve(socket)))
    await expect(openSol(target, user, never)).rejects.toMatchObject({ name: 'RedirectionError', kind })
  })

  test('the caller may give up', async () => {
    const stopping = new AbortController()
    const target = await hostile(() => stopping.abort(new Error('enough')))
    await expect(openSol(target, user, stopping.signal)).rejects.toThrow('enough')
  })
})

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openKvm } from '../../../protocols/amt-redirection/open.ts'
import { selfSignedCertificate } from '../../../protocols/pinned-http/self-signed.ts'
import { Pin } from '../../../protocols/pinned-http/socket.ts'
import { authenticateToServer, serverInit } from '../../../protocols/rfb/client-handshake.ts'
import { runSteps } from '../../../protocols/rfb/steps.ts'
import { msg } from '../../../shared/text.ts'
import { startAmtPeer } from '../../../simulation/devices/bmc/amt-peer.ts'
import { startListening } from '../../../simulation/devices/bmc/listening.ts'
import { SimulatedMachine } from '../../../simulation/devices/bmc/machine.ts'
import { type BmcTarget, SCREEN_BUSY } from '../types.ts'
import { AmtBmc } from './connection.ts'

const user = { username: 'admin', password: 'P@ssw0rd' }
const never = new AbortController().signal
const soon = { timeoutMs: 5_000, peer: msg`The controller` }
const ends: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0).toReversed()) await end()
})

async function controller() {
  const machine = new SimulatedMachine('DESK')
  const peer = await startAmtPeer({ machine, ...user, tls: selfSignedCertificate('amt') })
  ends.push(() => peer.close())
  const target: BmcTarget = { address: '127.0.0.1', port: peer.httpPort, ...user }
  const bmc = (change: Partial<BmcTarget> = {}) => {
    const made = new AmtBmc({ ...target, ...change }, { redirection: peer.redirectionPort })
    ends.push(() => made.close())
    return made
  }
  return { machine, bmc }
}

const u16 = (...numbers: number[]) => Buffer.from(numbers.flatMap((n) => [n >> 8, n & 255]))
/** SetPixelFormat with 64 colours, as noVNC asks for them of this firmware, or what it asks for of others. */
const format = (bits: 8 | 32) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 0, bits, bits === 8 ? 6 : 24, 0, 1]),
    bits === 8 ? u16(3, 3, 3) : u16(255, 255, 255),
    Buffer.from(bits === 8 ? [0, 2, 4, 0, 0, 0] : [0, 8, 16, 0, 0, 0]),
  ])
const rawOnly = Buffer.from([2, 0, 0, 1, 0, 0, 0, 0])
const ask = (incremental: boolean, width: number, height: number) =>
  Buffer.concat([Buffer.from([3, incremental ? 1 : 0]), u16(0, 0, width, height)])
const press = (keysym: number) =>
  Buffer.concat([1, 0].map((down) => Buffer.from([4, down, 0, 0, 0, 0, keysym >> 8, keysym & 255])))

/** Signs in to an open screen as a viewer. */
async function view(stream: Duplex) {
  await authenticateToServer(stream, null, soon)
  stream.write(Buffer.from([1]))
  const init = await runSteps(stream, serverInit(), soon)
  return { width: init.readUInt16BE(0), height: init.readUInt16BE(2), bits: init[4], name: init.toString('latin1', 24) }
}

/** The pixels of the next update, one byte each; those that did not change are 255. */
async function picture(stream: Duplex, width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height, 255)
  await runSteps(
    stream,
    (function* () {
      for (let left = (yield 4).readUInt16BE(2); left > 0; left -= 1) {
        const head = Buffer.from(yield 12)
        expect(head.readInt32BE(8)).toBe(0)
        const [x = 0, y = 0, w = 0, h = 0] = [0, 2, 4, 6].map((at) => head.readUInt16BE(at))
        const data = yield w * h
        for (let row = 0; row < h; row += 1) data.copy(pixels, (y + row) * width + x, row * w, (row + 1) * w)
      }
    })(),
    soon,
  )
  return pixels
}

describe('the screen over KVM redirection', () => {
  test('shows a picture in the colours that the firmware has, and takes keys', async () => {
    const { machine, bmc } = await controller()
    machine.power(true, 'test')
    const screen = await bmc().screen(never)
    const { width, height, bits, name } = await view(screen)
    expect({ width, height, bits, name }).toEqual({ width: 720, height: 400, bits: 16, name: 'Intel(r) AMT KVM' })
    screen.write(Buffer.concat([format(8), rawOnly, ask(false, width, height)]))
    const before = await picture(screen, width, height)
    expect(before.filter((pixel) => pixel !== 0).length).toBeGreaterThan(100)
    screen.write(Buffer.concat([ask(true, width, height), press('x'.charCodeAt(0))]))
    const change = await picture(screen, width, height)
    expect(change.filter((pixel) => pixel !== 255).length).toBeGreaterThan(0)
    expect(change.filter((pixel) => pixel !== 255).length).toBeLessThan(1_000)
    screen.destroy()
  })

  test('is hung up on by the firmware when a viewer asks for more colours than it has', async () => {
    const { bmc } = await controller()
    const screen = await bmc().screen(never)
    await view(screen)
    screen.write(format(32))
    screen.resume()
    await once(screen, 'close')
  })

  test('is for one client at a time, independent of the serial port, and free as soon as that leaves', async () => {
    const { bmc } = await controller()
    const serial = await bmc().sol({ takeOver: false }, never)
    const first = await bmc().screen(never)
    await expect(bmc().screen(never)).rejects.toMatchObject({
      code: 'device_unreachable',
      value: SCREEN_BUSY,
      message: /only one session can use it at a time/,
    })
    first.destroy()
    await expect
      .poll(async () => {
        const again = await bmc().screen(never)
        again.destroy()
        return true
      })
      .toBe(true)
    serial.destroy()
  })

  test('is refused in words where it is switched off, and where the password is wrong', async () => {
    const { machine, bmc } = await controller()
    await expect(bmc({ password: 'no' }).screen(never)).rejects.toMatchObject({
      code: 'device_rejected',
      message: /did not open its screen: User name or password/,
    })
    machine.screenOff = true
    await expect(bmc().screen(never)).rejects.toMatchObject({
      code: 'device_rejected',
      message: /did not open its screen: .*turned off/,
    })
  })
})

describe('a hostile controller', () => {
  const begun = [0x11, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
  const methods = [0x14, 0, 0, 0, 0, 1, 0, 0, 0, 4]
  const challenge = [0x14, 1, 0, 0, 4, 9, 0, 0, 0, 1, 97, 1, 98, 4, 97, 117, 116, 104]
  const welcome = [0x14, 0, 0, 0, 4, 0, 0, 0, 0]
  const signedIn = [...begun, ...methods, ...challenge, ...welcome]

  async function hostile(serve: (socket: Socket) => void) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => serve(socket))
    })
    const { port, close } = await startListening(server, '127.0.0.1', 0)
    ends.push(close)
    return { address: '127.0.0.1', port, tls: false, pin: new Pin(null) }
  }
  const say =
    (...bytes: number[]) =>
    (socket: Socket) =>
      void socket.write(Buffer.from(bytes))

  test.each([
    ['no type of that name', 'refused', say(0x11, 1, 0, 0)],
    ['no such service', 'refused', say(0x11, 3, 0, 0)],
    ['an error of its own', 'refused', say(0x11, 0xff, 0, 0)],
    ['another client has it', 'busy', say(0x11, 2, 0, 0)],
    ['an answer to another question', 'protocol_error', say(0x21, 0, 0, 0)],
    ['four gigabytes of ways to sign in', 'protocol_error', say(...begun, 0x14, 0, 0, 0, 0, 255, 255, 255, 255)],
    ['a password refused', 'auth', say(...signedIn.with(-8, 1))],
    ['the screen refused', 'refused', say(...signedIn, 0x41, 1, 0, 0, 0, 0, 0, 0)],
    ['the screen taken meanwhile', 'busy', say(...signedIn, 0x41, 2, 0, 0, 0, 0, 0, 0)],
    ['serial port instead of the screen', 'protocol_error', say(...signedIn, 0x21, 0, 0, 0, 0, 0, 0, 0)],
    ['the end in the middle', 'lost', (socket: Socket) => void socket.end(Buffer.from(signedIn))],
    ['a reset in the middle', 'lost', (socket: Socket) => void socket.resetAndDestroy()],
  ])('%s: %s', async (_what, kind, serve) => {
    await expect(openKvm(await hostile(serve), user, never)).rejects.toMatchObject({ name: 'RedirectionError', kind })
  })

  test.each([
    ['says nothing', () => {}],
    ['stops before the challenge', say(...begun, ...methods)],
    ['stops before the screen', say(...signedIn)],
    ['announces words that never come', say(...begun.with(-1, 255))],
  ])('one that %s is given up after 15 seconds', async (_what, serve) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let heard = () => {}
    const served = new Promise<void>((resolve) => {
      heard = resolve
    })
    const target = await hostile((socket) => {
      serve(socket)
      heard()
    })
    const failed = expect(openKvm(target, user, never)).rejects.toMatchObject({ kind: 'timeout' })
    await served
    await vi.advanceTimersByTimeAsync(15_001)
    await failed
  })
})

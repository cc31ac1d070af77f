import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { clipReason } from './failure.ts'
import { writeBinary } from './frame.ts'
import type { RelayLimits } from './relay.ts'
import { connectTcpDevice } from './tcp-device.ts'
import { anyTicket, Page, startGateway, type TestGateway } from './testing.ts'

const never = new AbortController().signal
const running: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
})

async function page(
  stream: () => Duplex | Promise<Duplex>,
  limits?: RelayLimits,
): Promise<{ page: Page; to: TestGateway }> {
  const to = await startGateway({
    open: async () => ({ stream: await stream(), vncPassword: null }),
    ...(limits && { limits }),
  })
  running.push(to.stop)
  to.tickets.set(anyTicket(1), {
    kind: 'serial',
    mode: 'control',
    object: 'host',
    object_id: 1,
    account_id: 1,
    session_id: null,
    take_over: false,
    record: false,
  })
  return { page: new Page(to.url, anyTicket(1)), to }
}

/** A TCP device; `serve` gets its end of the connection. */
async function tcpDevice(serve: (socket: Socket) => void) {
  const server = createServer((socket) => serve(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  running.push(() => server.close())
  return () => connectTcpDevice('127.0.0.1', (server.address() as AddressInfo).port, never)
}

/** Sends data with regard to back-pressure. */
async function pour(to: Duplex, data: Buffer, step: number): Promise<void> {
  for (let at = 0; at < data.length; at += step) {
    if (!to.write(data.subarray(at, at + step))) await once(to, 'drain')
  }
}

const sha = (data: Buffer) => createHash('sha256').update(data).digest('hex')

describe('relay', () => {
  it.each([1, 125, 126, 65_535, 65_536, 70_000])('frames %i bytes as a browser reads them', async (length) => {
    const device = new Duplex({ read() {}, write: (_c, _e, done) => done() })
    const { page: tab } = await page(() => device)
    await once(tab.ws, 'open')
    const data = randomBytes(length)
    device.push(data)
    expect(sha(await tab.read(length))).toBe(sha(data))
  })

  it.each([1000, 65_536, 3_000_000])(
    'keeps every byte through the fast lane, in pieces of %i, to a slow browser',
    async (step) => {
      const data = randomBytes(24_000_000)
      const device = await tcpDevice((socket) => void pour(socket, data, step))
      const { page: tab } = await page(device)
      await once(tab.ws, 'open')
      const slow = setInterval(() => {
        tab.ws.pause()
        setImmediate(() => tab.ws.resume())
      }, 3)
      const got = createHash('sha256')
      let left = data.length
      while (left > 0) {
        const part = await tab.read(Math.min(left, 100_000))
        got.update(part)
        left -= part.length
      }
      clearInterval(slow)
      expect(got.digest('hex')).toBe(sha(data))
    },
  )

  it('hands over device output that arrived before the lane was taken', async () => {
    const device = await tcpDevice((socket) => socket.write('greeting'))
    const { page: tab } = await page(async () => {
      const socket = await device()
      await once(socket, 'readable')
      return socket
    })
    expect((await tab.read(8)).toString()).toBe('greeting')
  })

  it('carries input to a TCP device and its end back', async () => {
    const device = await tcpDevice((socket) => {
      socket.once('data', (input) => socket.end(Buffer.from(`got ${input}`)))
    })
    const { page: tab } = await page(device)
    await once(tab.ws, 'open')
    tab.ws.send(Buffer.from('this'))
    expect((await tab.read(8)).toString()).toBe('got this')
    expect(await tab.closed).toMatchObject({ code: 4000 })
  })

  it.each(['stream', 'lane'])('makes the device wait for a browser that does not read: %s', async (kind) => {
    let sent = 0
    const block = Buffer.alloc(65_536)
    const endless = new Duplex({
      read() {
        sent += block.length
        setImmediate(() => this.push(block))
      },
      write: (_c, _e, done) => done(),
    })
    const device = await tcpDevice((socket) => {
      endless.pipe(socket)
    })
    const { page: tab } = await page(kind === 'lane' ? device : () => endless)
    await once(tab.ws, 'open')
    tab.ws.pause()
    // It stops by itself: the buffers of the kernel are a few megabytes.
    for (let before = -1; before !== sent; ) {
      before = sent
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(sent).toBeLessThan(64e6)
    tab.ws.terminate()
  })

  it('makes the browser wait for a device that does not read', async () => {
    let pending: (() => void) | null = null
    let taken = 0
    const device = new Duplex({
      writableHighWaterMark: 1024,
      read() {},
      write(chunk: Buffer, _encoding, done) {
        taken += chunk.length
        pending = done
      },
    })
    const { page: tab } = await page(() => device)
    await once(tab.ws, 'open')
    const total = 40e6
    for (let i = 0; i < 40; i++) tab.ws.send(Buffer.alloc(1e6))
    while (taken === 0) await new Promise(setImmediate)
    expect(device.writableLength).toBeLessThan(4e6)
    expect(tab.ws.bufferedAmount).toBeGreaterThan(10e6)
    while (taken < total) {
      const go = pending as (() => void) | null
      pending = null
      go?.()
      await new Promise(setImmediate)
    }
    expect(taken).toBe(total)
  })

  it('ends a session that is too long, or idle, with words', async () => {
    const silent = () => new Duplex({ read() {}, write: (_c, _e, done) => done() })
    const long = await page(silent, { maxMs: 20, idleMs: 1e6, pingMs: 1e6 })
    expect(await long.page.closed).toEqual({ code: 4009, words: 'The session reached its time limit' })
    // Pings pass meanwhile and do not count as use. A busy machine has to answer each within its time.
    const idle = await page(silent, { maxMs: 1e6, idleMs: 700, pingMs: 300 })
    expect(await idle.page.closed).toMatchObject({ code: 4008 })
  })

  it('lets go of a browser that answers no pings', async () => {
    const device = new Duplex({ read() {}, write: (_c, _e, done) => done() })
    const { page: tab } = await page(() => device, { maxMs: 1e6, idleMs: 1e6, pingMs: 20 })
    await once(tab.ws, 'open')
    tab.ws.pause() // pongs are sent by a reader only
    await once(device, 'close')
    tab.ws.terminate()
  })

  it('says in words that the device broke', async () => {
    const device = new Duplex({ read() {}, write: (_c, _e, done) => done() })
    const { page: tab } = await page(() => device)
    await once(tab.ws, 'open')
    device.destroy(new Error('ECONNRESET'))
    expect(await tab.closed).toEqual({ code: 4021, words: 'The connection to the VM or server was lost: ECONNRESET' })
  })

  it('refuses a message that is too large', async () => {
    const device = new Duplex({ read() {}, write: (_c, _e, done) => done() })
    const { page: tab } = await page(() => device)
    await once(tab.ws, 'open')
    tab.ws.send(Buffer.alloc(3e6))
    expect((await tab.closed).code).toBe(1009)
    expect(device.destroyed).toBe(true)
  })
})

describe('TCP device', () => {
  it('says who cannot be reached, and gives up on abort', async () => {
    await expect(connectTcpDevice('127.0.0.1', 1, never)).rejects.toMatchObject({
      code: 'device_unreachable',
      message: /No connection to 127\.0\.0\.1 port 1: /,
    })
    await expect(connectTcpDevice('127.0.0.1', 1, AbortSignal.abort())).rejects.toMatchObject({
      code: 'device_unreachable',
    })
  })
})

it('close reasons fit into a close frame', () => {
  expect(clipReason('short')).toBe('short')
  for (const words of ['x'.repeat(500), 'ж'.repeat(200), '🦊'.repeat(99)]) {
    const clipped = clipReason(words)
    expect(Buffer.byteLength(clipped)).toBeLessThanOrEqual(123)
    expect(clipped.endsWith('…')).toBe(true)
  }
})

it('frames what the library would frame', () => {
  const out: Buffer[] = []
  const sink = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      out.push(chunk)
      done()
    },
  })
  writeBinary(sink, Buffer.from('hi'))
  expect(Buffer.concat(out).toString('hex')).toBe('82026869')
})

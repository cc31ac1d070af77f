import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { StepFeeder } from '../rfb/steps.ts'
import { RedirectionError } from './errors.ts'
import { digestResponse, signIn } from './sign-in.ts'
import { SolStream } from './sol-stream.ts'

const ends: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) end()
})

/** A serial stream, and the socket of the controller behind it. */
async function serial(): Promise<{ stream: SolStream; peer: Socket; near: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [peer] = (await once(server, 'connection')) as [Socket]
  peer.on('error', () => {})
  const stream = new SolStream(near, 1_000, 1)
  ends.push(() => {
    stream.on('error', () => {}).destroy()
    peer.destroy()
    server.close()
  })
  return { stream, peer, near }
}

const fromHost = (data: string) => {
  const head = Buffer.alloc(10)
  head[0] = 0x2a
  head.writeUInt16LE(data.length, 8)
  return Buffer.concat([head, Buffer.from(data)])
}

describe('the serial stream', () => {
  test('reads messages however they are cut', async () => {
    const { stream, peer } = await serial()
    const heartbeat = Buffer.from([0x2b, 0, 0, 0, 1, 0, 0, 0])
    const controls = Buffer.from([0x29, 0, 0, 0, 1, 0, 0, 0, 4, 0])
    peer.setNoDelay(true)
    for (const byte of Buffer.concat([fromHost('ab'), heartbeat, fromHost(''), controls, fromHost('cd')]))
      peer.write(Buffer.from([byte]))
    let heard = ''
    await new Promise<void>((resolve) =>
      stream.on('data', (data: Buffer) => {
        heard += data.toString()
        if (heard.length === 4) resolve()
      }),
    )
    expect(heard).toBe('abcd')
  })

  test('a message of no known type ends it', async () => {
    const { stream, peer } = await serial()
    peer.write(Buffer.from([0x77, 1, 2, 3]))
    const [error] = (await once(stream, 'error')) as [Error]
    expect(error).toMatchObject({ name: 'RedirectionError', kind: 'protocol_error' })
  })

  test('a reader that stops makes the controller wait', async () => {
    const { peer, near } = await serial()
    const flood = fromHost('x'.repeat(60_000))
    let wrote = 0
    const pump = () => {
      while (wrote < 32 << 20 && peer.write(flood)) wrote += flood.length
    }
    peer.on('drain', pump)
    pump()
    await expect.poll(() => near.isPaused()).toBe(true)
    const taken = near.bytesRead
    await new Promise((resolve) => setImmediate(resolve))
    expect(near.bytesRead).toBeLessThanOrEqual(taken + (128 << 10))
    expect(taken).toBeLessThan(2 << 20)
  })

  test('sends heartbeats, and ends when the controller is silent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] })
    const { stream, peer } = await serial()
    stream.resume()
    vi.advanceTimersByTime(4_000)
    const [beat] = (await once(peer, 'data')) as [Buffer]
    expect(beat[0]).toBe(0x2b)
    const failed = once(stream, 'error')
    vi.advanceTimersByTime(30_000)
    expect((await failed)[0]).toMatchObject({ kind: 'timeout' })
  })

  test('says goodbye, so that the session is free at once', async () => {
    const { stream, peer } = await serial()
    stream.resume().end()
    let said = Buffer.alloc(0)
    for await (const data of peer) said = Buffer.concat([said, data as Buffer])
    expect([said[0], said[8]]).toEqual([0x22, 0x12])
  })
})

describe('signing in', () => {
  test('the digest is that of RFC 2617 with a fixed path', () => {
    const challenge = { realm: 'Digest:AF', nonce: 'n0', qop: 'auth' }
    // With md5sum: of (of 'admin:Digest:AF:x') ':n0:00000001:c0:auth:' (of 'POST:/RedirectionService').
    expect(digestResponse({ username: 'admin', password: 'x' }, challenge, '00000001', 'c0')).toBe(
      'f5e8095562d25116bc7be92be924c809',
    )
  })

  test('whatever a controller answers, it is understood or refused', () => {
    const begun = Buffer.from([0x11, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    const query = Buffer.from([0x14, 0, 0, 0, 0, 1, 0, 0, 0, 4])
    const prefixes = [
      Buffer.alloc(0),
      begun,
      Buffer.concat([begun, query]),
      Buffer.concat([begun, query, Buffer.from([0x14, 1, 0, 0, 4])]),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...prefixes), fc.uint8Array({ maxLength: 200 }), (prefix, random) => {
        const sent: Buffer[] = []
        const user = { username: 'admin', password: 'secret', plain: false }
        const feeder = new StepFeeder(signIn('SOL ', user, (data) => void sent.push(data)))
        try {
          feeder.push(Buffer.concat([prefix, random]))
        } catch (error) {
          expect(error).toBeInstanceOf(RedirectionError)
        }
        expect(Buffer.concat(sent).includes('secret')).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })
})

import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { soon } from '../../shared/testing/soon.ts'
import { RelayClient } from './client.ts'
import { FrameReader, frame } from './frames.ts'

const program = path.join(import.meta.dirname, 'relay.py')
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function startRelay() {
  const child = spawn('python3', [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const stream = Duplex.from({ readable: child.stdout, writable: child.stdin })
  const relay = await RelayClient.start(stream, soon())
  closing.push(async () => {
    relay.close()
    if (child.exitCode === null) await once(child, 'exit')
  })
  return { relay, child }
}

async function echoTcp(answer: (chunk: Buffer) => Buffer = (chunk) => chunk) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => socket.write(answer(chunk)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return (server.address() as { port: number }).port
}

describe('a relay', () => {
  it('carries datagrams both ways, and reports a closed port', async () => {
    const { relay } = await startRelay()
    const peer = createSocket('udp4').bind(0, '127.0.0.1')
    await once(peer, 'listening')
    closing.push(() => peer.close())
    peer.on('message', (packet, from) =>
      peer.send(Buffer.concat([Buffer.from('re:'), packet]), from.port, from.address),
    )
    const channel = await relay.udp('127.0.0.1', peer.address().port, soon())
    const heard = new Promise<Buffer>((resolve) => channel.onPacket(resolve))
    channel.send(Buffer.from('ping'))
    expect((await heard).toString()).toBe('re:ping')

    const dead = await relay.udp('127.0.0.1', 9, soon())
    const failed = new Promise<Error>((resolve) => dead.onFailure(resolve))
    dead.send(Buffer.from('x'))
    expect(await failed).toMatchObject({ kind: 'refused' })
  })

  it('carries connections whole, more than its windows hold', async () => {
    const { relay } = await startRelay()
    const stream = await relay.tcp('127.0.0.1', await echoTcp(), soon())
    const sent = Buffer.alloc(3_000_000, 'datahall ')
    let got = 0
    const all = new Promise<void>((resolve) => {
      stream.on('data', (chunk: Buffer) => {
        expect(chunk.equals(sent.subarray(got, got + chunk.length))).toBe(true)
        got += chunk.length
        if (got === sent.length) resolve()
      })
    })
    stream.write(sent)
    await all
  })

  it('makes a device wait for a reader that does not read', async () => {
    const { relay } = await startRelay()
    const port = await echoTcp(() => Buffer.alloc(1 << 20))
    const [slow, quick] = await Promise.all([
      relay.tcp('127.0.0.1', port, soon()),
      relay.tcp('127.0.0.1', port, soon()),
    ])
    slow.write('all of it')
    quick.write('all of it')
    let got = 0
    for await (const chunk of quick) {
      got += (chunk as Buffer).length
      if (got === 1 << 20) break
    }
    expect(slow.readableLength).toBeLessThanOrEqual(256 * 1024)
  })

  it('reports the error of its host for a closed port, and opens no names', async () => {
    const { relay } = await startRelay()
    await expect(relay.tcp('127.0.0.1', 9, soon())).rejects.toMatchObject({ kind: 'refused' })
    await expect(relay.tcp('localhost', 80, soon())).rejects.toMatchObject({ kind: 'refused' })
  })

  it('ends all its ways when it is lost, and a new one is refused', async () => {
    const { relay, child } = await startRelay()
    const stream = await relay.tcp('127.0.0.1', await echoTcp(), soon())
    const fault = once(stream, 'error')
    child.kill('SIGKILL')
    expect((await fault)[0]).toMatchObject({ kind: 'lost' })
    await relay.closed
    await expect(relay.tcp('127.0.0.1', 80, soon())).rejects.toMatchObject({ kind: 'lost' })
  })

  it('is distinguished from another program', async () => {
    const { stdout, stdin } = spawn('cat')
    const stream = Duplex.from({ readable: stdout, writable: stdin })
    stream.write(frame('D', 1, Buffer.from('no greeting')))
    await expect(RelayClient.start(stream, soon())).rejects.toMatchObject({ kind: 'protocol_error' })
  })
})

it('puts frames together however they are cut, and refuses what is too long', () => {
  const bytes = Buffer.concat([frame('D', 7, Buffer.from('one')), frame('C', 7), frame('D', 8, Buffer.alloc(1_000, 1))])
  for (let size = 1; size < 40; size++) {
    const reader = new FrameReader()
    const seen = []
    for (let at = 0; at < bytes.length; at += size) seen.push(...reader.push(bytes.subarray(at, at + size)))
    expect(seen.map(({ kind, channel, payload }) => [kind, channel, payload.length])).toEqual([
      ['D', 7, 3],
      ['C', 7, 0],
      ['D', 8, 1_000],
    ])
  }
  const long = frame('D', 1)
  long.writeUInt32BE(1 << 30, 5)
  expect(() => new FrameReader().push(long)).toThrow(RangeError)
})

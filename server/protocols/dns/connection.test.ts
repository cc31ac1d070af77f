import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { DnsClient } from './client.ts'
import { TYPE } from './message.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
})

const key = { name: 'k', algorithm: 'hmac-sha256', secret: Buffer.from('secret') } as const
/** A client of a server that does with each question what the test says. */
async function client(answer: (question: Buffer, socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (question) => answer(question as Buffer, socket))
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const limits = { connectMs: 2_000, answerMs: 150 }
  return DnsClient.open({ host: '127.0.0.1', port, key }, AbortSignal.timeout(5_000), { limits })
}
const lookUp = async (answer: (question: Buffer, socket: Socket) => void, signal = AbortSignal.timeout(5_000)) => {
  const open = await client(answer)
  return open.lookUp('1.2.0.192.in-addr.arpa', TYPE.PTR, signal).finally(() => open.close())
}
const sized = (bytes: Buffer) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
/** The question sent back as an answer with a change. */
const echo = (change: (bytes: Buffer) => void) => (question: Buffer, socket: Socket) => {
  const bytes = Buffer.from(question.subarray(2))
  bytes[2] = bytes[2]! | 0x80
  change(bytes)
  socket.write(sized(bytes))
}

describe('a name server that means harm', () => {
  it.each([
    ['says nothing', () => {}, 'timeout', 'No answer within 0.15 s'],
    ['hangs up', (_: Buffer, socket: Socket) => socket.end(), 'lost', 'closed the connection'],
    [
      'sends half an answer',
      (_: Buffer, socket: Socket) => socket.write(Buffer.from([1, 0, 7])),
      'timeout',
      'No answer',
    ],
    [
      'sends rubbish',
      (_: Buffer, socket: Socket) => socket.write(sized(Buffer.from('rubbish'))),
      'protocol_error',
      'ends too early',
    ],
    [
      'sends without end',
      (_: Buffer, socket: Socket) => socket.write(Buffer.alloc(70_000, 0xff)),
      'protocol_error',
      '',
    ],
    [
      'answers another question',
      echo((bytes) => bytes.writeUInt16BE(bytes.readUInt16BE(0) ^ 1, 0)),
      'protocol_error',
      'not asked',
    ],
    ['returns our own signature', echo(() => {}), 'signature', 'signature'],
    ['answers without a signature', echo((bytes) => bytes.writeUInt16BE(0, 10)), 'protocol_error', 'behind its end'],
  ] as const)('is not believed when it %s', async (_, answer, kind, words) => {
    const fault = await lookUp(answer as (question: Buffer, socket: Socket) => void).catch((error: unknown) => error)
    expect(fault).toMatchObject({ name: 'DnsError', kind, message: expect.stringContaining(words) })
  })

  it('is waited for no longer than the caller wants', async () => {
    const stop = new AbortController()
    const asked = lookUp(() => stop.abort(new Error('enough')), stop.signal)
    await expect(asked).rejects.toThrow('enough')
  })

  it('is not there at all', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise((done) => server.close(done))
    const opened = DnsClient.open({ host: '127.0.0.1', port, key }, AbortSignal.timeout(5_000))
    await expect(opened).rejects.toMatchObject({ kind: 'unreachable' })
  })
})

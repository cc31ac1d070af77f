import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { NbdClient } from './client.ts'
import { NbdError } from './errors.ts'
import { ALLOCATION } from './regions.ts'
import { serveNbd } from './server.ts'
import {
  chunk,
  counted,
  GREETING,
  info,
  LAST_CHUNK,
  OPTION_MAGIC,
  OPTION_REPLY_MAGIC,
  option,
  optionReply,
  REQUEST_MAGIC,
  SIMPLE_REPLY_MAGIC,
  STRUCTURED_REPLY_MAGIC,
  u16,
  u32,
  u64,
} from './wire.ts'

const never = new AbortController().signal
const SIZE = 1 << 20

const reply = (asked: number, type: number, data = Buffer.alloc(0)) =>
  Buffer.concat([u64(OPTION_REPLY_MAGIC), u32(asked), u32(type), u32(data.length), data])
const greeting = Buffer.concat([GREETING, u16(3)])
const structured = reply(option.structuredReply, optionReply.ack)
const context = Buffer.concat([
  reply(option.setMetaContext, optionReply.metaContext, Buffer.concat([u32(1), Buffer.from(ALLOCATION)])),
  reply(option.setMetaContext, optionReply.ack),
])
const exported = (size: number | bigint = SIZE) =>
  reply(option.go, optionReply.info, Buffer.concat([u16(info.export), u64(size), u16(1 | 4)]))
const ack = reply(option.go, optionReply.ack)
const handshake = Buffer.concat([greeting, structured, context, exported(), ack])

const part = (type: number, body: Buffer, { last = true, cookie = 1n, length = body.length } = {}) =>
  Buffer.concat([u32(STRUCTURED_REPLY_MAGIC), u16(last ? LAST_CHUNK : 0), u16(type), u64(cookie), u32(length), body])
const data = (offset: number, bytes: number, options = {}) =>
  part(chunk.data, Buffer.concat([u64(offset), Buffer.alloc(bytes, 7)]), options)

/** A server that says what it is told: first at once, the rest when the first request has come. */
function server(first: Buffer, then: Buffer = Buffer.alloc(0)): Duplex {
  const [near, far] = duplexPair()
  const magic = u32(REQUEST_MAGIC)
  let heard = Buffer.alloc(0)
  far.on('error', () => {})
  far.on('data', (bytes: Buffer) => {
    heard = Buffer.concat([heard, bytes])
    if (!heard.includes(magic)) return
    far.end(then)
  })
  far.write(first)
  return near
}

const open = (stream: Duplex) =>
  NbdClient.open(stream, { name: 'vda', contexts: [ALLOCATION], signal: never, patienceMs: 2_000 })

/** Reads 4 KiB at 8 KiB from a server that answers so. */
async function reading(answer: Buffer): Promise<Buffer> {
  const client = await open(server(handshake, answer))
  try {
    return await client.read(8192, 4096, never)
  } finally {
    client.close()
  }
}

async function extents(answer: Buffer) {
  const client = await open(server(handshake, answer))
  try {
    return await client.blockStatus(8192, 4096, never)
  } finally {
    client.close()
  }
}

const breach = expect.objectContaining({ name: 'NbdError', kind: 'protocol' })

describe('a handshake', () => {
  const meta = (...replies: Buffer[]) => Buffer.concat([greeting, structured, ...replies])
  const named = (id: number, name: string) =>
    reply(option.setMetaContext, optionReply.metaContext, Buffer.concat([u32(id), Buffer.from(name)]))
  test.each<[string, Buffer, unknown]>([
    ['of something else', Buffer.from('SSH-2.0-OpenSSH_9.2p1 Debian'), breach],
    ['of the old kind', Buffer.concat([GREETING, u16(0)]), expect.objectContaining({ kind: 'refused' })],
    [
      'without structured replies',
      Buffer.concat([greeting, reply(8, 0x80000001)]),
      expect.objectContaining({ kind: 'refused' }),
    ],
    ['with an answer to another question', Buffer.concat([greeting, reply(7, 1)]), breach],
    ['with an answer of 4 GiB', Buffer.concat([greeting, reply(8, 3).subarray(0, 16), u32(0xffffffff)]), breach],
    ['with endless answers', Buffer.concat([greeting, structured, ...Array(70).fill(named(1, ALLOCATION))]), breach],
    ['with endless other answers', Buffer.concat([greeting, ...Array(70).fill(reply(8, 2))]), breach],
    ['with a context that was not asked for', meta(named(1, 'qemu:other'), reply(10, 1)), breach],
    ['with a context twice', meta(named(1, ALLOCATION), named(2, ALLOCATION), reply(10, 1)), breach],
    ['with a context without a name', meta(reply(10, 4, u32(1)), reply(10, 1)), breach],
    ['without a size', Buffer.concat([greeting, structured, context, ack]), breach],
    ['with two sizes', Buffer.concat([greeting, structured, context, exported(), exported(), ack]), breach],
    ['with an impossible size', Buffer.concat([greeting, structured, context, exported(2n ** 63n), ack]), breach],
    ['with a size that is cut', Buffer.concat([greeting, structured, context, reply(7, 3, u16(0)), ack]), breach],
  ])('%s is refused', async (_, bytes, error) => {
    await expect(open(server(bytes))).rejects.toEqual(error)
  })

  test('that never goes on ends with the signal', async () => {
    const stop = new AbortController()
    const opening = NbdClient.open(server(greeting), { name: 'vda', signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(opening).rejects.toThrow('enough')
  })
})

describe('an answer to a read', () => {
  test('in two parts in order is taken', async () => {
    const good = Buffer.concat([
      data(8192, 1024, { last: false }),
      part(chunk.hole, Buffer.concat([u64(9216), u32(3072)])),
    ])
    expect(await reading(good)).toEqual(Buffer.concat([Buffer.alloc(1024, 7), Buffer.alloc(3072)]))
  })

  test.each<[string, Buffer]>([
    ['with an offset before the request', data(4096, 4096)],
    ['with an offset behind the request', data(12_288, 4096)],
    ['with more data than was asked for', data(8192, 4097)],
    ['with less data than was asked for', data(8192, 4095)],
    ['with the same data twice', Buffer.concat([data(8192, 2048, { last: false }), data(8192, 2048)])],
    ['with a gap', Buffer.concat([data(8192, 1024, { last: false }), data(10_240, 2048)])],
    ['with no data at all', part(chunk.none, Buffer.alloc(0))],
    ['with data of no length', part(chunk.data, u64(8192))],
    ['with a length of 4 GiB', part(chunk.data, u64(8192), { length: 0xffffffff })],
    ['with a hole of 4 GiB', part(chunk.hole, Buffer.concat([u64(8192), u32(0xffffffff)]))],
    ['with a hole that is cut', part(chunk.hole, u64(8192))],
    ['to another request', data(8192, 4096, { cookie: 77n })],
    ['to a request that was not made yet', data(8192, 4096, { cookie: 2n })],
    ['of extents', part(chunk.blockStatus, Buffer.concat([u32(1), u32(4096), u32(0)]))],
    ['of an unknown kind', part(9, Buffer.alloc(4))],
    ['that is simple', Buffer.concat([u32(SIMPLE_REPLY_MAGIC), u32(0), u64(1), Buffer.alloc(4096)])],
    ['that is none', Buffer.from('HTTP/1.1 400 Bad Request\r\n')],
    ['with an error of 4 GiB', part(chunk.error, Buffer.alloc(6), { length: 0xffffffff })],
    ['with an error that is cut', part(chunk.error, Buffer.concat([u32(5), u16(400)]))],
  ])('%s ends the connection', async (_, answer) => {
    await expect(reading(answer)).rejects.toEqual(breach)
  })

  test('with an error is a failure of this request alone', async () => {
    const bad = part(chunk.error, Buffer.concat([u32(5), u16(3), Buffer.from('bad')]))
    await expect(reading(bad)).rejects.toMatchObject({
      kind: 'refused',
      errno: 5,
      message: expect.stringContaining('bad'),
    })
    const where = part(chunk.errorOffset, Buffer.concat([u32(5), u16(0), u64(8192)]))
    await expect(reading(where)).rejects.toMatchObject({ kind: 'refused', errno: 5 })
    const simple = Buffer.concat([u32(SIMPLE_REPLY_MAGIC), u32(28), u64(1)])
    await expect(reading(simple)).rejects.toMatchObject({ kind: 'refused', errno: 28 })
  })
})

describe('an answer about extents', () => {
  const list = (id: number, ...pairs: [number, number][]) =>
    part(chunk.blockStatus, Buffer.concat([u32(id), ...pairs.flatMap(([length, flags]) => [u32(length), u32(flags)])]))

  test('may reach further than the question, and is cut', async () => {
    expect(await extents(list(1, [1024, 0], [1 << 30, 3]))).toEqual(
      new Map([
        [
          ALLOCATION,
          [
            { length: 1024, flags: 0 },
            { length: 3072, flags: 3 },
          ],
        ],
      ]),
    )
  })

  test.each<[string, Buffer]>([
    ['without extents', list(1)],
    ['with an extent of no length', list(1, [0, 0])],
    ['with extents behind the question', list(1, [4096, 0], [512, 3])],
    ['of an unknown context', list(2, [4096, 0])],
    ['of one context twice', Buffer.concat([list(1, [512, 0]).fill(0, 4, 6), list(1, [512, 0])])],
    ['that is cut', part(chunk.blockStatus, Buffer.concat([u32(1), u32(4096)]))],
    ['that is empty', part(chunk.none, Buffer.alloc(0))],
    ['of 4 GiB', part(chunk.blockStatus, u32(1), { length: 0xfffffffc })],
    ['of data', data(8192, 4096)],
  ])('%s ends the connection', async (_, answer) => {
    await expect(extents(answer)).rejects.toEqual(breach)
  })
})

const conversation = Buffer.concat([data(8192, 1024, { last: false }), data(9216, 3072)])

test('a connection that is cut anywhere ends in words', async () => {
  for (let at = 0; at < handshake.length; at++) {
    const [near, far] = duplexPair()
    far.on('error', () => {}).resume()
    far.end(handshake.subarray(0, at))
    await expect(open(near), `${at} bytes`).rejects.toMatchObject({ kind: 'closed' })
  }
  for (let at = 0; at < conversation.length; at += at < 64 ? 1 : 97)
    await expect(reading(conversation.subarray(0, at)), `${at} bytes`).rejects.toMatchObject({ kind: 'closed' })
})

test('bytes that are changed anywhere are an answer or an error, never anything else', async () => {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed % below
  }
  for (let n = 0; n < 400; n++) {
    const [first, then] = [Buffer.from(handshake), Buffer.from(conversation.subarray(0, 28))]
    const target = n % 2 ? first : then
    target[random(target.length)] = random(256)
    const attempt = async () => {
      const stream = server(first, Buffer.concat([then, conversation.subarray(28)]))
      const limits = { signal: AbortSignal.timeout(500), patienceMs: 200 }
      const client = await NbdClient.open(stream, { name: 'vda', contexts: [ALLOCATION], ...limits })
      const read = await client.read(8192, 4096, never).finally(() => client.close())
      expect(read).toHaveLength(4096)
    }
    await attempt().catch((error) => {
      // A changed size may leave no room for the request, a changed length be waited for.
      const isBound = error instanceof RangeError || error.name === 'TimeoutError'
      if (!isBound) expect(error).toBeInstanceOf(NbdError)
    })
  }
})

describe('the server', () => {
  const source = {
    size: SIZE,
    read: async (_: number, length: number) => Buffer.alloc(length),
    contexts: { [ALLOCATION]: (_: number, length: number) => [{ length, flags: 3 }] },
  }
  const ask = (number: number, body = Buffer.alloc(0), length = body.length) =>
    Buffer.concat([OPTION_MAGIC, u32(number), u32(length), body])
  const go = ask(option.go, Buffer.concat([counted('vda'), u16(0)]))
  const request = (type: number, offset: number | bigint, length: number) =>
    Buffer.concat([u32(REQUEST_MAGIC), u16(0), u16(type), u64(1), u64(offset), u32(length)])

  async function serve(...said: Buffer[]): Promise<Buffer> {
    const [near, far] = duplexPair()
    const answers: Buffer[] = []
    near.on('data', (bytes: Buffer) => answers.push(bytes))
    const ended = once(near, 'end')
    const served = serveNbd(far, 'vda', source, never)
    near.end(Buffer.concat(said))
    await Promise.all([served, ended])
    return Buffer.concat(answers)
  }

  test.each<[string, Buffer[]]>([
    ['says nothing', []],
    ['speaks something else', [Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')]],
    ['has an option of 4 GiB', [u32(3), ask(option.go, Buffer.alloc(0), 0xffffffff)]],
    ['has endless options', [u32(3), ...Array(100).fill(ask(77))]],
    [
      'asks for endless contexts',
      [u32(3), ask(option.setMetaContext, Buffer.concat([counted('vda'), u32(0xffffffff)]))],
    ],
    ['has a name that is cut', [u32(3), ask(option.go, u32(1000))]],
    ['reads 4 GiB', [u32(3), go, request(0, 0, 0xffffffff)]],
    ['writes 4 GiB', [u32(3), go, request(1, 0, 0xffffffff)]],
    ['sends no request', [u32(3), go, Buffer.alloc(28)]],
  ])('lets go of a client that %s', async (_, said) => {
    await serve(...said)
  })

  test.each<[string, Buffer, number]>([
    ['reads behind the end', request(0, SIZE, 512), 22],
    ['reads at an impossible offset', request(0, 2n ** 64n - 512n, 512), 22],
    ['writes', Buffer.concat([request(1, 0, 512), Buffer.alloc(512)]), 1],
    ['asks for something unknown', request(99, 0, 0), 22],
  ])('gives an error to a client that %s', async (_, asked, code) => {
    const said = await serve(u32(3), go, asked, request(2, 0, 0))
    expect(said.subarray(-16)).toEqual(Buffer.concat([u32(SIMPLE_REPLY_MAGIC), u32(code), u64(1)]))
  })
})

import { type Duplex, duplexPair } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { UtilityGuest } from './client.ts'
import { frame, MAX_FRAME, PROTOCOL_VERSION } from './wire.ts'

const never = new AbortController().signal
const root = { offset: 0, limit: 10 }

const part = (type: number, body: Buffer | string = '', length = Buffer.byteLength(body)) => {
  const head = Buffer.alloc(5)
  head.writeUInt8(type, 0)
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, Buffer.from(body)])
}
const ready = part(frame.ready, PROTOCOL_VERSION)
const end = part(frame.end)
const entry = (name: string, kind = 'file', size = '1') => `${kind}\0${name}\0${size}\x000\x00420\0\0`
const folder = (...entries: string[]) => part(frame.data, `${entries.length}\0all\0${entries.join('')}`)

/** A guest that says what it is told: `ready` at once, then an answer to each request. */
function guest(...answers: (Buffer | ((stream: Duplex) => void))[]): Duplex {
  const [near, far] = duplexPair()
  let asked = -1
  far.on('error', () => {})
  far.on('data', (data: Buffer) => {
    if (data[0] !== frame.request) return
    const answer = asked < 0 ? ready : answers[asked]
    asked++
    if (typeof answer === 'function') answer(far)
    else if (answer) far.write(answer)
  })
  return near
}
const open = (...answers: Parameters<typeof guest>) => UtilityGuest.open(guest(...answers), 2_000, never)
const collect = async (parts: AsyncIterable<Buffer>) => {
  const all: Buffer[] = []
  for await (const one of parts) all.push(one)
  return Buffer.concat(all)
}

describe('a guest that says what it should', () => {
  test('has folders and files read, one request after another', async () => {
    const content = Buffer.concat([
      part(frame.data, '5\x000\0'),
      part(frame.data, 'a\0b'),
      part(frame.data, '\0c'),
      end,
    ])
    const client = await open(Buffer.concat([folder(entry('b'), entry('two\nlines')), end]), content)
    const listed = await client.list(Buffer.from(''), root, never)
    expect(listed).toMatchObject({ total: 2, more_than_counted: false })
    expect(listed.entries.map(({ name }) => name.toString())).toEqual(['b', 'two\nlines'])
    expect((await collect(client.read(Buffer.from('b'), never))).toString()).toBe('a\0b\0c')
    client.close()
  })

  test('refuses in words, and goes on', async () => {
    const client = await open(part(frame.failed, 'absent\0no such file'), Buffer.concat([folder(), end]))
    await expect(client.list(Buffer.from('x'), root, never)).rejects.toMatchObject({ kind: 'absent' })
    expect((await client.list(Buffer.from(''), root, never)).entries).toEqual([])
    client.close()
  })

  test('is told when an answer is not wanted any more, and its rest is read past', async () => {
    const parts = part(frame.data, 'x'.repeat(1000))
    const client = await open(
      (stream) => {
        for (let i = 0; i < 50; i++) stream.write(parts)
        stream.write(part(frame.failed, 'cancelled\0'))
      },
      Buffer.concat([folder(entry('after')), end]),
    )
    for await (const one of client.tar(Buffer.from(''), never)) {
      expect(one.length).toBe(1000)
      break
    }
    expect((await client.list(Buffer.from(''), root, never)).entries).toHaveLength(1)
    client.close()
  })
})

const broken: [string, Buffer][] = [
  ['a frame that is too long', part(frame.data, 'x', MAX_FRAME + 1)],
  ['frames without bytes', Buffer.concat(Array.from({ length: 100 }, () => part(frame.data)))],
  ['a type that does not exist', part(0x7f, 'x')],
  ['ready once more', ready],
  ['a word for a fault that does not exist', part(frame.failed, 'sudo\0now')],
  ['a fault without a word', part(frame.failed, 'nothing')],
  ['fields that are not ended', Buffer.concat([part(frame.data, '1\0all\0file\0a'), end])],
  ['too few fields', Buffer.concat([part(frame.data, '1\0all\0file\0a\0'), end])],
  [
    'more entries than were asked for',
    Buffer.concat([folder(...Array.from({ length: 11 }, (_, i) => entry(`n${i}`))), end]),
  ],
  ['a name that is a path', Buffer.concat([folder(entry('../../etc/passwd')), end])],
  ['a name that is the folder above', Buffer.concat([folder(entry('..')), end])],
  ['a name without letters', Buffer.concat([folder(entry('')), end])],
  ['a kind that does not exist', Buffer.concat([folder(entry('a', 'program')), end])],
  ['a size below zero', Buffer.concat([folder(entry('a', 'file', '-1')), end])],
  ['a size that is no number', Buffer.concat([folder(entry('a', 'file', '1e9')), end])],
  ['nothing at all', end],
]

describe('a guest that breaks the protocol is left', () => {
  test.each(broken)('%s', async (_, answer) => {
    const client = await open(answer)
    await expect(client.list(Buffer.from(''), root, never)).rejects.toMatchObject({ kind: 'protocol' })
    client.close()
  })

  test.each([
    ['more bytes than the file has', Buffer.concat([part(frame.data, '2\x000\0'), part(frame.data, 'abc'), end])],
    ['fewer bytes than the file has', Buffer.concat([part(frame.data, '4\x000\0'), part(frame.data, 'abc'), end])],
    ['no size', end],
  ])('a file with %s', async (_, answer) => {
    const client = await open(answer)
    await expect(collect(client.read(Buffer.from('a'), never))).rejects.toMatchObject({ kind: 'protocol' })
    client.close()
  })

  test('an answer without end is not held', async () => {
    const bytes = part(frame.data, Buffer.alloc(MAX_FRAME, 0x61))
    const client = await open((stream) => {
      const more = () => {
        while (!stream.destroyed && stream.write(bytes));
      }
      stream.on('drain', more)
      more()
    })
    await expect(client.list(Buffer.from(''), root, never)).rejects.toMatchObject({ kind: 'protocol' })
    client.close()
  })

  test('another version is not spoken to', async () => {
    const [near, far] = duplexPair()
    far.write(part(frame.ready, '2'))
    await expect(UtilityGuest.open(near, 1_000, never)).rejects.toMatchObject({ kind: 'protocol' })
    expect(near.destroyed).toBe(true)
  })

  test('silence has an end', async () => {
    const [near] = duplexPair()
    await expect(UtilityGuest.open(near, 20, never)).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('and so has the caller’s patience', async () => {
    const client = await open(() => {})
    const patience = AbortSignal.timeout(20)
    await expect(client.list(Buffer.from(''), root, patience)).rejects.toMatchObject({ name: 'TimeoutError' })
    client.close()
  })

  const whole = Buffer.concat([folder(entry('name'), entry('other')), end])
  test.each(Array.from({ length: whole.length }, (_, at) => at))('cut off after %i bytes', async (at) => {
    const client = await open((stream) => stream.end(whole.subarray(0, at)))
    await expect(client.list(Buffer.from(''), root, never)).rejects.toMatchObject({ kind: 'closed' })
  })
})

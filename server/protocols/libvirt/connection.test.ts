import { duplexPair } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LibvirtConnection, openLibvirt } from './connection.ts'
import { ConnectionLostError, LibvirtError, ProtocolError } from './errors.ts'
import { type Domain, procedures } from './procedures.ts'
import { recorded, withSerial } from './recorded.ts'
import { encodeMessage, type Header, MessageSplitter, messageStatus, messageType, program } from './wire.ts'
import { XdrWriter } from './xdr.ts'

const never = new AbortController().signal
const nothing = Buffer.alloc(0)
const domain: Domain = { name: 'rec', uuid: Buffer.alloc(16), id: 3 }
type Message = { header: Header; body: Buffer }

/** The other side of a conversation, held by the test. */
function daemon() {
  const [near, far] = duplexPair()
  const splitter = new MessageSplitter()
  const inbox: Message[] = []
  let wake = () => {}
  far.on('error', () => {})
  far.on('data', (chunk: Buffer) => {
    inbox.push(...splitter.feed(chunk))
    wake()
  })
  return {
    near,
    far,
    inbox,
    /** The next message that arrives. */
    async next(): Promise<Message> {
      while (inbox.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return inbox.shift()!
    },
    reply(to: Message, body: Buffer = nothing, status: number = messageStatus.ok) {
      far.write(encodeMessage({ ...to.header, type: messageType.reply, status }, body))
    },
    send(header: Header, body: Buffer = nothing) {
      far.write(encodeMessage(header, body))
    },
  }
}

afterEach(() => vi.useRealTimers())

test('a conversation starts with the question for authentication and the name of the hypervisor', async () => {
  const peer = daemon()
  const opening = openLibvirt(peer.near, 'qemu:///system', never)
  const ask = await peer.next()
  expect(ask.header).toEqual({ program: program.remote, procedure: 66, type: 0, serial: 1, status: 0 })
  peer.reply(ask, new XdrWriter().uint(1).int(0).finish())
  const open = await peer.next()
  expect(open.header).toMatchObject({ procedure: 1, serial: 2 })
  expect(open.body).toEqual(new XdrWriter().uint(1).string('qemu:///system').uint(0).finish())
  peer.reply(open)
  const connection = await opening
  connection.close()
  expect(await connection.closed).toBeNull()
})

test('a daemon that wants more authentication is left', async () => {
  const peer = daemon()
  const opening = openLibvirt(peer.near, 'qemu:///system', never)
  peer.reply(await peer.next(), new XdrWriter().uint(1).int(1).finish())
  await expect(opening).rejects.toMatchObject({ name: 'LibvirtError', code: 45 })
  expect(peer.near.destroyed).toBe(true)
})

describe('calls', () => {
  test('answers find their questions, in any order', async () => {
    const peer = daemon()
    const connection = new LibvirtConnection(peer.near)
    const list = connection.call(procedures.listDomains, 0, never)
    const unknown = connection.call(procedures.lookupByName, 'nope', never)
    const [first, second] = [await peer.next(), await peer.next()]
    peer.far.write(withSerial(recorded.error, second.header.serial))
    peer.far.write(withSerial(recorded.list, first.header.serial))
    await expect(unknown).rejects.toThrow("Domain not found: no domain with matching name 'nope'")
    await expect(unknown).rejects.toMatchObject({ code: 42, domain: 10 })
    await expect(unknown).rejects.toBeInstanceOf(LibvirtError)
    expect((await list).map(({ name }) => name)).toEqual(['rec'])
    connection.close()
  })

  test('an aborted call is forgotten, its late answer ignored, its place kept until then', async () => {
    const peer = daemon()
    const connection = new LibvirtConnection(peer.near)
    const stop = new AbortController()
    const calls = [1, 2, 3].map(() => connection.call(procedures.destroy, { domain, flags: 0 }, stop.signal))
    const sent = [await peer.next(), await peer.next()]
    stop.abort(new Error('enough'))
    for (const call of calls) await expect(call).rejects.toThrow('enough')
    // Both places of slow calls are still taken on the other side; a fast one gets through.
    const slow = connection.call(procedures.create, { domain, flags: 0 }, never)
    const fast = connection.call(procedures.hostname, undefined, never)
    const third = await peer.next()
    expect(third.header.procedure).toBe(procedures.hostname.number)
    peer.reply(third, new XdrWriter().string('node1').finish())
    expect(await fast).toBe('node1')
    peer.reply(sent[0]!)
    const fourth = await peer.next()
    expect(fourth.header.procedure).toBe(procedures.create.number)
    peer.reply(fourth, new XdrWriter().string('rec').fixed(domain.uuid).int(3).finish())
    expect(await slow).toEqual(domain)
    expect(peer.inbox).toEqual([])
    connection.close()
  })

  test('a signal that is over sends nothing', async () => {
    const peer = daemon()
    const connection = new LibvirtConnection(peer.near)
    const over = AbortSignal.abort(new Error('too late'))
    await expect(connection.call(procedures.hostname, undefined, over)).rejects.toThrow('too late')
    connection.close()
  })

  test('never more than five at a time in the daemon', async () => {
    const peer = daemon()
    const connection = new LibvirtConnection(peer.near)
    const calls = Array.from({ length: 30 }, (_, i) =>
      i % 2
        ? connection.call(procedures.hostname, undefined, never)
        : connection.call(procedures.reboot, { domain, flags: 0 }, never),
    )
    for (let answered = 0; answered < calls.length; answered++) {
      const message = await peer.next()
      expect(peer.inbox.length).toBeLessThan(4)
      peer.reply(message, new XdrWriter().string('x').finish())
    }
    await Promise.all(calls)
    connection.close()
  })
})

describe('the end', () => {
  test('of the transport fails everything that waits', async () => {
    const peer = daemon()
    const connection = new LibvirtConnection(peer.near)
    const calls = [1, 2, 3, 4].map(() => connection.call(procedures.hostname, undefined, never))
    await peer.next()
    peer.far.end()
    for (const call of calls) await expect(call).rejects.toBeInstanceOf(ConnectionLostError)
    expect(await connection.closed).toBeInstanceOf(ConnectionLostError)
    await expect(connection.call(procedures.hostname, undefined, never)).rejects.toBeInstanceOf(ConnectionLostError)
  })

  test('comes when the peer breaks the protocol', async () => {
    const broken = [
      Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
      withSerial(recorded.stats.subarray(0, 40), 1).fill(40, 0, 4).fill(0, 0, 3),
    ]
    for (const bytes of broken) {
      const peer = daemon()
      const connection = new LibvirtConnection(peer.near)
      const call = connection.call(procedures.allDomainStats, { stats: 1, flags: 0 }, never)
      await peer.next()
      peer.far.write(bytes)
      await expect(call).rejects.toBeInstanceOf(ProtocolError)
      expect(await connection.closed).toBeInstanceOf(ProtocolError)
      expect(peer.near.destroyed).toBe(true)
    }
  })

  test('comes when the daemon does not answer the heartbeat, though the line is open', async () => {
    vi.useFakeTimers()
    const peer = daemon()
    const connection = new LibvirtConnection(peer.near)
    await vi.advanceTimersByTimeAsync(4_000)
    const beat = await peer.next()
    expect(beat.header.procedure).toBe(procedures.libraryVersion.number)
    peer.far.write(encodeMessage({ ...beat.header, type: messageType.reply }, Buffer.alloc(8)))
    await vi.advanceTimersByTimeAsync(4_000)
    await peer.next()
    let over = false
    connection.closed.then(() => {
      over = true
    })
    await vi.advanceTimersByTimeAsync(6_900)
    expect(over).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(await connection.closed).toBeInstanceOf(ConnectionLostError)
  })
})

test('pings are answered', async () => {
  const peer = daemon()
  const connection = new LibvirtConnection(peer.near)
  peer.send({ program: program.keepalive, procedure: 1, type: messageType.event, serial: 0, status: 0 })
  const pong = await peer.next()
  expect(pong.header).toEqual({ program: program.keepalive, procedure: 2, type: 2, serial: 0, status: 0 })
  connection.close()
})

test('events reach listeners until they leave; messages of unknown kinds are passed over', async () => {
  const peer = daemon()
  const connection = new LibvirtConnection(peer.near)
  const seen: string[] = []
  const leave = connection.onLifecycle(({ domain: { name }, event, detail }) => seen.push(`${name} ${event} ${detail}`))
  peer.send(
    { program: program.remote, procedure: 9999, type: messageType.event, serial: 0, status: 0 },
    Buffer.alloc(4),
  )
  peer.send({ program: 1, procedure: 1, type: 9, serial: 0, status: 0 })
  peer.far.write(recorded.started)
  peer.far.write(recorded.stopped)
  await expect.poll(() => seen, { interval: 1 }).toEqual(['rec 2 0', 'rec 5 1'])
  leave()
  peer.far.write(recorded.started)
  const call = connection.call(procedures.hostname, undefined, never)
  peer.reply(await peer.next(), new XdrWriter().string('x').finish())
  await call
  expect(seen).toHaveLength(2)
  connection.close()
})

describe('a console', () => {
  async function opened() {
    const peer = daemon()
    const connection = new LibvirtConnection(peer.near)
    const opening = connection.openConsole(domain, null, 1, never)
    const call = await peer.next()
    const header = { ...call.header, type: messageType.stream, status: messageStatus.continue }
    // Data right behind the reply, as it happens.
    peer.far.cork()
    peer.reply(call)
    peer.send(header, Buffer.from('login: '))
    peer.far.uncork()
    return { peer, connection, header, console: await opening }
  }

  test('carries bytes both ways', async () => {
    const { peer, connection, console } = await opened()
    expect(await new Promise((resolve) => console.once('data', (data) => resolve(String(data))))).toBe('login: ')
    console.write('root\n')
    const typed = await peer.next()
    expect(typed.header).toMatchObject({ procedure: 201, type: messageType.stream, status: messageStatus.continue })
    // Stream data has no padding.
    expect(typed.body.toString()).toBe('root\n')
    connection.close()
  })

  test('is aborted when we leave, and ends when the VM stops', async () => {
    const left = await opened()
    left.console.destroy()
    expect((await left.peer.next()).header).toMatchObject({ type: messageType.stream, status: messageStatus.error })
    left.connection.close()
    for (const end of [messageStatus.continue, messageStatus.ok, messageStatus.error]) {
      const { peer, connection, header, console } = await opened()
      const closed = new Promise((resolve) => console.resume().once('close', resolve))
      peer.send({ ...header, status: end })
      await closed
      connection.close()
    }
    const lost = await opened()
    const closed = new Promise((resolve) => lost.console.once('close', resolve))
    lost.connection.close()
    await closed
  })

  test('that is not read stops the peer; one that is read again lets it go on', async () => {
    const { peer, connection, header, console } = await opened()
    const packet = encodeMessage(header, Buffer.alloc(60_000, 'x'))
    let sent = 0
    const flood = async (count: number) => {
      for (let i = 0; i < count; i++) {
        sent += 60_000
        if (!peer.far.write(packet)) await new Promise((resolve) => peer.far.once('drain', resolve))
      }
      return 'all sent'
    }
    const flooding = flood(200)
    expect(await Promise.race([flooding, new Promise((resolve) => setTimeout(resolve, 100, 'held'))])).toBe('held')
    expect(console.readableLength).toBeLessThan(1 << 20)
    let received = 0
    console.on('data', (data: Buffer) => {
      received += data.length
    })
    expect(await flooding).toBe('all sent')
    await expect.poll(() => received, { interval: 5 }).toBe(sent + 'login: '.length)
    connection.close()
  })

  test('that is not read for long is not taken for a dead daemon', async () => {
    vi.useFakeTimers()
    const { peer, connection, header, console } = await opened()
    for (let i = 0; i < 5; i++) peer.send(header, Buffer.alloc(60_000))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(console.destroyed).toBe(false)
    console.resume()
    const beat = await peer.next()
    peer.reply(beat, Buffer.alloc(8))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(console.destroyed).toBe(false)
    connection.close()
  })

  test('a large paste goes in pieces', async () => {
    const { peer, connection, console } = await opened()
    console.write(Buffer.alloc(200_000, 'p'))
    const sizes: number[] = []
    while (sizes.reduce((all, size) => all + size, 0) < 200_000) sizes.push((await peer.next()).body.length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536)
    connection.close()
  })

  test('a console that is refused leaves nothing behind', async () => {
    const peer = daemon()
    const connection = new LibvirtConnection(peer.near)
    const opening = connection.openConsole(domain, null, 0, never)
    const call = await peer.next()
    peer.far.write(withSerial(recorded.error, call.header.serial))
    await expect(opening).rejects.toBeInstanceOf(LibvirtError)
    connection.close()
  })
})

import { once } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { PeerConsole } from '../../../simulation/peers/ipmi/console.ts'
import { testPeer } from '../../../simulation/peers/ipmi/testing.ts'
import { openSession } from '../open.ts'
import { SolLine } from './line.ts'
import { decodeSol, encodeSol } from './packet.ts'
import { type SolOptions, SolStream } from './stream.ts'

vi.setConfig({ testTimeout: 30_000 })
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const patience = [20, 40, 80, 160, 320]

async function openConsole(peer: Awaited<ReturnType<typeof testPeer>>, options: SolOptions = {}) {
  const target = peer.target({ patience: [50, 100, 200] })
  const stream = await SolStream.open((signal) => openSession(target, signal), { patience, ...options }, soon())
  closers.push(async () => {
    if (stream.closed) return
    stream.destroy()
    await once(stream, 'close')
  })
  return stream
}

async function started(...options: Parameters<typeof testPeer>) {
  const peer = await testPeer(...options)
  closers.push(peer.close)
  return peer
}

/** Reads until so many characters came. */
async function read(stream: SolStream, count: number): Promise<string> {
  let text = ''
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.length >= count) break
  }
  return text
}

describe('a serial console', () => {
  it('carries characters both ways, in order and whole, while packets are lost', async () => {
    let count = 0
    const lossy = () => ++count < 40 || count % 7 !== 0
    const peer = await started({ incoming: lossy, outgoing: (packet) => (lossy() ? [packet, packet] : []) })
    const stream = await openConsole(peer)
    const text = Array.from({ length: 120 }, (_, i) => `line ${i}\r\n`).join('')
    stream.write(text)
    expect(await read(stream, text.length)).toBe(text)
  })

  it('sends a break', async () => {
    const stream = await openConsole(await started())
    await stream.sendBreak()
    expect(await read(stream, 5)).toBe('BREAK')
  })

  it('is refused while another has it, taken over when asked, and tells the other', async () => {
    const peer = await started()
    const first = await openConsole(peer)
    await expect(openConsole(peer)).rejects.toMatchObject({ kind: 'busy' })
    const deactivated = vi.spyOn(PeerConsole.prototype, 'deactivate')
    const ended = once(first, 'error')
    const closed = new Promise((done) => first.once('close', done))
    const second = await openConsole(peer, { takeOver: true })
    expect((await ended)[0]).toMatchObject({ kind: 'taken' })
    // A session that lost the console must not deactivate that of another.
    await closed
    expect(deactivated).toHaveBeenCalledTimes(1)
    deactivated.mockRestore()
    second.write('mine')
    expect(await read(second, 4)).toBe('mine')
  })

  it('comes back after its session was lost, with what was written meanwhile', async () => {
    const peer = await started()
    const stream = await openConsole(peer)
    stream.write('one')
    expect(await read(stream, 3)).toBe('one')
    peer.peer.forgetSessions()
    const interrupted = once(stream, 'interrupted')
    const resumed = once(stream, 'resumed')
    stream.write('two')
    await interrupted
    await resumed
    expect(await read(stream, 3)).toBe('two')
  })

  it('ends with the cause when the controller stays away', async () => {
    let deaf = false
    const stream = await openConsole(await started({ incoming: () => !deaf }), { recoveryMs: 100 })
    const failed = once(stream, 'error')
    deaf = true
    stream.write('x')
    expect((await failed)[0]).toMatchObject({ kind: 'timeout' })
  })

  it('gives its session back', async () => {
    const peer = await started()
    const stream = await openConsole(peer)
    expect(peer.peer.sessions).toBe(1)
    stream.destroy()
    await once(stream, 'close')
    expect(peer.peer.sessions).toBe(0)
  })
})

describe('the line', () => {
  const pair = () => {
    const sent: Buffer[] = []
    const heard: string[] = []
    let room = true
    const line = new SolLine({
      send: (payload) => sent.push(payload),
      maxCharacters: 4,
      onCharacters: (characters) => {
        if (room) heard.push(characters.toString())
        return room
      },
      patience,
    })
    const from = (sequence: number, text: string) =>
      line.receive(encodeSol({ sequence, acknowledged: 0, accepted: 0, flags: 0, characters: Buffer.from(text) }))
    const acknowledge = (accepted: number, flags = 0) => {
      const { sequence } = decodeSol(sent.at(-1)!)!
      line.receive(encodeSol({ sequence: 0, acknowledged: sequence, accepted, flags, characters: Buffer.alloc(0) }))
    }
    return { line, sent, heard, from, acknowledge, setRoom: (value: boolean) => (room = value) }
  }
  const characters = (payload: Buffer | undefined) => decodeSol(payload!)!.characters.toString()

  it('sends again what was not taken', async () => {
    const { line, sent, acknowledge } = pair()
    const done = line.write(Buffer.from('abcdef'))
    expect(characters(sent.at(-1))).toBe('abcd')
    acknowledge(1, 0x40)
    await vi.waitFor(() => expect(characters(sent.at(-1))).toBe('bcde'), { timeout: 30_000 })
    acknowledge(4)
    await vi.waitFor(() => expect(characters(sent.at(-1))).toBe('f'), { timeout: 30_000 })
    acknowledge(1)
    await done
    expect(new Set(sent.map((payload) => decodeSol(payload)!.sequence)).size).toBe(3)
  })

  it('takes repetitions once, and of longer ones only what is new', () => {
    const { sent, heard, from } = pair()
    from(1, 'ab')
    from(1, 'ab')
    from(1, 'abc')
    from(2, 'abc')
    from(1, 'abc')
    expect(heard).toEqual(['ab', 'c', 'abc'])
    expect(sent.map((payload) => [...payload])).toEqual([
      [0, 1, 2, 0],
      [0, 1, 2, 0],
      [0, 1, 3, 0],
      [0, 2, 3, 0],
    ])
  })

  it('does not acknowledge what it has no room for', () => {
    const { sent, heard, from, setRoom } = pair()
    setRoom(false)
    from(1, 'ab')
    expect(sent).toEqual([])
    setRoom(true)
    from(1, 'ab')
    expect(heard).toEqual(['ab'])
  })

  it('stops', async () => {
    const { line } = pair()
    const writing = line.write(Buffer.from('abc'))
    line.stop(new Error('enough'))
    await expect(writing).rejects.toThrow('enough')
    await expect(line.signal(0)).rejects.toThrow('enough')
  })
})

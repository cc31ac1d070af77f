import { type Duplex, duplexPair } from 'node:stream'
import { expect, it } from 'vitest'
import { msg } from '../../shared/text.ts'
import { serveSpice } from '../../simulation/peers/spice/server.ts'
import { runSteps } from '../rfb/steps.ts'
import { type ClientLink, joinLink, serverLink } from './link.ts'
import { SpiceProgram } from './testing.ts'

const PASSWORD = 'known-to-the-server'

/** A program and a server with the panel between them. */
function join(password: string, admit: (link: ClientLink) => void = () => {}) {
  const [outside, program] = duplexPair()
  const [server, inside] = duplexPair()
  void serveSpice(inside, PASSWORD)
  const signal = AbortSignal.timeout(30_000)
  const joined = joinLink(program, server, { password, admit, timeoutMs: 20_000, signal }).then((link) => {
    program.pipe(server)
    server.pipe(program)
    return link
  })
  return { program: new SpiceProgram(outside), joined, outside }
}

it('signs a program in that knows no password, and carries its channel', async () => {
  const { program, joined } = join(PASSWORD)
  const verdict = program.link(1, 0)
  expect(await joined).toMatchObject({ channel_type: 1, connection_id: 0 })
  expect(await verdict).toBe(0)
  program.stream.write('hello')
  expect(String(await program.read(5))).toBe('hello')
})

it('passes the verdict of the server on', async () => {
  const { program, joined } = join('not the password')
  const verdict = program.link(1, 0)
  await joined
  expect(await verdict).not.toBe(0)
})

it('asks before the server hears of a channel', async () => {
  const { program, joined } = join(PASSWORD, ({ channel_type }) => {
    if (channel_type === 2) throw new Error('not this one')
  })
  program.link(2, 7).catch(() => {})
  await expect(joined).rejects.toThrow('not this one')
})

const broken = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes)
  copy.writeUInt32LE(value, at)
  return copy
}
const good = SpiceProgram.message(1, 0)
it.each([
  ['another protocol', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
  ['another version', broken(good, 4, 1)],
  ['an endless message', broken(good, 12, 1 << 20)],
  ['a message that is too short', broken(good, 12, 4)],
  ['capabilities outside of the message', broken(good, 16 + 14, 5000)],
  ['no capabilities', broken(good, 16 + 6, 0)],
  ['a version that cannot choose how to sign in', broken(good, good.length - 4, 0)],
])('refuses %s', async (_, bytes) => {
  const { joined, outside } = join(PASSWORD)
  outside.write(bytes)
  await expect(joined).rejects.toMatchObject({ fault: 'protocol' })
})

it('refuses a server whose key is none', async () => {
  const [outside, program] = duplexPair()
  const [server, inside] = duplexPair()
  const options = { password: PASSWORD, admit: () => {}, timeoutMs: 20_000, signal: AbortSignal.timeout(30_000) }
  const joined = joinLink(program, server, options)
  const signingIn = Buffer.alloc(4 + 128)
  signingIn.writeUInt32LE(1)
  outside.write(Buffer.concat([good, signingIn]))
  const body = Buffer.alloc(4 + 162 + 12 + 4)
  body.writeUInt32LE(1, 166)
  body.writeUInt32LE(178, 174)
  body.writeUInt32LE(1, 178)
  const header = Buffer.from(good.subarray(0, 16))
  header.writeUInt32LE(body.length, 12)
  inside.write(Buffer.concat([header, body]))
  await expect(joined).rejects.toMatchObject({ fault: 'protocol' })
})

it('reads no more of a server than its answer', async () => {
  const [near, far]: [Duplex, Duplex] = duplexPair()
  far.write(good)
  const limits = { timeoutMs: 5_000, peer: msg`The SPICE server` }
  await expect(runSteps(near, serverLink(), limits)).rejects.toMatchObject({ fault: 'protocol' })
})

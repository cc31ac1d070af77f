import { Duplex, duplexPair } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { msg } from '../../shared/text.ts'
import { authenticateToServer, awaitServerInit, clientHandshake, serverInit } from './client-handshake.ts'
import { RfbError } from './errors.ts'
import { serverHandshake } from './server-handshake.ts'
import { runSteps, StepFeeder } from './steps.ts'
import { vncResponse } from './vnc-auth.ts'

const u32 = (n: number) => {
  const b = Buffer.alloc(4)
  b.writeUInt32BE(n)
  return b
}
const text = (s: string) => Buffer.concat([u32(s.length), Buffer.from(s)])
const greet = (version: string) => Buffer.from(`RFB ${version}\n`)

/** Plays a server that says everything at once. */
function play(parts: Buffer[], password: string | null = null) {
  const sent: Buffer[] = []
  const feeder = new StepFeeder(clientHandshake((b) => sent.push(b), password))
  feeder.push(Buffer.concat(parts))
  return { outcome: feeder.result, done: feeder.done, rest: feeder.rest, sent: Buffer.concat(sent) }
}

describe('VNC authentication', () => {
  it('reverses the bits of the key: a vector made with a reference implementation', () => {
    // DES-ECB, key 0x0e86ceceeef64e26 = bits of "password" reversed
    const challenge = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
    expect(vncResponse('password', challenge).toString('hex')).toBe('b866924125c8eebb9debc1db61c538e2')
  })
  it('uses 8 bytes of the password and pads a short one', () => {
    const challenge = Buffer.alloc(16, 7)
    expect(vncResponse('12345678', challenge)).toEqual(vncResponse('123456789', challenge))
    expect(vncResponse('', challenge)).toHaveLength(16)
    expect(vncResponse('a', challenge)).not.toEqual(vncResponse('b', challenge))
  })
})

describe('handshake towards a VNC server', () => {
  it.each([
    ['003.003', '003.003', [u32(1)], '3.3'],
    ['003.005', '003.003', [u32(1)], '3.3'],
    ['003.007', '003.007', [Buffer.from([2, 2, 1])], '3.7'],
    ['003.008', '003.008', [Buffer.from([1, 1]), u32(0)], '3.8'],
    ['003.889', '003.008', [Buffer.from([1, 1]), u32(0)], '3.8'],
    ['005.000', '003.008', [Buffer.from([1, 1]), u32(0)], '3.8'],
  ])('speaks %s as %s, security none', (theirs, ours, parts, version) => {
    const seen = play([greet(theirs), ...parts, Buffer.from('after')])
    expect(seen.outcome).toEqual({ version, security: 'none' })
    expect(seen.sent.subarray(0, 12).toString()).toBe(`RFB ${ours}\n`)
    expect(seen.rest.toString()).toBe('after')
  })

  it.each(['003.003', '003.007', '003.008'])('answers the challenge of %s', (version) => {
    const challenge = Buffer.from('0123456789abcdef')
    const offer = version === '003.003' ? u32(2) : Buffer.from([1, 2])
    const seen = play([greet(version), offer, challenge, u32(0)], 'geheim')
    expect(seen.outcome?.security).toBe('vnc')
    expect(seen.sent.subarray(-16)).toEqual(vncResponse('geheim', challenge))
  })

  it.each<[string, Buffer[], string | null, RegExp]>([
    ['no RFB', [Buffer.from('SSH-2.0-Open')], null, /does not use RFB/],
    ['too old', [greet('002.002')], null, /too old/],
    ['3.3 refusal', [greet('003.003'), u32(0), text('Too many connections')], null, /Too many connections/],
    ['3.8 refusal', [greet('003.008'), Buffer.from([0]), text('go\u0007 away\n')], null, /: go away$/],
    [
      'wrong password with reason',
      [greet('003.008'), Buffer.from([1, 2]), Buffer.alloc(16), u32(1), text('no')],
      'x',
      /password: no/,
    ],
    [
      'wrong password 3.7',
      [greet('003.007'), Buffer.from([1, 2]), Buffer.alloc(16), u32(1)],
      'x',
      /rejected the password/,
    ],
    ['no password known', [greet('003.008'), Buffer.from([1, 2])], null, /asks for a password/],
    ['unknown types', [greet('003.008'), Buffer.from([2, 18, 19])], 'x', /18, 19/],
    ['endless reason', [greet('003.003'), u32(0), u32(0xffffffff)], null, /endless/],
    ['odd 3.3 type', [greet('003.003'), u32(0x10001)], null, /unknown security type/],
  ])('says in words: %s', (_name, parts, password, words) => {
    expect(() => play(parts, password)).toThrow(words)
  })

  it('gives up on silence, on a hang-up, on abort; and leaves later bytes in the stream', async () => {
    const [silent] = duplexPair()
    await expect(authenticateToServer(silent, null, { timeoutMs: 20 })).rejects.toMatchObject({ fault: 'timeout' })
    const [near, far] = duplexPair()
    far.end('RFB 003')
    await expect(authenticateToServer(near, null, { timeoutMs: 5000 })).rejects.toMatchObject({ fault: 'closed' })
    const [waiting] = duplexPair()
    const stop = new AbortController()
    const given = authenticateToServer(waiting, null, { timeoutMs: 5000, signal: stop.signal })
    stop.abort()
    await expect(given).rejects.toMatchObject({ fault: 'aborted' })

    const [client, server] = duplexPair()
    server.write(Buffer.concat([greet('003.008'), Buffer.from([1, 1]), u32(0), Buffer.from('ServerInit')]))
    await authenticateToServer(client, null, { timeoutMs: 5000 })
    const chunk = await new Promise((resolve) => client.once('data', resolve))
    expect(String(chunk)).toBe('ServerInit')
  })

  it('waits for the screen that the server tells, and leaves it in the stream', async () => {
    const [near, far] = duplexPair()
    const init = Buffer.concat([Buffer.from([2, 208, 1, 144]), Buffer.alloc(16), text('Intel(r) AMT KVM')])
    far.write(init.subarray(0, 30))
    const told = awaitServerInit(near, { timeoutMs: 5000 })
    far.write(Buffer.concat([init.subarray(30), Buffer.from('after')]))
    await told
    expect(near.read()).toEqual(Buffer.concat([init, Buffer.from('after')]))
  })

  it('gives up on a server that tells no screen, or one that cannot be', async () => {
    const [silent] = duplexPair()
    await expect(awaitServerInit(silent, { timeoutMs: 20 })).rejects.toMatchObject({ fault: 'timeout' })
    for (const [init, words] of [
      [Buffer.alloc(24, 255), /65535 × 65535 pixels/],
      [Buffer.concat([Buffer.alloc(20), u32(0xffffffff)]), /endless name/],
    ] as const)
      expect(() => new StepFeeder(serverInit()).push(init)).toThrow(words)
  })

  it('survives a stream that breaks', async () => {
    const broken = new Duplex({ read() {}, write: (_c, _e, done) => done() })
    const given = authenticateToServer(broken, null, { timeoutMs: 5000 })
    broken.destroy(new Error('ECONNRESET'))
    await expect(given).rejects.toThrow(/ECONNRESET/)
  })

  it('never throws anything but RfbError, whatever comes (fuzz)', () => {
    const opening = fc.constantFrom('RFB 003.003\n', 'RFB 003.007\n', 'RFB 003.008\n', '')
    fc.assert(
      fc.property(opening, fc.uint8Array({ maxLength: 80 }), fc.boolean(), (head, noise, hasPassword) => {
        try {
          play([Buffer.from(head), Buffer.from(noise)], hasPassword ? 'pw' : null)
        } catch (error) {
          expect(error).toBeInstanceOf(RfbError)
        }
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('handshake towards a client', () => {
  it.each([null, 'secret'])('meets our own client, password %s', async (password) => {
    const [near, far] = duplexPair()
    const server = runSteps(
      far,
      serverHandshake((b) => far.write(b), password),
      { timeoutMs: 5000, peer: msg`client` },
    )
    const outcome = await authenticateToServer(near, password, { timeoutMs: 5000 })
    near.write(Buffer.from([1]))
    expect(outcome.version).toBe('3.8')
    expect(await server).toEqual({ shared: true })
  })

  it('refuses a wrong password on both sides', async () => {
    const [near, far] = duplexPair()
    const server = runSteps(
      far,
      serverHandshake((b) => far.write(b), 'right'),
      { timeoutMs: 5000, peer: msg`client` },
    )
    const [client, served] = await Promise.allSettled([
      authenticateToServer(near, 'wrong', { timeoutMs: 5000 }),
      server,
    ])
    expect(client).toMatchObject({ reason: { fault: 'rejected', message: /Authentication failed/ } })
    expect(served).toMatchObject({ reason: { fault: 'rejected' } })
  })

  it('takes 3.3 and 3.7, and no other choice than the offered', () => {
    const feed = (input: (string | number[])[]) => {
      const sent: Buffer[] = []
      const feeder = new StepFeeder(serverHandshake((b) => sent.push(b), null))
      for (const part of input) feeder.push(Buffer.from(part as string))
      return { result: feeder.result, sent: Buffer.concat(sent).subarray(12).toString('hex') }
    }
    expect(feed(['RFB 003.003\n', [0]])).toEqual({ result: { shared: false }, sent: '00000001' })
    expect(feed(['RFB 003.007\n', [1], [1]])).toEqual({ result: { shared: true }, sent: '0101' })
    expect(feed(['RFB 003.008\n', [1], [1]])).toEqual({ result: { shared: true }, sent: '010100000000' })
    expect(() => feed(['RFB 003.008\n', [2]])).toThrow(/not offered/)
    expect(() => feed(['RFB 003.009\n'])).toThrow(/not offered/)
    expect(() => feed(['GET / HTTP/1'])).toThrow(/does not speak/)
  })

  it('comes to the same end however the bytes are cut (fuzz)', () => {
    const all = Buffer.concat([Buffer.from('RFB 003.008\n'), Buffer.from([1, 1]), Buffer.from('tail')])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 30 }), (sizes) => {
        const feeder = new StepFeeder(serverHandshake(() => {}, null))
        const after: Buffer[] = []
        let at = 0
        for (let i = 0; at < all.length; i++) {
          const part = all.subarray(at, at + (sizes[i % sizes.length] ?? 1))
          at += part.length
          if (feeder.done) after.push(part)
          else if (feeder.push(part)) after.push(feeder.rest)
        }
        expect(feeder.result).toEqual({ shared: true })
        expect(Buffer.concat(after).toString()).toBe('tail')
      }),
      { numRuns: 2000 },
    )
  })
})

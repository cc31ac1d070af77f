import { createServer, type RequestListener } from 'node:http'
import { createServer as createTls } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { PinnedHttp } from './client.ts'
import { authorize, chooseDigest, DigestHttp, parseChallenges } from './digest.ts'
import { selfSignedCertificate } from './self-signed.ts'
import { Pin } from './socket.ts'

const never = new AbortController().signal
const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  open.push({
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function client(port: number, options: { tls?: boolean; pin?: Pin; answerMs?: number; maxBody?: number } = {}) {
  const { tls = false, pin = new Pin(null), ...limits } = options
  const http = new PinnedHttp({ address: '127.0.0.1', port, tls, pin }, limits)
  open.push(http)
  return http
}

const get = { method: 'GET', path: '/' } as const

describe('certificates', () => {
  const secure = (identity: { key: string; cert: string }, listener: RequestListener) => {
    const server = createTls(identity, listener)
    server.on('tlsClientError', () => {})
    return listen(server)
  }

  test('are learned from the first connection and held from then on', async () => {
    const port = await secure(selfSignedCertificate('one'), (_request, answer) => answer.end('yes'))
    const pin = new Pin(null)
    expect((await client(port, { tls: true, pin }).request(get, never)).body.toString()).toBe('yes')
    expect(pin.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    const given = new Pin(pin.fingerprint?.replaceAll(':', '').toLowerCase() ?? '')
    expect((await client(port, { tls: true, pin: given }).request(get, never)).status).toBe(200)
  })

  test('another one ends the connection before a byte of the request is sent', async () => {
    let asked = 0
    let bytes = 0
    const server = createTls(selfSignedCertificate('two'), () => {
      asked += 1
    })
    server.on('tlsClientError', () => {})
    server.on('secureConnection', (socket) => socket.on('data', (data: Buffer) => (bytes += data.length)))
    const port = await listen(server)
    const http = client(port, { tls: true, pin: new Pin('AB:'.repeat(31).concat('AB')) })
    const question = { method: 'POST', path: '/', body: 'secret', repeatable: true } as const
    await expect(http.request(question, never)).rejects.toMatchObject({ kind: 'certificate' })
    expect([asked, bytes]).toEqual([0, 0])
  })

  test('a pin forbids a port that does not encrypt', async () => {
    const port = await listen(createServer((_request, answer) => answer.end()))
    const http = client(port, { pin: new Pin('00') })
    await expect(http.request(get, never)).rejects.toMatchObject({ kind: 'certificate' })
  })

  test('recognizes a port without TLS', async () => {
    const port = await listen(createTcp((socket) => socket.end('SSH-2.0-x\r\n')))
    await expect(client(port, { tls: true }).request(get, never)).rejects.toMatchObject({ kind: 'protocol_error' })
  })
})

describe('bounds', () => {
  const hostile = (write: (socket: Socket) => void) =>
    listen(createTcp((socket) => void socket.once('data', () => write(socket))))

  test.each([
    [
      'a body without end',
      'limit_exceeded',
      (socket: Socket) => void socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(5_000)}`),
    ],
    [
      'a header without end',
      'protocol_error',
      (socket: Socket) => void socket.write(`HTTP/1.1 200 OK\r\nA: ${'x'.repeat(100_000)}`),
    ],
    ['no HTTP', 'protocol_error', (socket: Socket) => void socket.write('220 smtp ready\r\n')],
    ['silence', 'timeout', () => {}],
    ['half an answer', 'lost', (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nab')],
    [
      'compression',
      'protocol_error',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\nab'),
    ],
    ['the end', 'lost', (socket: Socket) => void socket.end()],
  ])('%s is %s', async (_what, kind, write) => {
    const http = client(await hostile(write), { answerMs: 300, maxBody: 1_000 })
    await expect(http.request(get, never)).rejects.toMatchObject({ name: 'HttpError', kind })
  })

  test('a closed port, and an abort by the caller', async () => {
    const server = createTcp()
    const port = await listen(server)
    const quiet = client(port)
    const stop = new AbortController()
    const asked = quiet.request(get, stop.signal)
    server.once('connection', () => stop.abort(new Error('enough')))
    await expect(asked).rejects.toThrow('enough')
    await expect(client(1).request(get, never)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('a redirect is an answer, not a way', async () => {
    const port = await listen(
      createServer((_request, answer) => answer.writeHead(302, { location: 'http://192.0.2.1/' }).end()),
    )
    expect((await client(port).request(get, never)).status).toBe(302)
  })

  test('a kept connection that died is opened anew for what may be repeated, and only for that', async () => {
    let served = 0
    const server = createTcp((socket) => {
      let asked = 0
      socket.on('data', () => {
        asked += 1
        if (asked > 1) return socket.destroy()
        served += 1
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      })
    })
    const http = client(await listen(server))
    await http.request(get, never)
    await http.request(get, never)
    expect(served).toBe(2)
    await expect(http.request({ method: 'POST', path: '/', body: '' }, never)).rejects.toMatchObject({ kind: 'lost' })
    expect(served).toBe(2)
  })
})

describe('digest', () => {
  const mufasa = { method: 'GET', path: '/dir/index.html', username: 'Mufasa', password: 'Circle of Life' }
  // RFC 7616, 3.9.1
  const header = (algorithm: string) =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`

  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('answers as RFC 7616 has it with %s', (algorithm, response) => {
    const digest = chooseDigest(parseChallenges(header(algorithm)))
    const line = authorize(digest, mufasa, 1, 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ')
    expect(line).toContain(`response="${response}"`)
    expect(line).toContain('nc=00000001')
  })

  test('takes the strongest of several, and never Basic', () => {
    const both = parseChallenges(`Basic realm="x", ${header('MD5')}, ${header('SHA-256')}`)
    expect(both.map(({ scheme }) => scheme)).toEqual(['basic', 'digest', 'digest'])
    expect(chooseDigest(both).hash).toBe('sha256')
    expect(() => chooseDigest(parseChallenges('Basic realm="x"'))).toThrow(/sign-in/)
    expect(() => chooseDigest(parseChallenges('Digest realm="x", nonce="y", qop="auth-int"'))).toThrow(/sign-in/)
  })

  test('what a device says is quoted, or refused', () => {
    const evil = chooseDigest(parseChallenges('Digest realm="a\\", response=\\"x", nonce="n"'))
    expect(authorize(evil, mufasa, 1)).toContain('realm="a\\", response=\\"x"')
    evil.parameters.nonce = 'a\r\nX: y'
    expect(() => authorize(evil, mufasa, 1)).toThrow(/header/)
    expect(parseChallenges(`Digest realm="${'x'.repeat(5_000)}"`)).toEqual([])
    // These would never end if they were tried in all ways.
    parseChallenges(`${'a '.repeat(2_000)}`)
    parseChallenges(`${'\\"'.repeat(2_000)}`)
  })

  test('reuses a nonce, takes a new one when it aged, and gives up on a wrong password', async () => {
    let nonce = 1
    const seen: string[] = []
    const port = await listen(
      createServer((request, answer) => {
        const said = request.headers.authorization ?? ''
        const count = /nc=(\w+)/.exec(said)?.[1] ?? 'none'
        seen.push(count)
        const wrong = said.includes('"eve"') || !said.includes(`nonce="${nonce}"`)
        if (wrong) answer.setHeader('www-authenticate', `Digest realm="r", nonce="${nonce}", qop="auth"`).writeHead(401)
        answer.end()
      }),
    )
    const good = new DigestHttp(client(port), 'ann', 'x')
    for (let i = 0; i < 2; i += 1) expect((await good.request(get, never)).status).toBe(200)
    nonce = 2
    expect((await good.request(get, never)).status).toBe(200)
    expect(seen).toEqual(['none', '00000001', '00000002', '00000003', '00000001'])
    await expect(new DigestHttp(client(port), 'eve', 'x').request(get, never)).rejects.toMatchObject({ kind: 'auth' })
    expect(seen).toHaveLength(7)
  })
})

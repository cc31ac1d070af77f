import { type AddressInfo, createServer, type Socket, type Server as TcpServer } from 'node:net'
import ssh2, { type Connection } from 'ssh2'
import { afterEach, expect, test } from 'vitest'
import { connectSsh, type SshTarget } from './connect.ts'
import type { SshConnection } from './connection.ts'
import { fingerprint, generateKeyPair } from './keys.ts'

const hostPair = generateKeyPair('host')
const hostFingerprint = fingerprint(Buffer.from(hostPair.publicKey.split(' ')[1]!, 'base64'))
const user = generateKeyPair('user')
const never = new AbortController().signal

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function listening(server: TcpServer | ssh2.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return (server.address() as AddressInfo).port
}

const target = (port: number, more: Partial<SshTarget> = {}): SshTarget => ({
  address: '127.0.0.1',
  port,
  username: 'root',
  auth: { password: 'right' },
  hostKey: null,
  ...more,
})

/** A server that knows one password, one key, and whatever `onReady` teaches it. */
function sshd(onReady: (client: Connection) => void = () => {}): Promise<number> {
  const server = new ssh2.Server({ hostKeys: [hostPair.privateKey] }, (client) => {
    client.on('error', () => {})
    client.on('authentication', (context) => {
      const known = ssh2.utils.parseKey(user.publicKey)
      if (known instanceof Error) throw known
      if (context.method === 'password' && context.password === 'right') return context.accept()
      if (context.method === 'publickey' && context.key.data.equals(known.getPublicSSH())) {
        if (!context.signature || known.verify(context.blob!, context.signature, context.hashAlgo))
          return context.accept()
      }
      context.reject(['password', 'publickey'])
    })
    client.on('ready', () => onReady(client))
    closers.push(() => client.end())
  })
  return listening(server)
}

/** Sessions that run the command line as `run` says. */
const sessions = (run: (command: string, channel: ssh2.ServerChannel) => void) => (client: Connection) => {
  client.on('session', (accept) => accept().on('exec', (take, _reject, info) => run(info.command, take())))
}

async function signedIn(port: number, more: Partial<SshTarget> = {}): Promise<SshConnection> {
  const connection = await connectSsh(target(port, more), never)
  closers.push(() => connection.close())
  return connection
}

test('signs in with a password or a key, and shows the host key', async () => {
  const port = await sshd()
  const byPassword = await signedIn(port)
  expect(byPassword.hostKey).toBe(hostFingerprint)
  await signedIn(port, { auth: { privateKey: user.privateKey }, hostKey: hostFingerprint })
  byPassword.close()
  expect(await byPassword.closed).toBeNull()
})

test('a wrong password, a strange key and no key are refused', async () => {
  const port = await sshd()
  const refused = { kind: 'auth_refused' }
  await expect(connectSsh(target(port, { auth: { password: 'wrong' } }), never)).rejects.toMatchObject(refused)
  const strange = { privateKey: generateKeyPair('strange').privateKey }
  await expect(connectSsh(target(port, { auth: strange }), never)).rejects.toMatchObject(refused)
  await expect(connectSsh(target(port, { auth: { privateKey: 'x' } }), never)).rejects.toMatchObject(refused)
})

test('another host key is noticed before the password is sent', async () => {
  let authentications = 0
  const server = new ssh2.Server({ hostKeys: [hostPair.privateKey] }, (client) => {
    client.on('error', () => {})
    client.on('authentication', (context) => {
      authentications++
      context.reject()
    })
  })
  const port = await listening(server)
  const pinned = target(port, { hostKey: `SHA256:${'A'.repeat(43)}` })
  await expect(connectSsh(pinned, never)).rejects.toMatchObject({ kind: 'host_key_changed' })
  expect(authentications).toBe(0)
})

test('a closed port', async () => {
  const server = createServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  await expect(connectSsh(target(port), never)).rejects.toMatchObject({ kind: 'unreachable' })
})

test('another service listens', async () => {
  const answers = ['HTTP/1.1 400 Bad Request\r\n\r\n', '', '\u0000\u0001garbage', 'x'.repeat(100_000)]
  for (const answer of answers) {
    const port = await listening(createServer((socket) => socket.on('error', () => {}).end(answer)))
    await expect(connectSsh(target(port), never), answer.slice(0, 20)).rejects.toMatchObject({ kind: 'not_ssh' })
  }
})

test('a port that accepts and sends nothing', async () => {
  const sockets: Socket[] = []
  const port = await listening(createServer((socket) => sockets.push(socket)))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  await expect(connectSsh(target(port), never, { handshakeMs: 50 })).rejects.toMatchObject({ kind: 'timeout' })
})

test('the signal ends it, early and late', async () => {
  const sockets: Socket[] = []
  const port = await listening(createServer((socket) => sockets.push(socket)))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  await expect(connectSsh(target(port), AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  const stop = new AbortController()
  const connecting = connectSsh(target(port), stop.signal)
  stop.abort(new Error('during'))
  await expect(connecting).rejects.toThrow('during')
})

test('a peer that falls silent is lost after three keepalives, and what waited for it fails', async () => {
  let silent = false
  const relay = createServer((near) => {
    const far = new (near.constructor as typeof Socket)()
    far.connect(port, '127.0.0.1')
    near.on('error', () => {}).on('data', (data) => silent || far.write(data))
    far.on('error', () => {}).on('data', (data) => silent || near.write(data))
    near.on('close', () => far.destroy())
  })
  const port = await sshd(sessions(() => {}))
  const connection = await connectSsh(target(await listening(relay)), never, { keepaliveMs: 40 })
  const waiting = connection.exec(['sleep'], { signal: never }).catch((error: unknown) => error)
  silent = true
  expect(await connection.closed).toMatchObject({ kind: 'lost', message: 'Keepalive timeout' })
  expect(await waiting).toMatchObject({ kind: 'lost' })
  await expect(connection.exec(['true'], { signal: never })).rejects.toMatchObject({ kind: 'lost' })
})

test('a program: words in, output and code out', async () => {
  const seen: string[] = []
  const port = await sshd(
    sessions((command, channel) => {
      seen.push(command)
      channel.write('out')
      channel.stderr.write('err')
      channel.exit(3)
      channel.end()
    }),
  )
  const connection = await signedIn(port)
  const result = await connection.exec(['printf', `a'b`, '$(id)'], { signal: never, timeoutMs: 1_500 })
  expect(result).toEqual({ code: 3, signal: null, stdout: 'out', stderr: 'err' })
  expect(seen).toEqual([`timeout -k 2 2 printf 'a'\\''b' '$(id)'`])
})

test('a program gets its standard input', async () => {
  const port = await sshd(
    sessions((_command, channel) => {
      channel.on('end', () => {
        channel.exit(0)
        channel.end()
      })
      channel.pipe(channel, { end: false })
    }),
  )
  const connection = await signedIn(port)
  const text = 'line\n'.repeat(100_000)
  const result = await connection.exec(['cat'], { signal: never, stdin: text, maxOutput: 1 << 20 })
  expect(result.stdout).toBe(text)
})

test('a program that talks without end is cut off', async () => {
  const port = await sshd(
    sessions((_command, channel) => {
      const talk = () => {
        while (channel.write(Buffer.alloc(65_536)));
        channel.once('drain', talk)
      }
      talk()
    }),
  )
  const connection = await signedIn(port)
  const endless = connection.exec(['yes'], { signal: never, maxOutput: 1 << 20 })
  await expect(endless).rejects.toMatchObject({ kind: 'too_much_output' })
  expect((await Promise.race([connection.closed, Promise.resolve('open')])) as unknown).toBe('open')
})

test('waiting for a program ends with the signal, and its place is given back', async () => {
  const hanging: ssh2.ServerChannel[] = []
  const port = await sshd(sessions((_command, channel) => hanging.push(channel)))
  const connection = await signedIn(port)
  for (let i = 0; i < 20; i++) {
    const stop = new AbortController()
    const run = connection.exec(['sleep', '60'], { signal: stop.signal })
    await expect.poll(() => hanging.length, { interval: 1 }).toBe(i + 1)
    stop.abort(new Error('enough'))
    await expect(run).rejects.toThrow('enough')
  }
})

test('no more sessions at a time than a server allows', async () => {
  let open = 0
  let most = 0
  const port = await sshd(
    sessions((_command, channel) => {
      most = Math.max(most, ++open)
      setImmediate(() => {
        open--
        channel.exit(0)
        channel.end()
      })
    }),
  )
  const connection = await signedIn(port)
  const results = await Promise.all(Array.from({ length: 50 }, () => connection.exec(['true'], { signal: never })))
  expect(results.every((result) => result.code === 0)).toBe(true)
  expect(most).toBeLessThanOrEqual(8)
})

test('a short program whose end comes in the same packet as its start is not missed', async () => {
  const port = await sshd(
    sessions((_command, channel) => {
      channel.exit(7)
      channel.end()
    }),
  )
  const connection = await signedIn(port)
  for (let i = 0; i < 5; i++) {
    expect((await connection.exec(['x'], { signal: never })).code).toBe(7)
  }
})

test('goes on after an exchange of keys', async () => {
  const server: Connection[] = []
  const port = await sshd((client) => {
    server.push(client)
    sessions((_command, channel) => {
      channel.on('end', () => {
        channel.exit(0)
        channel.end()
      })
      channel.pipe(channel, { end: false })
    })(client)
  })
  const connection = await signedIn(port)
  const text = 'line\n'.repeat(50_000)
  const echo = async () => (await connection.exec(['cat'], { signal: never, stdin: text, maxOutput: 1 << 20 })).stdout
  expect(await echo()).toBe(text)
  await new Promise<void>((done) => server[0]!.rekey(() => done()))
  expect(await echo()).toBe(text)
})

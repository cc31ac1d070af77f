import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import ssh2 from 'ssh2'
import { fingerprint, generateKeyPair } from '../../../protocols/ssh/keys.ts'
import { answerAtOnce } from '../answer-at-once.ts'
import { serveSftp } from '../sftp/session.ts'
import { bringFiles } from './apt.ts'
import type { SimulatedDebian } from './debian.ts'
import { runProgram } from './programs.ts'
import { wordsOf } from './words.ts'

const MOST_INPUT = 32 << 20

export type DebianServer = {
  port: number
  /** As clients pin it (`SHA256:…`). */
  hostKey: string
  /** Ends all connections, as a bad line does. */
  cut: () => void
  close: () => Promise<void>
}

/** An SSH server on a simulated control host: programs, files, and sockets in both directions. A free port where none is named. */
export async function serveDebian(
  host: SimulatedDebian,
  account: { login: string; password: string },
  { address = '127.0.0.1', port = 0 } = {},
): Promise<DebianServer> {
  bringFiles(host)
  const open = new Set<ssh2.Connection>()
  const { privateKey, publicKey } = generateKeyPair(host.options.name)
  const server = new ssh2.Server({ hostKeys: [privateKey], ident: 'OpenSSH_9.2p1' }, (client) => {
    open.add(client)
    answerAtOnce(client)
    client.on('error', () => {})
    client.on('close', () => open.delete(client))
    client.on('authentication', (context) => {
      const isRight =
        context.method === 'password' && context.username === account.login && context.password === account.password
      if (isRight) context.accept()
      else context.reject(['password'])
    })
    serveSession(host, client)
    serveForwarding(host, client)
  })
  server.listen(port, address)
  await once(server, 'listening')
  server.unref()
  const cut = () => {
    for (const client of open) client.end()
  }
  return {
    port: (server.address() as AddressInfo).port,
    hostKey: fingerprint(Buffer.from(publicKey.split(' ')[1] ?? '', 'base64')),
    cut,
    close: async () => {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function serveSession(host: SimulatedDebian, client: ssh2.Connection) {
  client.on('session', (accept) => {
    const session = accept()
    session.on('subsystem', (take, reject, { name }) => {
      if (name === 'sftp') serveSftp(take(), host.tree)
      else reject()
    })
    session.on('exec', (take, _, { command }) => void execute(host, take(), command))
  })
}

async function execute(host: SimulatedDebian, channel: ssh2.ServerChannel, command: string) {
  const over = new AbortController()
  channel.on('close', () => over.abort())
  channel.on('error', () => over.abort())
  try {
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of channel as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > MOST_INPUT) throw new Error('more input than a program takes')
      pieces.push(piece)
    }
    const argv = wordsOf(command)
    const input = { stdin: Buffer.concat(pieces), signal: over.signal }
    const ran = argv ? await runProgram(host, argv, input) : { code: 2, stderr: 'syntax error\n' }
    channel.stderr.write(ran.stderr ?? '')
    channel.write(ran.stdout ?? '')
    channel.exit(ran.code)
    channel.end()
  } catch {
    channel.destroy()
  }
}

/** Unix sockets that the peer listens at, such of the host that it opens, and TCP connections from the host. */
function serveForwarding(host: SimulatedDebian, client: ssh2.Connection) {
  const own = new Map<string, (signal: AbortSignal) => Promise<Duplex>>()
  const release = (path: string) => {
    if (host.forwarded.get(path) === own.get(path)) host.forwarded.delete(path)
    own.delete(path)
  }
  client.on(
    'request',
    (accept: (() => void) | undefined, reject: (() => void) | undefined, name: string, info: object) => {
      const path = (info as { socketPath?: string }).socketPath ?? ''
      if (name === 'cancel-streamlocal-forward@openssh.com') {
        release(path)
        return accept?.()
      }
      // As sshd: a name that is taken stays with who has it.
      if (name !== 'streamlocal-forward@openssh.com' || host.forwarded.has(path)) return reject?.()
      const open = () =>
        new Promise<Duplex>((resolve, failed) => {
          client.openssh_forwardOutStreamLocal(path, (fault, channel) => (fault ? failed(fault) : resolve(channel)))
        })
      own.set(path, open)
      host.forwarded.set(path, open)
      accept?.()
    },
  )
  client.on('close', () => {
    for (const path of [...own.keys()]) release(path)
  })
  client.on('openssh.streamlocal', (accept, reject, { socketPath }) => {
    const listener = host.listener(socketPath)
    if (listener) listener(accept())
    else reject()
  })
  client.on('tcpip', (accept, reject, { destIP, destPort }) => {
    const answer = host.options.connect?.(destIP, destPort)
    if (answer) answer(accept())
    else reject()
  })
}

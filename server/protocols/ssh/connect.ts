import { connect as connectTcp, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Client } from 'ssh2'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { SshConnection } from './connection.ts'
import { SshError } from './errors.ts'
import { fingerprint } from './keys.ts'
import { gatherWrites, keepKeys } from './speed.ts'

export type SshTarget = {
  address: string
  port: number
  username: string
  auth: { password: string } | { privateKey: string }
  /** Expected fingerprint (`SHA256:…`), or null to accept any and learn it from the connection. */
  hostKey: string | null
  /** A way to the peer that is open already, as through another connection; address and port are not used then. */
  stream?: Duplex
}

export type SshTimeouts = {
  /** TCP connection, milliseconds. */
  connectMs: number
  /** From the TCP connection to the end of sign-in. */
  handshakeMs: number
  /** A silent peer is declared dead after three of these. */
  keepaliveMs: number
}

const defaults: SshTimeouts = { connectMs: 5_000, handshakeMs: 10_000, keepaliveMs: 2_500 }

function openSocket(target: SshTarget, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(abortError(signal))
    // With delayed acknowledgements each command would take 40 ms and more.
    const socket = connectTcp({ host: target.address, port: target.port, noDelay: true })
    const finish = (error: Error | null) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.removeAllListeners()
      if (!error) return resolve(socket)
      // A destroyed socket may still report its end.
      socket.on('error', () => {})
      socket.destroy()
      reject(error)
    }
    const onAbort = () => finish(abortError(signal))
    const timer = setTimeout(() => finish(new SshError('timeout', msg`No answer to the TCP connection`)), timeoutMs)
    signal.addEventListener('abort', onAbort, { once: true })
    socket.once('connect', () => finish(null))
    socket.once('error', (cause: NodeJS.ErrnoException) => {
      const kind = cause.code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
      finish(new SshError(kind, textOf(cause), { cause }))
    })
  })
}

function classify(cause: Error & { level?: string }, sawSsh: boolean): SshError {
  if (cause instanceof SshError) return cause
  if (cause.level === 'client-authentication') return new SshError('auth_refused', textOf(cause), { cause })
  if (!sawSsh) {
    const kind = cause.level === 'client-timeout' ? 'timeout' : 'not_ssh'
    return new SshError(kind, textOf(cause), { cause })
  }
  return new SshError(cause.level === 'client-timeout' ? 'timeout' : 'lost', textOf(cause), { cause })
}

/**
 * Opens one SSH connection and signs in (RFC 4253, RFC 4252). The host key is compared before any password leaves.
 *
 * @throws SshError `unreachable`, `timeout`, `not_ssh`, `auth_refused`, `host_key_changed`, `lost`
 */
export async function connectSsh(
  target: SshTarget,
  signal: AbortSignal,
  timeouts: Partial<SshTimeouts> = {},
): Promise<SshConnection> {
  const { connectMs, handshakeMs, keepaliveMs } = { ...defaults, ...timeouts }
  const sock = target.stream ?? (await openSocket(target, connectMs, signal))
  if (sock instanceof Socket) gatherWrites(sock)
  const client = new Client()
  return new Promise((resolve, reject) => {
    let hostKey = ''
    let sawSsh = false
    let refused: SshError | null = null
    const fail = (error: Error) => {
      signal.removeEventListener('abort', onAbort)
      client.removeAllListeners()
      client.on('error', () => {})
      client.destroy()
      reject(error)
    }
    const onAbort = () => fail(abortError(signal))
    signal.addEventListener('abort', onAbort, { once: true })
    sock.once('data', (data: Buffer) => {
      sawSsh = data.includes('SSH-')
    })
    client.on('error', (cause: Error) => fail(refused ?? classify(cause, sawSsh)))
    client.on('close', () => fail(refused ?? classify(new Error('The connection was closed during sign-in'), sawSsh)))
    client.on('keyboard-interactive', (_name, _instructions, _lang, prompts, answer) => {
      const password = 'password' in target.auth ? target.auth.password : ''
      answer(prompts.map((prompt) => (prompt.echo ? '' : password)))
    })
    client.on('ready', () => {
      signal.removeEventListener('abort', onAbort)
      client.removeAllListeners()
      keepKeys(client)
      resolve(new SshConnection(client, hostKey))
    })
    try {
      client.connect({
        sock,
        username: target.username,
        ...('password' in target.auth
          ? { password: target.auth.password, tryKeyboard: true }
          : { privateKey: target.auth.privateKey }),
        readyTimeout: handshakeMs,
        keepaliveInterval: keepaliveMs,
        keepaliveCountMax: 2,
        hostVerifier: (key: Buffer) => {
          hostKey = fingerprint(key)
          if (target.hostKey === null || target.hostKey === hostKey) return true
          refused = new SshError('host_key_changed', msg`Expected ${target.hostKey}, the peer presented ${hostKey}`)
          return false
        },
      })
    } catch (cause) {
      // ssh2 parses the private key here.
      fail(new SshError('auth_refused', textOf(cause), { cause }))
    }
  })
}

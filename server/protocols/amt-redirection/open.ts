import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { openPinned, type PinnedTarget } from '../pinned-http/socket.ts'
import { RfbError } from '../rfb/errors.ts'
import { runSteps, type Steps } from '../rfb/steps.ts'
import { RedirectionError } from './errors.ts'
import { head, message, startSol } from './messages.ts'
import { signIn } from './sign-in.ts'
import { SolStream } from './sol-stream.ts'

const connectMs = 5_000
const handshakeMs = 15_000

type User = { username: string; password: string }

/**
 * Opens serial-over-LAN on port 16994, or 16995 with TLS. To give up, destroy the stream.
 *
 * @param words how the stream tells why it failed
 * @throws RedirectionError, HttpError of the connection, or the signal's reason
 */
export function openSol(
  target: PinnedTarget,
  user: User,
  signal: AbortSignal,
  words: (error: RedirectionError) => Error = (error) => error,
): Promise<Duplex> {
  return open(target, signal, function* (socket) {
    const send = (data: Buffer) => void socket.write(data)
    yield* signIn('SOL ', { ...user, plain: target.tls }, send)
    send(startSol(1))
    // Heartbeats may come between.
    let answer = Buffer.from(yield 8)
    while (answer[0] === message.heartbeat) answer = Buffer.from(yield 8)
    if (answer[0] !== message.startSolReply)
      throw new RedirectionError('protocol_error', msg`No answer to the start of the serial port`)
    if (answer[1] === 2) throw new RedirectionError('busy', msg`The serial port is in use by another session`)
    if (answer[1] !== 0) throw new RedirectionError('refused', msg`The controller rejected access to the serial port`)
    const largest = Buffer.from(yield 15).readUInt16LE(0)
    return () => new SolStream(socket, largest || 1_000, 1, words)
  })
}

/**
 * Opens screen and keyboard on the same port. What follows on the stream is RFB 3.8 with security type none, or VNC authentication by the
 * controller's own RFB password.
 */
export function openKvm(target: PinnedTarget, user: User, signal: AbortSignal): Promise<Duplex> {
  return open(target, signal, function* (socket) {
    const send = (data: Buffer) => void socket.write(data)
    yield* signIn('KVMR', { ...user, plain: target.tls }, send)
    send(head(message.startKvm, 0))
    const answer = yield 8
    if (answer[0] !== message.startKvmReply)
      throw new RedirectionError('protocol_error', msg`No answer to the start of the screen`)
    if (answer[1] === 2) throw new RedirectionError('busy', msg`The screen is in use by another session`)
    if (answer[1] !== 0) throw new RedirectionError('refused', msg`The controller rejected access to the screen`)
    return () => socket
  })
}

async function open(
  target: PinnedTarget,
  signal: AbortSignal,
  conversation: (socket: Socket) => Steps<() => Duplex>,
): Promise<Duplex> {
  const socket = await openPinned(target, connectMs, signal)
  try {
    const limits = { timeoutMs: handshakeMs, signal, peer: msg`The controller` }
    return (await runSteps(socket, conversation(socket), limits))()
  } catch (error) {
    socket.on('error', () => {})
    socket.destroy()
    if (signal.aborted) throw abortError(signal)
    if (!(error instanceof RfbError)) throw error
    throw new RedirectionError(error.fault === 'timeout' ? 'timeout' : 'lost', textOf(error), { cause: error })
  }
}

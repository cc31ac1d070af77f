import { connect as connectTcp, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { HttpError } from './errors.ts'

/** The certificate of a device: given, or learned from the first connection and held from then on. */
export class Pin {
  #fingerprint: string | null

  /** @param fingerprint SHA-256 over the certificate's DER form in hex, with or without colons; null to learn it */
  constructor(fingerprint: string | null) {
    this.#fingerprint = fingerprint
  }

  /** `AB:CD:…`, or null as long as nothing was given or learned. */
  get fingerprint(): string | null {
    return this.#fingerprint
  }

  /** @throws HttpError certificate */
  check(socket: TLSSocket): void {
    const shown = socket.getPeerCertificate().fingerprint256 as string | undefined
    if (!shown) throw new HttpError('certificate', msg`The device shows no certificate`)
    const plain = (text: string) => text.replaceAll(':', '').toLowerCase()
    if (this.#fingerprint !== null && plain(this.#fingerprint) !== plain(shown))
      throw new HttpError('certificate', msg`expected the certificate ${this.#fingerprint}, the device shows ${shown}`)
    this.#fingerprint = shown
  }
}

export type PinnedTarget = {
  /** IPv4 or IPv6 address; names are not resolved here. */
  address: string
  port: number
  tls: boolean
  pin: Pin
  /** Also TLS 1.0 and 1.1 with the ciphers of their time, for firmware that has nothing newer. */
  oldTls?: boolean
  /** The way there, where TCP does not lead there by itself. */
  connect?: (address: string, port: number, signal: AbortSignal) => Promise<Duplex>
}

/**
 * Opens a TCP or TLS connection. Devices sign their own certificates, so no authority is asked; the pin is compared in the moment the
 * handshake ends, before the caller has the socket and can write to it.
 *
 * @param limitMs for connection and handshake together
 * @throws HttpError `unreachable`, `timeout`, `certificate`, `protocol_error`; or the signal's reason
 */
export async function openPinned(target: PinnedTarget, limitMs: number, signal: AbortSignal): Promise<Socket> {
  if (signal.aborted) throw abortError(signal)
  if (!target.tls && target.pin.fingerprint !== null)
    throw new HttpError('certificate', msg`a certificate is pinned, but this port does not encrypt`)
  if (!target.connect) return openOver(target, null, limitMs, signal)
  const patience = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  let transport: Duplex
  try {
    transport = await target.connect(target.address, target.port, patience)
  } catch (cause) {
    if (signal.aborted) throw abortError(signal)
    if (patience.aborted) throw new HttpError('timeout', msg`No answer to the TCP connection`, { cause })
    throw new HttpError('unreachable', textOf(cause), { cause })
  }
  return target.tls ? openOver(target, transport, limitMs, signal) : asSocket(transport)
}

/** What HTTP asks of sockets and other streams need not have. */
function asSocket(stream: Duplex): Socket {
  const nothing = () => stream
  for (const name of ['setNoDelay', 'setKeepAlive', 'setTimeout', 'ref', 'unref'])
    if (!(name in stream)) Object.defineProperty(stream, name, { value: nothing })
  return stream as Socket
}

function openOver(
  target: PinnedTarget,
  transport: Duplex | null,
  limitMs: number,
  signal: AbortSignal,
): Promise<Socket> {
  const { address: host, port, pin } = target
  return new Promise((resolve, reject) => {
    let connected = transport !== null
    const finish = (error: Error | null) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError).off('close', onClose)
      if (!error) return resolve(socket)
      // A destroyed socket may still report its end.
      socket.on('error', () => {})
      socket.destroy()
      reject(error)
    }
    const onAbort = () => finish(abortError(signal))
    const timer = setTimeout(() => {
      finish(
        new HttpError(
          'timeout',
          connected ? msg`The TLS handshake did not end in time` : msg`No answer to the TCP connection`,
        ),
      )
    }, limitMs)
    const onError = (cause: NodeJS.ErrnoException) => {
      if (connected) finish(new HttpError('protocol_error', msg`The TLS handshake failed: ${textOf(cause)}`, { cause }))
      else finish(new HttpError(cause.code === 'ETIMEDOUT' ? 'timeout' : 'unreachable', textOf(cause), { cause }))
    }
    const onClose = () => finish(new HttpError('lost', msg`The device closed the connection during the handshake`))
    const old = target.oldTls ? ({ minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const) : {}
    const socket: Socket = target.tls
      ? connectTls(
          { ...(transport ? { socket: transport } : { host, port }), rejectUnauthorized: false, ...old },
          () => {
            try {
              pin.check(socket as TLSSocket)
              finish(null)
            } catch (error) {
              finish(error as Error)
            }
          },
        )
      : connectTcp({ host, port })
    socket.setNoDelay(true)
    socket.once('connect', () => {
      connected = true
      if (!target.tls) finish(null)
    })
    socket.on('error', onError)
    socket.on('close', onClose)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

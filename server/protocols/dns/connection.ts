import { randomInt } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { DnsError } from './errors.ts'
import { decodeMessage, type Message } from './message.ts'

export type DnsLimits = { connectMs: number; answerMs: number }
const defaults: DnsLimits = { connectMs: 5_000, answerMs: 10_000 }

export type DnsAnswer = { bytes: Buffer; message: Message }

/** One TCP connection to a name server (RFC 7766): a question at a time, its answer behind it. */
export class DnsConnection {
  readonly #socket: Socket
  readonly #limits: DnsLimits
  #received = Buffer.alloc(0)
  #wake: (() => void) | null = null
  #fault: DnsError | null = null

  private constructor(socket: Socket, limits: DnsLimits) {
    this.#socket = socket
    this.#limits = limits
    const fail = (fault: DnsError) => {
      this.#fault ??= fault
      this.#wake?.()
    }
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
      // Nothing was asked for beyond one message, whose length has 16 bits.
      if (this.#received.length > 2 + 0xffff) {
        fail(new DnsError('protocol_error', msg`The name server returned more than one message`))
        socket.destroy()
      }
      this.#wake?.()
    })
    socket.on('error', (cause) => fail(new DnsError('lost', msg`The connection was lost: ${textOf(cause)}`, { cause })))
    socket.on('close', () => fail(new DnsError('lost', msg`The name server closed the connection`)))
  }

  /** @param host name or address @throws DnsError `unreachable`, `timeout`; or the signal's reason */
  static open(
    host: string,
    port: number,
    signal: AbortSignal,
    limits: Partial<DnsLimits> = {},
  ): Promise<DnsConnection> {
    const all = { ...defaults, ...limits }
    if (signal.aborted) return Promise.reject(abortError(signal))
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port })
      const finish = (fault: Error | null) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        socket.off('error', onError)
        if (!fault) return resolve(new DnsConnection(socket, all))
        socket.on('error', () => {})
        socket.destroy()
        reject(fault)
      }
      const onAbort = () => finish(abortError(signal))
      const onError = (cause: Error) => finish(new DnsError('unreachable', textOf(cause), { cause }))
      const timer = setTimeout(
        () => finish(new DnsError('timeout', msg`No answer to the TCP connection`)),
        all.connectMs,
      )
      socket.once('connect', () => finish(null))
      socket.once('error', onError)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  /**
   * Sends a message and reads the answer to it.
   * @param message must begin with its id @throws DnsError, or the signal's reason; the connection is of no use then
   */
  async ask(message: Buffer, signal: AbortSignal): Promise<DnsAnswer> {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(message.length)
    this.#socket.write(Buffer.concat([length, message]))
    try {
      const bytes = await this.#receive(signal)
      const answer = decodeMessage(bytes)
      const opcode = (message[2]! >> 3) & 0xf
      if (!answer.isAnswer || answer.id !== message.readUInt16BE(0) || answer.opcode !== opcode)
        throw new DnsError('protocol_error', msg`The name server answered something that was not asked`)
      return { bytes, message: answer }
    } catch (fault) {
      this.close()
      throw fault
    }
  }

  async #receive(signal: AbortSignal): Promise<Buffer> {
    const limit = AbortSignal.timeout(this.#limits.answerMs)
    const either = AbortSignal.any([signal, limit])
    const wake = () => this.#wake?.()
    either.addEventListener('abort', wake)
    try {
      for (;;) {
        if (signal.aborted) throw abortError(signal)
        if (limit.aborted) throw new DnsError('timeout', msg`No answer within ${this.#limits.answerMs / 1000} s`)
        const size = this.#received.length >= 2 ? 2 + this.#received.readUInt16BE(0) : Number.POSITIVE_INFINITY
        if (this.#received.length >= size) {
          const bytes = Buffer.from(this.#received.subarray(2, size))
          this.#received = Buffer.from(this.#received.subarray(size))
          return bytes
        }
        if (this.#fault) throw this.#fault
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    } finally {
      this.#wake = null
      either.removeEventListener('abort', wake)
    }
  }
}

/** An id that others cannot guess. */
export const messageId = () => randomInt(0x10000)

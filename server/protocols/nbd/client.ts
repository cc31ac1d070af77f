import type { Duplex } from 'node:stream'
import { abortError } from '../../shared/abort.ts'
import { Semaphore } from '../../shared/semaphore.ts'
import { msg } from '../../shared/text.ts'
import { ByteSource } from './byte-source.ts'
import { NbdError } from './errors.ts'
import { type ExportInfo, negotiate } from './negotiate.ts'
import { type Pending, readReply } from './replies.ts'
import { command, type Extent, exportFlag, MAX_PAYLOAD, REQUEST_BYTES, REQUEST_MAGIC } from './wire.ts'

/** Requests under way at once; with the largest payload this bounds what a connection holds (64 MiB). */
const DEPTH = 16
const HANDSHAKE_MS = 15_000
/** Silence of the server while it owes an answer. A disk that writes out its caches may take long. */
const PATIENCE_MS = 120_000
/** What one question for extents or one request to write zeros covers at most. */
export const MAX_SPAN = 1 << 30

export type NbdOptions = {
  /** Name of the export. */
  name: string
  /** Metadata contexts to ask for, such as `base:allocation`; the server may grant fewer. */
  contexts?: readonly string[]
  signal: AbortSignal
  patienceMs?: number
}

/**
 * A disk behind an NBD server. Requests may be made at once, up to sixteen are under way; offsets and lengths are in bytes. Everything
 * the server says is checked against what it was asked for. A request that is aborted is forgotten, the connection goes on.
 */
export class NbdClient {
  /** In bytes. */
  readonly size: number
  readonly readOnly: boolean
  /** Granted metadata contexts. */
  readonly contexts: readonly string[]
  /** Settles when the connection is over: with the cause, or null after `close()`. */
  readonly closed: Promise<NbdError | null>
  readonly #stream: Duplex
  readonly #export: ExportInfo
  readonly #places = new Semaphore(DEPTH)
  readonly #waiting = new Map<bigint, Pending>()
  readonly #patience: NodeJS.Timeout
  #cookie = 0n
  #over: NbdError | null = null
  #settle: (cause: NbdError | null) => void = () => {}

  private constructor(stream: Duplex, bytes: ByteSource, found: ExportInfo, patience: NodeJS.Timeout) {
    this.#stream = stream
    this.#export = found
    this.#patience = patience
    this.size = found.size
    this.readOnly = (found.flags & exportFlag.readOnly) !== 0
    this.contexts = [...found.contexts.values()]
    this.closed = new Promise((resolve) => {
      this.#settle = resolve
    })
    this.#readReplies(bytes).catch((error) => this.#end(error))
  }

  /**
   * Opens an export; the stream belongs to the client from now on.
   * @throws NbdError, or the signal's reason; the stream is destroyed then
   */
  static async open(stream: Duplex, options: NbdOptions): Promise<NbdClient> {
    const { name, contexts = [], signal, patienceMs = PATIENCE_MS } = options
    let client: NbdClient | null = null
    const patience = setTimeout(() => {
      if (!client || client.#waiting.size === 0) return void patience.refresh()
      client.#end(new NbdError('timeout', msg`The disk did not answer within ${Math.round(patienceMs / 1000)} s`))
    }, patienceMs).unref()
    const bytes = new ByteSource(stream, () => patience.refresh())
    const deadline = AbortSignal.timeout(HANDSHAKE_MS)
    const either = AbortSignal.any([signal, deadline])
    const stop = () => stream.destroy()
    either.addEventListener('abort', stop, { once: true })
    try {
      if (either.aborted) throw abortError(either)
      const found = await negotiate(stream, bytes, name, contexts)
      client = new NbdClient(stream, bytes, found, patience)
      return client
    } catch (error) {
      clearTimeout(patience)
      stream.on('error', () => {})
      stream.destroy()
      if (signal.aborted) throw abortError(signal)
      if (deadline.aborted) throw new NbdError('timeout', msg`The disk did not answer within ${HANDSHAKE_MS / 1000} s`)
      throw error
    } finally {
      either.removeEventListener('abort', stop)
    }
  }

  get canWriteZeroes(): boolean {
    return (this.#export.flags & exportFlag.writeZeroes) !== 0
  }

  /** Says goodbye and ends the connection; requests under way fail. */
  close(): void {
    if (this.#over) return
    this.#send(command.disconnect, 0, 0, 0)
    this.#end(null)
  }

  async #readReplies(bytes: ByteSource): Promise<void> {
    for (;;) await readReply(bytes, this.#waiting, this.#export.contexts)
  }

  #end(cause: NbdError | null): void {
    if (this.#over) return
    this.#over = cause ?? new NbdError('closed', msg`The connection to the disk was closed`)
    clearTimeout(this.#patience)
    this.#stream.on('error', () => {})
    if (cause) this.#stream.destroy()
    else this.#stream.end(() => this.#stream.destroy())
    for (const one of [...this.#waiting.values()]) one.done(this.#over)
    this.#waiting.clear()
    this.#settle(cause)
  }

  #send(type: number, flags: number, offset: number, length: number, data?: Buffer): bigint {
    this.#cookie++
    const head = Buffer.allocUnsafe(REQUEST_BYTES)
    head.writeUInt32BE(REQUEST_MAGIC, 0)
    head.writeUInt16BE(flags, 4)
    head.writeUInt16BE(type, 6)
    head.writeBigUInt64BE(this.#cookie, 8)
    head.writeBigUInt64BE(BigInt(offset), 16)
    head.writeUInt32BE(length, 24)
    this.#stream.write(head)
    if (data) this.#stream.write(data)
    return this.#cookie
  }

  async #request(
    request: { type: number; flags?: number; offset?: number; length?: number; data?: Buffer; into?: Buffer },
    signal: AbortSignal,
  ): Promise<Pending> {
    const { type, flags = 0, offset = 0, length = 0, data, into = null } = request
    if (!Number.isSafeInteger(offset) || offset < 0 || length < 0 || offset + length > this.size)
      throw new RangeError(`${length} bytes at ${offset} are not on a disk of ${this.size}`)
    const release = await this.#places.acquire(signal)
    return new Promise((resolve, reject) => {
      const refusal = this.#over ?? (signal.aborted ? abortError(signal) : null)
      if (refusal) {
        release()
        return reject(refusal)
      }
      const stop = () => reject(abortError(signal))
      signal.addEventListener('abort', stop, { once: true })
      const pending: Pending = {
        type,
        offset,
        length,
        into,
        filled: 0,
        extents: new Map(),
        error: null,
        done: (error) => {
          signal.removeEventListener('abort', stop)
          release()
          if (error) reject(error)
          else resolve(pending)
        },
      }
      if (this.#waiting.size === 0) this.#patience.refresh()
      this.#waiting.set(this.#send(type, flags, offset, length, data), pending)
    })
  }

  /** At most 4 MiB; the buffer is the caller's. @throws NbdError, RangeError outside the disk */
  async read(offset: number, length: number, signal: AbortSignal): Promise<Buffer> {
    if (length > MAX_PAYLOAD) throw new RangeError(`${length} bytes are too many for one request`)
    if (length === 0) return Buffer.alloc(0)
    const into = Buffer.allocUnsafeSlow(length)
    await this.#request({ type: command.read, offset, length, into }, signal)
    return into
  }

  /** At most 4 MiB, which must not change until it is written. @throws as `read` */
  async write(offset: number, data: Buffer, signal: AbortSignal): Promise<void> {
    if (data.length > MAX_PAYLOAD) throw new RangeError(`${data.length} bytes are too many for one request`)
    if (data.length > 0) await this.#request({ type: command.write, offset, length: data.length, data }, signal)
  }

  /** At most `MAX_SPAN`; the space may be given back. @throws as `read` */
  async writeZeroes(offset: number, length: number, signal: AbortSignal): Promise<void> {
    if (length > MAX_SPAN) throw new RangeError(`${length} bytes are too many for one request`)
    if (length > 0) await this.#request({ type: command.writeZeroes, offset, length }, signal)
  }

  /** What was written before is on the disk afterwards. */
  async flush(signal: AbortSignal): Promise<void> {
    if (this.#export.flags & exportFlag.flush) await this.#request({ type: command.flush }, signal)
  }

  /**
   * What each granted context says, from `offset` on: at least one extent, perhaps for less than was asked for.
   * @param length at most `MAX_SPAN`
   */
  async blockStatus(offset: number, length: number, signal: AbortSignal): Promise<Map<string, Extent[]>> {
    if (length <= 0 || length > MAX_SPAN) throw new RangeError(`${length} bytes cannot be asked for`)
    return (await this.#request({ type: command.blockStatus, offset, length }, signal)).extents
  }
}

import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { textOf } from '../../shared/spoken-error.ts'
import { msg, type Text } from '../../shared/text.ts'
import { RedirectionError, type RedirectionErrorKind } from './errors.ts'
import { head, message } from './messages.ts'

const heartbeatMs = 4_000
/** The controller was asked for a heartbeat every 5 s. */
const silenceMs = 30_000

// Bytes of messages with a fixed size; the rest is either data or no message of this direction.
const sizes: Record<number, number> = {
  [message.ping]: 8,
  [message.pong]: 8,
  [message.heartbeat]: 8,
  [message.controls]: 10,
  [message.endSolReply]: 8,
}

/**
 * Serial port of the server as an ordinary stream over an open session. A reader that stops stops the socket too;
 * writes are cut to what the controller takes. Ends with an error when the controller falls silent.
 */
export class SolStream extends Duplex {
  readonly #socket: Socket
  readonly #largest: number
  readonly #beat: NodeJS.Timeout
  #silence: NodeJS.Timeout | null = null
  #number: number
  #held: Buffer = Buffer.alloc(0)
  #over = false
  readonly #words: (error: RedirectionError) => Error

  /** @param largest bytes the controller takes in one message */
  constructor(
    socket: Socket,
    largest: number,
    nextNumber: number,
    words: (error: RedirectionError) => Error = (error) => error,
  ) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.#words = words
    this.#largest = Math.min(Math.max(largest, 1), 1_000)
    this.#number = nextNumber
    this.#beat = setInterval(() => {
      socket.write(head(message.heartbeat, this.#next()))
    }, heartbeatMs)
    this.#listen()
    socket.on('data', (data: Buffer) => this.#take(data))
    socket.on('error', (cause: Error) => this.#fail('lost', textOf(cause), cause))
    socket.on('close', () => this.#end())
    socket.on('end', () => this.#end())
    // Paused since the handshake.
    socket.resume()
  }

  override _read(): void {
    if (this.#over || this.#socket.destroyed || !this.#socket.isPaused()) return
    this.#listen()
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    const frames: Buffer[] = []
    for (let at = 0; at < chunk.length; at += this.#largest) {
      const part = chunk.subarray(at, at + this.#largest)
      const start = head(message.toHost, this.#next(), 2)
      start.writeUInt16LE(part.length, 8)
      frames.push(start, part)
    }
    this.#socket.write(Buffer.concat(frames), (cause) => {
      callback(cause ? this.#words(new RedirectionError('lost', msg`The connection was lost`, { cause })) : null)
    })
  }

  override _final(callback: () => void): void {
    if (this.#socket.writable) {
      this.#socket.write(head(message.endSol, this.#next()))
      this.#socket.end(Buffer.from([message.endSession, 0, 0, 0]))
    }
    callback()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearInterval(this.#beat)
    if (this.#silence) clearTimeout(this.#silence)
    this.#over = true
    const socket = this.#socket
    socket.removeAllListeners('data')
    if (!error && socket.writable) {
      // A goodbye frees the session at once; without it the controller keeps it until its own limit.
      socket.write(head(message.endSol, this.#next()))
      socket.write(Buffer.from([message.endSession, 0, 0, 0]))
    }
    socket.destroySoon()
    callback(error)
  }

  #fail(kind: RedirectionErrorKind, text: Text, cause?: Error): void {
    this.destroy(this.#words(new RedirectionError(kind, text, { cause })))
  }

  #next(): number {
    this.#number += 1
    return this.#number
  }

  #end(): void {
    if (this.#over) return
    this.#over = true
    this.push(null)
  }

  #listen(): void {
    if (this.#silence) clearTimeout(this.#silence)
    this.#silence = setTimeout(
      () => this.#fail('timeout', msg`The controller has not answered for ${silenceMs / 1000} s`),
      silenceMs,
    )
  }

  #take(data: Buffer): void {
    this.#listen()
    this.#held = this.#held.length === 0 ? data : Buffer.concat([this.#held, data])
    let full = false
    while (!this.#over && this.#held.length > 0) {
      const type = this.#held[0] ?? 0
      let size = sizes[type]
      if (type === message.fromHost) {
        if (this.#held.length < 10) break
        size = 10 + this.#held.readUInt16LE(8)
      }
      if (size === undefined)
        return void this.#fail('protocol_error', msg`The controller sent a message of unknown type ${type}`)
      if (this.#held.length < size) break
      if (type === message.fromHost && size > 10) full = !this.push(Buffer.from(this.#held.subarray(10, size))) || full
      if (type === message.endSolReply) this.#end()
      this.#held = this.#held.subarray(size)
    }
    if (!full) return
    // Who does not read hears no heartbeats either.
    if (this.#silence) clearTimeout(this.#silence)
    this.#socket.pause()
  }
}

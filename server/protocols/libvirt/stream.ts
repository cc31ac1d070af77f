import { Duplex } from 'node:stream'
import { messageStatus } from './wire.ts'

type Wiring = {
  send: (status: number, body: Buffer, sent: () => void) => void
  pause: () => void
  resume: () => void
  forget: () => void
}

// Well under VIR_NET_MESSAGE_LEGACY_PAYLOAD_MAX, so that typing is not queued behind a paste for long.
const packetBytes = 64 * 1024

/** A libvirt data stream (virnetprotocol.x, VIR_NET_STREAM): raw bytes both ways under the serial of the call that opened it. */
export class LibvirtStream extends Duplex {
  readonly #wiring: Wiring
  #finished = false

  constructor(wiring: Wiring) {
    // An end from the other side is the end of both: a stopped VM takes no more input.
    super({ allowHalfOpen: false })
    this.#wiring = wiring
  }

  /** A packet from the daemon: more data, the end (empty data or `ok`), or an error. */
  receive(status: number, body: Buffer): void {
    if (status === messageStatus.continue && body.length > 0) {
      // Copied: the packet is a view on a buffer that may hold much more.
      if (!this.push(Buffer.from(body))) this.#wiring.pause()
    } else if (status === messageStatus.error) {
      // The domain stopped, or another client took the console.
      this.lose()
    } else {
      this.#finished ||= status === messageStatus.ok
      this.push(null)
    }
  }

  /** The connection is over: closes without an error event, like a console whose VM stopped. */
  lose(): void {
    this.#finished = true
    this.destroy()
  }

  override _read(): void {
    this.#wiring.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    const sendFrom = (at: number) => {
      const next = at + packetBytes
      this.#wiring.send(messageStatus.continue, chunk.subarray(at, next), () => {
        if (next < chunk.length) sendFrom(next)
        else callback()
      })
    }
    sendFrom(0)
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    // "Error" from this side means: stop, whatever is on the way may be lost.
    if (!this.#finished) this.#wiring.send(messageStatus.error, Buffer.alloc(0), () => {})
    this.#wiring.forget()
    this.#wiring.resume()
    callback(error)
  }
}

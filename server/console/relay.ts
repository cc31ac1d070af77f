import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { type ConsoleCloseReason, consoleClose } from '../domain/console/close-codes.ts'
import { textOf } from '../shared/spoken-error.ts'
import { msg } from '../shared/text.ts'
import { clipReason, failureText } from './failure.ts'
import { putBinaryHeader, writeBinary } from './frame.ts'
import type { Tap } from './tap.ts'
import { HEAD_ROOM, type Lane, laneOf } from './tcp-device.ts'

export type RelayLimits = {
  /** Without a byte in either direction. */
  idleMs: number
  /** In all. */
  maxMs: number
  /** A ping this often; a browser that was silent for two of them is gone. */
  pingMs: number
}

export const defaultRelayLimits: RelayLimits = { idleMs: 4 * 3_600_000, maxMs: 12 * 3_600_000, pingMs: 30_000 }

export type RelayEnd = { reason: ConsoleCloseReason | 'closed_by_browser'; words: string }

export type RelayOptions = {
  ws: WebSocket
  /** The TCP or TLS socket under `ws`. */
  socket: Duplex
  device: Duplex
  /** What of the browser's bytes reaches the device; throws to end the session. Absent: everything. */
  filter?: (chunk: Buffer) => Buffer[]
  /** Sees every chunk towards the browser, for a recording. */
  tap?: Tap | undefined
  /** Takes a text message; throws to end the session. Absent: there are none. */
  onText?: (text: string) => void
  /** Why the device's stream ended, if it was not closed by the VM or server. */
  whyEnded?: () => { reason: ConsoleCloseReason; words: string } | null
  limits?: RelayLimits | undefined
}

export type Relay = {
  /** Settles once, when both sides are closed or being closed. */
  ended: Promise<RelayEnd>
  close(reason: ConsoleCloseReason, words: string): void
  /** Round trip of the last ping in milliseconds; null before the first answer. */
  readonly rttMs: number | null
}

/**
 * Carries bytes between a browser's WebSocket and a device's stream until either side ends. Binary only; a side that does not
 * keep up makes the other one wait, so memory stays at one chunk and the kernel's buffers.
 */
export function startRelay(options: RelayOptions): Relay {
  return new RelaySession(options)
}

class RelaySession implements Relay {
  readonly ended: Promise<RelayEnd>
  rttMs: number | null = null
  #options: RelayOptions
  #settle!: (end: RelayEnd) => void
  #over = false
  #active = true // a byte moved since the last tick
  #alive = true // the browser sent something since the last tick
  #lastActive = performance.now()
  #pingSent = 0
  #ticker: NodeJS.Timeout
  #lifetime: NodeJS.Timeout

  constructor(options: RelayOptions) {
    this.#options = options
    this.ended = new Promise((resolve) => {
      this.#settle = resolve
    })
    const limits = options.limits ?? defaultRelayLimits
    this.#ticker = setInterval(() => this.#tick(limits), limits.pingMs)
    this.#lifetime = setTimeout(
      () => this.close('too_long', msg`The session reached its time limit`.toString()),
      limits.maxMs,
    )
    this.#ticker.unref()
    this.#lifetime.unref()
    this.#fromDevice()
    this.#fromBrowser()
  }

  close(reason: ConsoleCloseReason, words: string): void {
    this.#finish({ reason, words }, consoleClose[reason].code)
  }

  #finish(end: RelayEnd, code: number | null): void {
    if (this.#over) return
    this.#over = true
    clearInterval(this.#ticker)
    clearTimeout(this.#lifetime)
    const { ws, device } = this.#options
    device.destroy()
    if (code === null) ws.terminate()
    else ws.close(code, clipReason(end.words))
    // Paused for back-pressure it would never see the browser's half of the closing handshake.
    ws.resume()
    this.#settle(end)
  }

  #fromDevice(): void {
    const { device } = this.#options
    const ended = () => {
      const { reason, words } = this.#options.whyEnded?.() ?? {
        reason: 'ended' as const,
        words: msg`The VM or server closed its console`.toString(),
      }
      this.close(reason, words)
    }
    device.once('end', ended)
    device.once('close', ended)
    device.on('error', (cause) =>
      this.close('device_unreachable', failureText(msg`The connection to the VM or server was lost: ${textOf(cause)}`)),
    )
    const lane = laneOf(device)
    if (lane) this.#byLane(lane)
    else this.#byStream()
  }

  #mayDeliver(): boolean {
    return !this.#over && this.#options.ws.readyState === this.#options.ws.OPEN // no data after a close frame
  }

  #byStream(): void {
    const { device, socket, tap } = this.#options
    let isTapFull = false
    device.on('data', (chunk: Buffer) => {
      if (!this.#mayDeliver()) return
      this.#active = true
      isTapFull = tap?.take(chunk) === false
      if (!writeBinary(socket, chunk) || isTapFull) device.pause()
    })
    socket.on('drain', () => {
      if (!isTapFull) device.resume()
    })
    tap?.onDrain(() => {
      isTapFull = false
      if (!socket.writableNeedDrain) device.resume()
    })
    device.resume()
  }

  /** From the kernel to the kernel out of one buffer; the next read waits until the last frame has left. */
  #byLane(lane: Lane): void {
    const { device, socket, tap } = this.#options
    let waiting = false
    let isTapFull = false
    const written = () => {
      if (!waiting || isTapFull || socket.writableLength > 0) return
      waiting = false
      lane.resume()
    }
    tap?.onDrain(() => {
      isTapFull = false
      written()
    })
    for (let early = device.read(); early !== null; early = device.read()) {
      tap?.take(early)
      writeBinary(socket, early)
    }
    lane.take((buffer, length) => {
      if (!this.#mayDeliver()) return true
      this.#active = true
      isTapFull = tap?.take(buffer.subarray(HEAD_ROOM, HEAD_ROOM + length)) === false
      const start = putBinaryHeader(buffer, HEAD_ROOM, length)
      socket.write(buffer.subarray(start, HEAD_ROOM + length), written)
      waiting = socket.writableLength > 0 || isTapFull
      return !waiting
    })
  }

  #fromBrowser(): void {
    const { ws, device, filter, onText } = this.#options
    device.on('drain', () => ws.resume())
    ws.on('message', (data: RawData, isBinary: boolean) => {
      if (this.#over) return
      this.#active = true
      this.#alive = true
      const chunk = data as Buffer // ws is left at its binaryType `nodebuffer`
      try {
        if (!isBinary) {
          if (!onText) throw new Error('The console carries binary messages only')
          onText(chunk.toString())
          return
        }
        const parts = filter ? filter(chunk) : [chunk]
        let more = true
        for (const part of parts) more = device.write(part)
        if (!more) ws.pause()
      } catch (cause) {
        this.close('bad_client', cause instanceof Error ? cause.message : msg`Input was rejected`.toString())
      }
    })
    ws.on('pong', () => {
      this.#alive = true
      this.rttMs = performance.now() - this.#pingSent
    })
    ws.once('close', () =>
      this.#finish({ reason: 'closed_by_browser', words: msg`The browser disconnected`.toString() }, null),
    )
    ws.on('error', (cause) =>
      this.#finish({ reason: 'bad_client', words: cause.message }, consoleClose.bad_client.code),
    )
    this.#ping()
    ws.resume()
  }

  #ping(): void {
    this.#pingSent = performance.now()
    this.#options.ws.ping()
  }

  #tick(limits: RelayLimits): void {
    const now = performance.now()
    if (this.#active) this.#lastActive = now
    const gone = !this.#alive && !this.#options.ws.isPaused // paused, its pongs wait in the kernel
    this.#active = false
    this.#alive = false
    if (gone) this.#finish({ reason: 'closed_by_browser', words: msg`The browser no longer answers`.toString() }, null)
    else if (now - this.#lastActive > limits.idleMs) this.close('idle', msg`No activity for a long time`.toString())
    else this.#ping()
  }
}

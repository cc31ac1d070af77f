import { createSocket, type Socket } from 'node:dgram'
import { isIP } from 'node:net'
import { abortError } from '../../shared/abort.ts'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { IpmiError } from './errors.ts'
import { maxPacket } from './packet.ts'

/** Milliseconds after which a packet is sent again; after the last wait the peer counts as silent. */
export type Patience = readonly number[]

/** For requests to a controller that is there: 7.5 s in all. */
export const usualPatience: Patience = [500, 1_000, 2_000, 4_000]

type Listener = (packet: Buffer) => void

/** How many "port unreachable" answers are ignored before they are believed. */
const rejectionsBelieved = 2

/** Carries packets to one peer and back. */
export type Wire = {
  send(packet: Buffer): void
  onPacket(listener: (packet: Buffer) => void): void
  onFailure(listener: (error: Error) => void): void
  close(): void
}
/** Opens the way to a peer. @throws any error: the peer counts as unreachable */
export type OpenWire = (address: string, port: number, signal: AbortSignal) => Promise<Wire>

/** A UDP socket that hears one peer only: the kernel drops packets from other addresses. */
const openUdp: OpenWire = (address, port) => {
  const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => {
      socket.close()
      reject(error)
    }
    socket.once('error', failed)
    socket.connect(port, address, () => {
      socket.off('error', failed)
      // Requests hold timers, which keep the process alive; a session at rest does not.
      socket.unref()
      resolve(wireOf(socket))
    })
  })
}

function wireOf(socket: Socket): Wire {
  const failures: ((error: Error) => void)[] = []
  const fail = (error: Error) => {
    for (const listener of failures) listener(error)
  }
  socket.on('error', fail)
  return {
    send: (packet) =>
      socket.send(packet, (error) => {
        if (error) fail(error)
      }),
    onPacket: (listener) => void socket.on('message', listener),
    onFailure: (listener) => void failures.push(listener),
    close: () => void socket.close(),
  }
}

/** Asks one peer, again until it answers. */
export class Link {
  readonly #wire: Wire
  readonly #listeners = new Set<Listener>()
  readonly #failures = new Set<(error: Error) => void>()
  #closed = false

  private constructor(wire: Wire) {
    this.#wire = wire
    wire.onPacket((packet) => this.#receive(packet))
    wire.onFailure((error) => this.#failed(error))
  }

  /**
   * @param address IPv4 or IPv6 address; names are not looked up
   * @param wire the way there; a UDP socket unless given
   * @throws IpmiError unreachable, or the signal's reason
   */
  static async open(address: string, port: number, signal: AbortSignal, wire: OpenWire = openUdp): Promise<Link> {
    if (isIP(address) === 0) throw new IpmiError('unreachable', msg`${address} is not an address`)
    try {
      return new Link(await wire(address, port, signal))
    } catch (cause) {
      if (signal.aborted) throw abortError(signal)
      throw new IpmiError('unreachable', textOf(cause), { cause })
    }
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Sends a packet; errors go to the callers that wait for an answer. */
  send(packet: Buffer): void {
    if (this.#closed) return
    this.#wire.send(packet)
  }

  /** Hears every packet until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Sends a packet, and again with growing waits, until `accept` makes something of an answer.
   * @param make the packet of each attempt, counted from 0
   * @param accept the answer, or null for packets that are none; what it throws ends the wait
   * @throws IpmiError timeout, unreachable, closed, or the signal's reason
   */
  ask<T>(
    make: (attempt: number) => Buffer,
    accept: (packet: Buffer) => T | null,
    signal: AbortSignal,
    patience: Patience = usualPatience,
  ): Promise<T> {
    if (signal.aborted) return Promise.reject(abortError(signal))
    if (this.#closed) return Promise.reject(new IpmiError('closed', msg`The session is closed`))
    return new Promise((resolve, reject) => {
      let attempt = 0
      let refusals = 0
      let timer: NodeJS.Timeout | undefined
      const end = (settle: () => void) => {
        clearTimeout(timer)
        this.#listeners.delete(listener)
        this.#failures.delete(failed)
        signal.removeEventListener('abort', aborted)
        settle()
      }
      const aborted = () => end(() => reject(abortError(signal)))
      const listener = (packet: Buffer) => {
        try {
          const answer = accept(packet)
          if (answer !== null) end(() => resolve(answer))
        } catch (error) {
          end(() => reject(error))
        }
      }
      const failed = (error: Error) => {
        if (error instanceof IpmiError) end(() => reject(error))
        // One error may come from a controller that is starting: the next attempt decides.
        else if (++refusals >= rejectionsBelieved) end(() => reject(unreachable(error)))
      }
      const next = () => {
        const wait = patience[attempt]
        if (wait === undefined) return end(() => reject(new IpmiError('timeout', msg`No answer came in time`)))
        timer = setTimeout(next, wait)
        try {
          this.send(make(attempt++))
        } catch (error) {
          end(() => reject(error))
        }
      }
      signal.addEventListener('abort', aborted, { once: true })
      this.#listeners.add(listener)
      this.#failures.add(failed)
      next()
    })
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const failed of [...this.#failures]) failed(new IpmiError('closed', msg`The session was closed`))
    this.#listeners.clear()
    this.#wire.close()
  }

  #receive(packet: Buffer): void {
    if (packet.length > maxPacket) return
    for (const listener of [...this.#listeners]) listener(packet)
  }

  #failed(error: Error): void {
    for (const failed of [...this.#failures]) failed(error)
  }
}

const unreachable = (error: Error) => new IpmiError('unreachable', textOf(error), { cause: error })

import { createSocket, type Socket } from 'node:dgram'
import { isIP } from 'node:net'
import { abortError, IpmiError } from './errors.ts'
import { maxPacket } from './packet.ts'

/** Milliseconds after which a packet is sent again; after the last wait the peer counts as silent. */
export type Patience = readonly number[]

/** For requests to a controller that is there: 7.5 s in all. */
export const usualPatience: Patience = [500, 1_000, 2_000, 4_000]

type Listener = (packet: Buffer) => void

/** How often the host may say that nobody listens before we believe it. */
const refusalsBelieved = 2

/** A UDP socket that hears one peer only: the kernel drops packets from other addresses. */
export class Link {
  readonly #socket: Socket
  readonly #listeners = new Set<Listener>()
  readonly #failures = new Set<(error: Error) => void>()
  #closed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('message', (packet) => this.#receive(packet))
    socket.on('error', (error) => this.#failed(error))
    // Requests hold timers, which keep the process alive; a session at rest does not.
    socket.unref()
  }

  /** @param address IPv4 or IPv6 address; names are not looked up @throws IpmiError unreachable */
  static open(address: string, port: number): Promise<Link> {
    const family = isIP(address)
    if (family === 0) return Promise.reject(new IpmiError('unreachable', `${address} is not an address`))
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => {
        socket.close()
        reject(new IpmiError('unreachable', error.message, { cause: error }))
      }
      socket.once('error', failed)
      socket.connect(port, address, () => {
        socket.off('error', failed)
        resolve(new Link(socket))
      })
    })
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Sends a packet; what hinders it is told to those who wait for an answer. */
  send(packet: Buffer): void {
    if (this.#closed) return
    this.#socket.send(packet, (error) => {
      if (error) this.#failed(error)
    })
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
    if (this.#closed) return Promise.reject(new IpmiError('closed', 'The session is closed'))
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
        // One refusal may be of a controller that is starting: the next attempt tells.
        else if (++refusals >= refusalsBelieved) end(() => reject(unreachable(error)))
      }
      const next = () => {
        const wait = patience[attempt]
        if (wait === undefined) return end(() => reject(new IpmiError('timeout', 'No answer came in time')))
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
    for (const failed of [...this.#failures]) failed(new IpmiError('closed', 'The session was closed'))
    this.#listeners.clear()
    this.#socket.close()
  }

  #receive(packet: Buffer): void {
    if (packet.length > maxPacket) return
    for (const listener of [...this.#listeners]) listener(packet)
  }

  #failed(error: Error): void {
    for (const failed of [...this.#failures]) failed(error)
  }
}

const unreachable = (error: Error) => new IpmiError('unreachable', error.message, { cause: error })

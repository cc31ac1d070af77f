import type { Socket } from 'node:net'

const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/**
 * The connections of a port, a bounded number of them. Many idle or unauthenticated connections do not block others:
 * when there are too many, the oldest without an accepted request is closed. An encrypted connection and the one that
 * carries it are one.
 */
export class PortSockets {
  readonly #most: number
  /** Oldest first. */
  readonly #all = new Map<string, Socket>()
  readonly #strange = new Map<string, Socket>()

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#all.size
  }

  /** Takes a new connection, or ends the one that has to give way. */
  take(socket: Socket): void {
    const name = nameOf(socket)
    if (this.#all.get(name) === socket) return // given back to its server, see door/upgrade.ts
    socket.on('error', () => {})
    this.#all.set(name, socket)
    this.#strange.set(name, socket)
    socket.on('close', () => {
      this.#all.delete(name)
      this.#strange.delete(name)
    })
    if (this.#all.size > this.#most) [...this.#strange.values()].at(0)?.destroy()
  }

  /** A request over it was accepted. */
  admit(socket: Socket): void {
    this.#strange.delete(nameOf(socket))
  }

  end(): void {
    for (const socket of this.#all.values()) socket.destroy()
  }
}

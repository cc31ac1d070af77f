import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import type { WireSocket } from 'net-snmp'

type Listener = (...args: never[]) => void

const receiveBuffer = 4 << 20

/** One UDP socket for all SNMP sessions of this process; answers find their session by the address they come from. */
class SharedSocket {
  readonly #peers = new Map<string, Set<PeerSocket>>()
  #socket: Socket | null = null
  #waiting = 0

  add(peer: PeerSocket): void {
    const peers = this.#peers.get(peer.key)
    if (peers) peers.add(peer)
    else this.#peers.set(peer.key, new Set([peer]))
  }

  remove(peer: PeerSocket): void {
    const peers = this.#peers.get(peer.key)
    peers?.delete(peer)
    if (peers?.size === 0) this.#peers.delete(peer.key)
    if (this.#peers.size > 0) return
    this.#socket?.close()
    this.#socket = null
  }

  /** Keeps the process alive while answers are awaited, and only then. */
  wait(change: 1 | -1): void {
    this.#waiting += change
    if (this.#waiting > 0) this.#socket?.ref()
    else this.#socket?.unref()
  }

  send(peer: PeerSocket, packet: Buffer, failed: (error: Error) => void): void {
    this.#socket ??= this.#open()
    this.#socket.send(packet, 0, packet.length, peer.port, peer.address, (error) => {
      if (error) failed(error)
    })
  }

  #open(): Socket {
    // Targets are addresses: without a look-up of its own dgram would ask the resolver for every packet.
    const socket = createSocket({
      type: 'udp4',
      lookup: (address, _options, done) => done(null, address, 4),
    })
    socket.on('message', (packet, from) => this.#receive(packet, from))
    // A failure of one packet is passed to its sender; the socket itself lives on.
    socket.on('error', () => {})
    socket.on('listening', () => {
      try {
        // A sweep's answers come in bursts.
        socket.setRecvBufferSize(receiveBuffer)
      } catch {
        // The system's limit stays.
      }
    })
    if (this.#waiting <= 0) socket.unref()
    return socket
  }

  #receive(packet: Buffer, from: RemoteInfo): void {
    for (const peer of this.#peers.get(`${from.address}:${from.port}`) ?? []) peer.receive(packet)
  }
}

const shared = new SharedSocket()

/** The socket as one net-snmp session sees it: it hears only its own peer. */
export class PeerSocket implements WireSocket {
  readonly address: string
  readonly port: number
  readonly key: string
  readonly #failed: (error: Error) => void
  #listener: ((packet: Buffer) => void) | null = null
  #onClose: (() => void) | null = null
  #waiting = false
  #closed = false

  /** @param failed called when a packet could not be sent */
  constructor(address: string, port: number, failed: (error: Error) => void) {
    this.address = address
    this.port = port
    this.key = `${address}:${port}`
    this.#failed = failed
    shared.add(this)
  }

  on(event: string, listener: Listener): this {
    if (event === 'message') this.#listener = listener as (packet: Buffer) => void
    if (event === 'close') this.#onClose = listener as () => void
    return this
  }

  receive(packet: Buffer): void {
    try {
      // net-snmp writes into the packet while it checks the signature, and others may listen to the same peer.
      this.#listener?.(Buffer.from(packet))
    } catch {
      // A packet that makes the decoder throw is no answer; the request's own time limit tells.
    }
  }

  send(
    buffer: Buffer,
    offset: number,
    length: number,
    _port: number,
    _address: string,
    done: (error: Error | null, bytes: number) => void,
  ): void {
    if (this.#closed) {
      done(new Error('The session is closed'), 0)
      return
    }
    shared.send(this, buffer.subarray(offset, offset + length), this.#failed)
    // At once, so that the request is registered before its answer can come.
    done(null, length)
  }

  ref(): this {
    if (!this.#waiting && !this.#closed) shared.wait(1)
    this.#waiting = true
    return this
  }

  unref(): this {
    if (this.#waiting && !this.#closed) shared.wait(-1)
    this.#waiting = false
    return this
  }

  bind(): void {}

  close(): void {
    if (this.#closed) return
    this.unref()
    this.#closed = true
    this.#onClose?.()
    shared.remove(this)
  }
}

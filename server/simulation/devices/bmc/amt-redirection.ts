import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { serveAmtScreen } from './amt-screen.ts'
import type { SimulatedMachine } from './machine.ts'

type Service = 'SOL ' | 'KVMR'
type Options = {
  machine: SimulatedMachine
  username: string
  password: string
  realm: string
  methods?: readonly number[]
  /** Connects to the server's screen, an RFB server without a password. */
  screen: () => Duplex
}

const status = { success: 0, unknown: 1, busy: 2, unsupported: 3 } as const
const md5 = (text: string) => createHash('md5').update(text, 'latin1').digest('hex')
const maxTransfer = 1_000

/** Texts preceded by their lengths. */
function texts(data: Buffer): string[] {
  const found: string[] = []
  for (let at = 0; at < data.length; ) {
    const length = data[at] ?? 0
    found.push(data.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return found
}

/** The redirection port of a simulated controller: one session with the serial port at a time, and one with the screen. */
export function serveRedirection(options: Options): (socket: Socket) => void {
  const holders = new Map<Service, Session>()
  return (socket) => {
    if (options.machine.serialOff) return void socket.destroy()
    const session = new Session(socket, options, holders)
    socket.on('error', () => {})
    socket.on('data', session.take)
    socket.on('close', () => session.end())
  }
}

class Session {
  readonly #socket: Socket
  readonly #options: Options
  readonly #holders: Map<Service, Session>
  readonly #nonce = randomBytes(16).toString('hex')
  #held: Buffer = Buffer.alloc(0)
  #number = 0
  #signedIn = false
  #service: Service | null = null

  constructor(socket: Socket, options: Options, holders: Map<Service, Session>) {
    this.#socket = socket
    this.#options = options
    this.#holders = holders
  }

  take = (data: Buffer): void => {
    this.#held = Buffer.concat([this.#held, data])
    for (let size = this.#step(); size > 0; size = this.#step()) this.#held = this.#held.subarray(size)
  }

  end(): void {
    if (this.#has('SOL ')) this.#options.machine.off('serial', this.#output)
    for (const [service, holder] of this.#holders) if (holder === this) this.#holders.delete(service)
  }

  #has(service: Service): boolean {
    return this.#holders.get(service) === this
  }

  /** Takes a service, if it is free. */
  #hold(service: Service): boolean {
    if (this.#service !== service || !this.#signedIn || this.#holders.has(service)) return false
    this.#holders.set(service, this)
    return true
  }

  /** What the start of a session is answered with. */
  #start(service: string): number {
    if (service !== 'SOL ' && service !== 'KVMR') return status.unknown
    if (service === 'KVMR' && this.#options.machine.screenOff) return status.unsupported
    if (this.#holders.has(service)) return status.busy
    this.#service = service
    return status.success
  }

  #output = (data: Buffer): void => {
    for (let at = 0; at < data.length; at += maxTransfer) {
      const part = data.subarray(at, at + maxTransfer)
      const head = Buffer.alloc(10)
      head[0] = 0x2a
      head.writeUInt32LE(this.#number++, 4)
      head.writeUInt16LE(part.length, 8)
      this.#socket.write(Buffer.concat([head, part]))
    }
  }

  /** @returns bytes of the message that was served, 0 when it is not all here */
  #step(): number {
    const held = this.#held
    const whole = (size: number) => (held.length >= size ? size : 0)
    const send = (...bytes: number[]) => this.#socket.write(Buffer.from(bytes))
    switch (held[0]) {
      case undefined:
        return 0
      case 0x10: {
        if (!whole(8)) return 0
        const answer = this.#start(held.toString('latin1', 4, 8))
        if (answer === status.success) send(0x11, answer, 0, 0, 1, 0, 0, 0, 0x4c, 0x41, 0x42, 0, 0)
        else send(0x11, answer, 0, 0)
        return 8
      }
      case 0x12:
        if (whole(4)) this.#socket.end()
        return whole(4)
      case 0x13: {
        const size = held.length < 9 ? 0 : whole(9 + held.readUInt32LE(5))
        if (size > 0) this.#authenticate(held[4] ?? 0, held.subarray(9, size))
        return size
      }
      case 0x20: {
        if (!whole(24)) return 0
        const reply = Buffer.alloc(23)
        reply[0] = 0x21
        reply[1] = this.#hold('SOL ') ? status.success : status.busy
        reply.writeUInt16LE(maxTransfer, 8)
        this.#socket.write(reply)
        if (reply[1] === status.success) this.#options.machine.on('serial', this.#output)
        return 24
      }
      case 0x22:
        if (whole(8)) send(0x23, 0, 0, 0, 0, 0, 0, 0)
        return whole(8)
      case 0x24:
      case 0x2b:
        if (whole(8))
          this.#socket.write(Buffer.concat([Buffer.from([held[0] === 0x24 ? 0x25 : 0x2b]), held.subarray(1, 8)]))
        return whole(8)
      case 0x28: {
        const size = held.length < 10 ? 0 : whole(10 + held.readUInt16LE(8))
        if (size > 10 && this.#has('SOL ')) this.#options.machine.type(Buffer.from(held.subarray(10, size)))
        return size
      }
      case 0x40:
        if (!whole(8)) return 0
        this.#show(held.subarray(8))
        return 0
      default:
        this.#socket.destroy()
        return 0
    }
  }

  /** From here on the connection belongs to the screen. */
  #show(rest: Buffer): void {
    const isMine = this.#hold('KVMR')
    this.#socket.write(Buffer.from([0x41, isMine ? status.success : status.busy, 0, 0, 0, 0, 0, 0]))
    if (!isMine) return void this.#socket.end()
    this.#socket.off('data', this.take).pause()
    if (rest.length > 0) this.#socket.unshift(Buffer.from(rest))
    void serveAmtScreen(this.#socket, this.#options.screen())
  }

  #authenticate(method: number, data: Buffer): void {
    const { username, password, realm, methods = [1, 4] } = this.#options
    const reply = (status: number, body = Buffer.alloc(0)) => {
      const head = Buffer.from([0x14, status, 0, 0, method, 0, 0, 0, 0])
      head.writeUInt32LE(body.length, 5)
      this.#socket.write(Buffer.concat([head, body]))
      if (status === 0 && method !== 0) this.#signedIn = true
    }
    if (method === 0) return void reply(0, Buffer.from(methods))
    if (!methods.includes(method)) return void reply(1)
    const fields = texts(data)
    if (method === 1) return void reply(fields[0] === username && fields[1] === password ? 0 : 1)
    const [user, , nonce = '', uri = '', cnonce, count, response, qop] = fields
    if (nonce === '') {
      const challenge = [realm, this.#nonce, 'auth'].flatMap((text) => [Buffer.from([text.length]), Buffer.from(text)])
      return void reply(1, Buffer.concat(challenge))
    }
    const secret = md5(`${username}:${realm}:${password}`)
    const expected = md5(`${secret}:${this.#nonce}:${count}:${cnonce}:${qop}:${md5(`POST:${uri}`)}`)
    reply(user === username && nonce === this.#nonce && response === expected ? 0 : 1)
  }
}

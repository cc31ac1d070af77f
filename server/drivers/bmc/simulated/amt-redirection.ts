import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { SimulatedMachine } from './machine.ts'

type Options = {
  machine: SimulatedMachine
  username: string
  password: string
  realm: string
  methods?: readonly number[]
}

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

/** The redirection port of a simulated controller: one serial-over-LAN session at a time. */
export function serveRedirection(options: Options): (socket: Socket) => void {
  let busy: Socket | null = null
  return (socket) => {
    if (options.machine.serialOff) return void socket.destroy()
    const session = new Session(socket, options)
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      const before = session.serving
      session.take(data, busy !== null && busy !== socket)
      if (!before && session.serving) busy = socket
    })
    socket.on('close', () => {
      if (busy === socket) busy = null
      session.end()
    })
  }
}

class Session {
  serving = false
  readonly #socket: Socket
  readonly #options: Options
  readonly #nonce = randomBytes(16).toString('hex')
  #held: Buffer = Buffer.alloc(0)
  #number = 0
  #signedIn = false
  #screen = false

  constructor(socket: Socket, options: Options) {
    this.#socket = socket
    this.#options = options
  }

  take(data: Buffer, busy: boolean): void {
    this.#held = Buffer.concat([this.#held, data])
    for (let size = this.#step(busy); size > 0; size = this.#step(busy)) this.#held = this.#held.subarray(size)
  }

  end(): void {
    this.#options.machine.off('serial', this.#output)
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
  #step(busy: boolean): number {
    const held = this.#held
    const whole = (size: number) => (held.length >= size ? size : 0)
    const send = (...bytes: number[]) => this.#socket.write(Buffer.from(bytes))
    switch (held[0]) {
      case undefined:
        return 0
      case 0x10:
        if (!whole(8)) return 0
        this.#screen = held.toString('latin1', 4, 8) === 'KVMR'
        if (busy && !this.#screen) send(0x11, 2, 0, 0)
        else send(0x11, 0, 0, 0, 1, 0, 0, 0, 0x4c, 0x41, 0x42, 0, 0)
        return 8
      case 0x12:
        if (whole(4)) this.#socket.end()
        return whole(4)
      case 0x13: {
        const size = held.length < 9 ? 0 : whole(9 + held.readUInt32LE(5))
        if (size > 0) this.#authenticate(held[4] ?? 0, held.subarray(9, size))
        return size
      }
      case 0x20: {
        if (!whole(24) || !this.#signedIn) return 0
        const reply = Buffer.alloc(23)
        reply[0] = 0x21
        reply.writeUInt16LE(maxTransfer, 8)
        this.#socket.write(reply)
        this.serving = true
        this.#options.machine.on('serial', this.#output)
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
        if (size > 10 && this.serving) this.#options.machine.type(Buffer.from(held.subarray(10, size)))
        return size
      }
      case 0x40:
        if (!whole(8) || !this.#signedIn || !this.#screen) return 0
        send(0x41, 0, 0, 0, 0, 0, 0, 0)
        this.#socket.write('RFB 003.008\n')
        return 8
      default:
        this.#socket.destroy()
        return 0
    }
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

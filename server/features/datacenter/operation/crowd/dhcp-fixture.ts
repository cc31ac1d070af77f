import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'

/** What a boot ROM or iPXE was told. */
export type Told = { address: string; server: string; file: string }

const COOKIE = Buffer.from([99, 130, 83, 99])
const [DISCOVER, OFFER, REQUEST, ACK] = [1, 2, 3, 5]
/** Pauses of boot ROMs are longer; these find out sooner. */
const TRIES_MS = [1000, 2000, 4000, 8000, 16_000]

type Reply = { type: number; address: Buffer; serverId: Buffer | undefined; next: string; file: string }

/** DHCP as boot ROMs speak it (RFC 2131, RFC 4578), many machines on one socket: answers go to all, told apart by their transaction. */
export class DhcpClients {
  private readonly socket: Socket
  private readonly waiting = new Map<number, (reply: Reply) => void>()

  constructor() {
    this.socket = createSocket('udp4', (packet) => {
      if (packet.length < 240 || packet[0] !== 2) return
      this.waiting.get(packet.readUInt32BE(4))?.(parse(packet))
    })
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.socket.bind(68, resolve))
    this.socket.setBroadcast(true)
  }

  close = (): void => void this.socket.close()

  /** An address and a boot file for a machine. @param ipxe as iPXE asks, not the ROM */
  async ask(mac: string, ipxe: boolean): Promise<Told> {
    const options = [
      [60, Buffer.from('PXEClient:Arch:00000:UNDI:002001')],
      [93, Buffer.from([0, 0])],
      [55, Buffer.from([1, 3, 6, 12, 66, 67])],
      ...(ipxe ? [[77, Buffer.from('iPXE')] as const] : []),
    ] as const
    const offer = await this.exchange(mac, DISCOVER, OFFER, options)
    const chosen = [[50, offer.address] as const, ...(offer.serverId ? [[54, offer.serverId] as const] : [])]
    const { address, next, file } = await this.exchange(mac, REQUEST, ACK, [...options, ...chosen])
    return { address: [...address].join('.'), server: next, file }
  }

  private async exchange(mac: string, type: number, wanted: number, options: readonly (readonly [number, Buffer])[]) {
    const id = randomBytes(4).readUInt32BE()
    const packet = request(mac, id, [[53, Buffer.from([type])], ...options])
    for (const ms of TRIES_MS) {
      const answer = new Promise<Reply | null>((resolve) => {
        const timer = setTimeout(() => resolve(null), ms)
        this.waiting.set(id, (reply) => {
          if (reply.type !== wanted) return
          clearTimeout(timer)
          resolve(reply)
        })
      })
      this.socket.send(packet, 67, '255.255.255.255')
      const reply = await answer.finally(() => this.waiting.delete(id))
      if (reply) return reply
    }
    throw new Error(`${mac}: no answer by DHCP`)
  }
}

function request(mac: string, id: number, options: readonly (readonly [number, Buffer])[]): Buffer {
  const head = Buffer.alloc(236)
  head.set([1, 1, 6, 0])
  head.writeUInt32BE(id, 4)
  // Answers by broadcast: no machine of this crowd has its address.
  head.writeUInt16BE(0x8000, 10)
  head.set(Buffer.from(mac.replaceAll(':', ''), 'hex'), 28)
  const rest = options.flatMap(([code, value]) => [Buffer.from([code, value.length]), value])
  return Buffer.concat([head, COOKIE, ...rest, Buffer.from([255])])
}

function parse(packet: Buffer): Reply {
  const options = new Map<number, Buffer>()
  for (let at = 240; at < packet.length && packet[at] !== 255; ) {
    const code = packet[at] ?? 255
    const length = code === 0 ? -1 : (packet[at + 1] ?? 0)
    if (code !== 0) options.set(code, packet.subarray(at + 2, at + 2 + length))
    at += 2 + length
  }
  const named = options.get(67) ?? packet.subarray(108, 236)
  const end = named.indexOf(0)
  return {
    type: options.get(53)?.[0] ?? 0,
    address: packet.subarray(16, 20),
    serverId: options.get(54),
    next: [...packet.subarray(20, 24)].join('.'),
    file: named.subarray(0, end < 0 ? named.length : end).toString(),
  }
}

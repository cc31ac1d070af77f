import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { openOutside, outsideChannel } from '../../../protocols/ipmi/channel15.ts'
import { completion } from '../../../protocols/ipmi/errors.ts'
import { decodeMessage, encodeResponse, type IpmiMessage, netFn } from '../../../protocols/ipmi/message.ts'
import { decodePacket, encodeOutside20, payloadType } from '../../../protocols/ipmi/packet.ts'
import { cipherSuite, suiteRecord } from '../../../protocols/ipmi/suites.ts'
import { handlers } from './app-handlers.ts'
import { PeerConsole } from './console.ts'
import { PeerKeyExchange } from './key-exchange.ts'
import type { PeerMachine } from './machine.ts'
import { ok, okBytes, reject } from './replies.ts'
import type { PeerSession } from './session.ts'

export type PeerOptions = {
  address?: string
  /** 0 takes any. */
  port?: number
  /** Cipher suites offered; 3 and 17 unless given. */
  suites?: readonly number[]
  /** False: Get Channel Cipher Suites is met with silence, as by some controllers. */
  tellsSuites?: boolean
  maxSessions?: number
  /** Sessions without packets for this long are dropped; a minute unless given. */
  sessionMs?: number
  /** Gets each outgoing packet and returns what is sent instead: for loss, repetition and forgery. */
  outgoing?: (packet: Buffer) => Buffer[]
  /** Whether an incoming packet is received. */
  incoming?: (packet: Buffer) => boolean
}

const ping = 0x06

/** A controller that answers over RMCP+ for a `PeerMachine`. Accepts ipmitool and freeipmi. */
export class IpmiPeer {
  readonly machine: PeerMachine
  /** Sessions that were opened, and requests within them that were answered, but for those that came again. */
  opened = 0
  requests = 0
  readonly #socket: Socket
  readonly #options: PeerOptions
  readonly #keys: PeerKeyExchange
  readonly #sessions = new Map<number, PeerSession>()
  readonly #console: PeerConsole

  private constructor(machine: PeerMachine, socket: Socket, options: PeerOptions) {
    this.machine = machine
    this.#socket = socket
    this.#options = options
    const suites = (options.suites ?? [3, 17]).flatMap((id) => cipherSuite(id) ?? [])
    this.#keys = new PeerKeyExchange(machine, suites, 4 * this.#maxSessions, (session) => this.#admit(session))
    const send = (session: PeerSession, payload: Buffer) =>
      this.#send(session.channel.seal(payloadType.sol, payload), session.from)
    this.#console = new PeerConsole(machine, send, () => this.port)
    socket.on('message', (packet, from) => this.#receive(packet, from))
    socket.on('error', () => {})
  }

  static async start(machine: PeerMachine, options: PeerOptions = {}): Promise<IpmiPeer> {
    const socket = createSocket('udp4')
    socket.bind(options.port ?? 0, options.address ?? '127.0.0.1')
    await once(socket, 'listening')
    return new IpmiPeer(machine, socket, options)
  }

  get port(): number {
    return this.#socket.address().port
  }

  get #maxSessions(): number {
    return this.#options.maxSessions ?? 8
  }

  get sessions(): number {
    return this.#sessions.size
  }

  /** Forgets all sessions, as a controller that was reset. */
  forgetSessions(): void {
    this.#console.close()
    this.#sessions.clear()
  }

  async close(): Promise<void> {
    this.#console.close()
    this.#socket.close()
    await once(this.#socket, 'close')
  }

  #admit(session: PeerSession): boolean {
    const limit = Date.now() - (this.#options.sessionMs ?? 60_000)
    for (const old of this.#sessions.values()) if (old.lastUse < limit) this.#forget(old)
    if (this.#sessions.size >= this.#maxSessions) return false
    this.#sessions.set(session.id, session)
    this.opened++
    return true
  }

  #forget(session: PeerSession): void {
    this.#sessions.delete(session.id)
    this.#console.leave(session)
  }

  #send(packet: Buffer, to: { address: string; port: number }): void {
    const packets = this.#options.outgoing?.(packet) ?? [packet]
    for (const each of packets) this.#socket.send(each, to.port, to.address, () => {})
  }

  #receive(bytes: Buffer, from: RemoteInfo): void {
    if (this.#options.incoming?.(bytes) === false) return
    if (bytes.length >= 12 && bytes[0] === 0x06 && bytes[3] === ping) this.#pong(bytes, from)
    const packet = decodePacket(bytes)
    if (packet?.sessionId === 0) this.#outside(bytes, packet.version, from)
    const session = packet && this.#sessions.get(packet.sessionId)
    if (session) this.#within(session, bytes, from)
  }

  #within(session: PeerSession, bytes: Buffer, from: RemoteInfo): void {
    const opened = session.channel.open(bytes)
    if (!opened) return
    session.from = { address: from.address, port: from.port }
    session.lastUse = Date.now()
    if (opened.type === payloadType.sol) this.#console.receive(session, opened.payload)
    const message = opened.type === payloadType.ipmi ? decodeMessage(opened.payload) : null
    if (!message) return
    const data = session.once(message, () => {
      this.requests++
      return this.#run(session, message)
    })
    this.#send(session.channel.seal(payloadType.ipmi, encodeResponse(message, data)), from)
    if (message.netFn === netFn.app && message.command === 0x3c && data[0] === 0) this.#forget(session)
  }

  /** Presence ping of ASF 2.0, 3.2.4. */
  #pong(bytes: Buffer, from: RemoteInfo): void {
    if (bytes[8] !== 0x80) return
    const body = [
      0x00,
      0x00,
      0x11,
      0xbe,
      0x40,
      bytes[9]!,
      0,
      16,
      0,
      0,
      0x11,
      0xbe,
      0,
      0,
      0,
      0,
      0x81,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    ]
    this.#send(Buffer.from([0x06, 0x00, 0xff, ping, ...body]), from)
  }

  #outside(bytes: Buffer, version: 1.5 | 2, from: RemoteInfo): void {
    const opened = openOutside(bytes)
    if (!opened) return
    if (opened.type !== payloadType.ipmi) {
      const reply = this.#keys.answer(opened.type, opened.payload)
      if (reply) this.#send(encodeOutside20(reply.type, reply.payload), from)
      return
    }
    const message = decodeMessage(opened.payload)
    const data = message && this.#discovery(message)
    if (message && data) this.#send(outsideChannel(version).seal(payloadType.ipmi, encodeResponse(message, data)), from)
  }

  /** Commands that need no session; null: no answer. */
  #discovery({ netFn: fn, command, data }: IpmiMessage): Buffer | null {
    if (fn !== netFn.app) return reject(completion.insufficientPrivilege)
    // 22.13: RMCP+ only, names needed.
    if (command === 0x38) return ok(0x01, 0x80, 0x04, 0x02, 0, 0, 0, 0)
    if (command === 0x37) return okBytes(this.machine.guid)
    if (command !== 0x54) return reject(completion.insufficientPrivilege)
    if (this.#options.tellsSuites === false) return null
    const suites = (this.#options.suites ?? [3, 17]).flatMap((id) => cipherSuite(id) ?? [])
    const records = Buffer.concat(suites.map(suiteRecord))
    const at = ((data[2] ?? 0) & 0x3f) * 16
    return okBytes(Buffer.concat([Buffer.from([0x01]), records.subarray(at, at + 16)]))
  }

  #run(session: PeerSession, { netFn: fn, command, data }: IpmiMessage): Buffer {
    if (fn === netFn.app) {
      if (command === 0x38 || command === 0x54)
        return this.#discovery({ netFn: fn, command, data, lun: 0, sequence: 0 })!
      if (command === 0x3b) return setPrivilege(session, data[0] ?? 0)
      if (command === 0x3c) return data.length >= 4 && data.readUInt32LE(0) === session.id ? ok() : reject(0x87)
      if (command === 0x48) return session.privilege < 2 ? reject(0xd4) : this.#console.activate(session, data)
      if (command === 0x49) return this.#console.deactivate(data)
    }
    const known = handlers[fn]?.[command]
    if (!known) return reject(completion.invalidCommand)
    const [needed, handler] = known
    return session.privilege < needed ? reject(completion.insufficientPrivilege) : handler(this.machine, data)
  }
}

function setPrivilege(session: PeerSession, wanted: number): Buffer {
  if (wanted > session.limit) return reject(0x81)
  if (wanted > 0) session.privilege = wanted
  return ok(session.privilege)
}

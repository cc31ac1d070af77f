import { randomBytes, randomInt } from 'node:crypto'
import { u32 } from '../../../protocols/ipmi/bytes.ts'
import { SecureChannel } from '../../../protocols/ipmi/channel.ts'
import {
  type KeyExchange,
  rakp2Code,
  rakp3Code,
  rakp4Code,
  sameCode,
  sessionKeys,
  userKey,
} from '../../../protocols/ipmi/keys.ts'
import { payloadType } from '../../../protocols/ipmi/packet.ts'
import type { CipherSuite } from '../../../protocols/ipmi/suites.ts'
import type { PeerMachine, PeerUser } from './machine.ts'
import { PeerSession } from './session.ts'

type Opening = {
  suite: CipherSuite
  consoleId: number
  exchange?: KeyExchange
  user?: PeerUser
  /** Answer to message 1, for repetitions. */
  second?: Buffer
  session?: PeerSession
}

export type KeyExchangeReply = { type: number; payload: Buffer }

/** The controller's side of RAKP (IPMI 2.0, 13.17 to 13.24). */
export class PeerKeyExchange {
  readonly #machine: PeerMachine
  readonly #suites: readonly CipherSuite[]
  readonly #opening = new Map<number, Opening>()
  readonly #most: number
  readonly #admit: (session: PeerSession) => boolean

  /**
   * @param most key exchanges remembered; the oldest goes when more come
   * @param admit takes a session that is established; false when there is no room
   */
  constructor(
    machine: PeerMachine,
    suites: readonly CipherSuite[],
    most: number,
    admit: (session: PeerSession) => boolean,
  ) {
    this.#machine = machine
    this.#suites = suites
    this.#most = most
    this.#admit = admit
  }

  /** The answer to a payload of the key exchange, or null for none. */
  answer(type: number, payload: Buffer): KeyExchangeReply | null {
    if (type === payloadType.openSessionRequest && payload.length >= 32) return this.#open(payload)
    if (type === payloadType.rakp1 && payload.length >= 28) return this.#second(payload)
    if (type === payloadType.rakp3 && payload.length >= 8) return this.#fourth(payload)
    return null
  }

  #open(payload: Buffer): KeyExchangeReply {
    const type = payloadType.openSessionResponse
    const consoleId = payload.readUInt32LE(4)
    const head = (status: number) => Buffer.concat([Buffer.from([payload[0]!, status, 4, 0]), u32(consoleId)])
    const suite = this.#suites.find(
      ({ authentication, integrity, confidentiality }) =>
        authentication === (payload[12]! & 0x3f) &&
        integrity === (payload[20]! & 0x3f) &&
        confidentiality === (payload[28]! & 0x3f),
    )
    if (!suite) return { type, payload: head(0x11) }
    const id = randomInt(1, 0xffff_ffff)
    this.#opening.set(id, { suite, consoleId })
    for (const old of this.#opening.keys()) {
      if (this.#opening.size <= this.#most) break
      this.#opening.delete(old)
    }
    return { type, payload: Buffer.concat([head(0), u32(id), payload.subarray(8, 32)]) }
  }

  #second(payload: Buffer): KeyExchangeReply | null {
    const type = payloadType.rakp2
    const controllerId = payload.readUInt32LE(4)
    const opening = this.#opening.get(controllerId)
    if (!opening) return null
    const head = (status: number) => Buffer.concat([Buffer.from([payload[0]!, status, 0, 0]), u32(opening.consoleId)])
    const username = payload.subarray(28, 28 + payload[27]!).toString('utf8')
    const user = this.#machine.users.find(({ name, enabled }) => enabled && name === username)
    if (!user || payload.length < 28 + payload[27]!) return { type, payload: head(0x0d) }
    const role = payload[24]!
    if ((role & 0x0f) > user.privilege) return { type, payload: head(0x0a) }
    if (opening.second) return { type, payload: opening.second }
    opening.user = user
    opening.exchange = {
      suite: opening.suite,
      consoleId: opening.consoleId,
      controllerId,
      consoleRandom: Buffer.from(payload.subarray(8, 24)),
      controllerRandom: randomBytes(16),
      guid: this.#machine.guid,
      role,
      username,
    }
    const { controllerRandom, guid } = opening.exchange
    const code = rakp2Code(opening.exchange, userKey(user.password))
    opening.second = Buffer.concat([head(0), controllerRandom, guid, code])
    return { type, payload: opening.second }
  }

  #fourth(payload: Buffer): KeyExchangeReply | null {
    const type = payloadType.rakp4
    const controllerId = payload.readUInt32LE(4)
    const opening = this.#opening.get(controllerId)
    if (!opening?.exchange || !opening.user) return null
    const head = (status: number) => Buffer.concat([Buffer.from([payload[0]!, status, 0, 0]), u32(opening.consoleId)])
    const key = userKey(opening.user.password)
    if (!sameCode(rakp3Code(opening.exchange, key), payload.subarray(8))) {
      this.#opening.delete(controllerId)
      return { type, payload: head(0x0f) }
    }
    const keys = sessionKeys(opening.exchange, key)
    if (!opening.session) {
      const channel = new SecureChannel(opening.suite, keys, controllerId, opening.consoleId)
      const limit = Math.min(opening.exchange.role & 0x0f, opening.user.privilege)
      opening.session = new PeerSession(controllerId, channel, opening.suite, limit)
      if (!this.#admit(opening.session)) {
        this.#opening.delete(controllerId)
        return { type, payload: head(0x01) }
      }
    }
    return { type, payload: Buffer.concat([head(0), rakp4Code(opening.exchange, keys.sessionKey)]) }
  }
}

import { randomBytes, randomInt } from 'node:crypto'
import { msg } from '../../shared/text.ts'
import { u32 } from './bytes.ts'
import { type Channel, SecureChannel } from './channel.ts'
import { IpmiError } from './errors.ts'
import { type KeyExchange, rakp2Code, rakp3Code, rakp4Code, sameCode, sessionKeys, userKey } from './keys.ts'
import type { Link, Patience } from './link.ts'
import { decodePacket, encodeOutside20, payloadType } from './packet.ts'
import { rakpError } from './status.ts'
import type { CipherSuite } from './suites.ts'

/** 2 user, 3 operator, 4 administrator (IPMI 2.0, table 22-30). */
export type Privilege = 2 | 3 | 4

export type Credentials = {
  /** At most 16 bytes. */
  username: string
  /** At most 20 bytes, 16 for sessions of IPMI 1.5. */
  password: string
  /** Key of the channel (Kg), where one is set. */
  channelKey?: Buffer
}

export type Established = {
  channel: Channel
  /** The controller's session id, for closing. */
  controllerId: number
  /** The controller's GUID, proven by its knowledge of the password; null for IPMI 1.5. */
  guid: Buffer | null
}

/** Look up the user by name alone, not by name and privilege. */
const nameOnly = 0x10

/**
 * Opens an RMCP+ session (IPMI 2.0, 13.15 to 13.24): Open Session, then RAKP messages 1 to 4.
 * @throws IpmiError user, password, privilege, cipher, busy, protocol_error, timeout
 */
export async function establish(
  link: Link,
  suite: CipherSuite,
  credentials: Credentials,
  privilege: Privilege,
  signal: AbortSignal,
  patience?: Patience,
): Promise<Established> {
  const consoleId = randomInt(1, 0xffff_ffff)
  const tag = randomInt(0, 256)
  let repeated = false
  const ask = (type: number, answerType: number, payload: Buffer) => {
    const packet = encodeOutside20(type, payload)
    const make = (attempt: number) => {
      repeated ||= attempt > 0
      return packet
    }
    return link.ask(make, (bytes) => handshakeAnswer(bytes, answerType, tag, consoleId), signal, patience)
  }

  const opened = await ask(
    payloadType.openSessionRequest,
    payloadType.openSessionResponse,
    openRequest(tag, consoleId, suite),
  )
  const controllerId = chosen(opened, suite)
  const consoleRandom = randomBytes(16)
  const name = Buffer.from(credentials.username, 'utf8')
  const role = nameOnly | privilege
  const rakp1 = Buffer.concat([
    Buffer.from([tag, 0, 0, 0]),
    u32(controllerId),
    consoleRandom,
    Buffer.from([role, 0, 0, name.length]),
    name,
  ])
  const second = await ask(payloadType.rakp1, payloadType.rakp2, rakp1)
  if (second.length < 40)
    throw new IpmiError('protocol_error', msg`The key exchange failed: RAKP message 2 is too short`)
  const exchange: KeyExchange = {
    suite,
    consoleId,
    controllerId,
    consoleRandom,
    controllerRandom: Buffer.from(second.subarray(8, 24)),
    guid: Buffer.from(second.subarray(24, 40)),
    role,
    username: credentials.username,
  }
  const key = userKey(credentials.password)
  if (!sameCode(rakp2Code(exchange, key), second.subarray(40)))
    throw new IpmiError('password', msg`The controller rejected this password`)

  const keys = sessionKeys(exchange, credentials.channelKey ?? key)
  const rakp3 = Buffer.concat([Buffer.from([tag, 0, 0, 0]), u32(controllerId), rakp3Code(exchange, key)])
  const fourth = await ask(payloadType.rakp3, payloadType.rakp4, rakp3).catch((error: unknown) => {
    // A repeated message 1 may have made the controller choose another random number than the one received.
    if (repeated && error instanceof IpmiError && error.kind === 'password')
      throw new IpmiError('timeout', msg`The messages of the key exchange are out of order`, { cause: error })
    throw error
  })
  if (!sameCode(rakp4Code(exchange, keys.sessionKey), fourth.subarray(8)))
    throw new IpmiError('password', msg`The controller has another channel key (Kg)`)
  return { channel: new SecureChannel(suite, keys, consoleId, controllerId), controllerId, guid: exchange.guid }
}

/** Answers of the key exchange: tag, status, two bytes, the session id of the console, and what follows. */
function handshakeAnswer(bytes: Buffer, type: number, tag: number, consoleId: number): Buffer | null {
  const packet = decodePacket(bytes)
  if (packet?.version !== 2 || packet.payloadType !== type || packet.sessionId !== 0) return null
  const { payload } = packet
  if (payload.length < 8 || payload[0] !== tag || payload.readUInt32LE(4) !== consoleId) {
    // Refusals may be cut short after the status, or not name our session.
    if (payload.length < 2 || payload[0] !== tag || payload[1] === 0) return null
  }
  if (payload[1] !== 0) throw rakpError(payload[1]!)
  return payload
}

const algorithm = (type: number, number: number) => Buffer.from([type, 0, 0, 8, number, 0, 0, 0])

const algorithms = ({ authentication, integrity, confidentiality }: CipherSuite) =>
  Buffer.concat([algorithm(0, authentication), algorithm(1, integrity), algorithm(2, confidentiality)])

/** RMCP+ Open Session Request (13.17); privilege 0 asks for the highest the suite allows. */
const openRequest = (tag: number, consoleId: number, suite: CipherSuite) =>
  Buffer.concat([Buffer.from([tag, 0, 0, 0]), u32(consoleId), algorithms(suite)])

/** The controller's session id, when it took the algorithms we named and no weaker ones (13.18). */
function chosen(answer: Buffer, suite: CipherSuite): number {
  if (answer.length < 36)
    throw new IpmiError('protocol_error', msg`The answer to the opening of a session is too short`)
  const [authentication, integrity, confidentiality] = [16, 24, 32].map((at) => answer[at]! & 0x3f)
  const same =
    authentication === suite.authentication &&
    integrity === suite.integrity &&
    confidentiality === suite.confidentiality
  if (!same) throw new IpmiError('cipher', msg`The controller chose algorithms that were not requested`)
  const controllerId = answer.readUInt32LE(8)
  if (controllerId === 0) throw new IpmiError('protocol_error', msg`The controller gave the session the number zero`)
  return controllerId
}

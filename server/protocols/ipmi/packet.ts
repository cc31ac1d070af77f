import { u16, u32 } from './bytes.ts'

/** RMCP header of an IPMI message without RMCP acknowledge (IPMI 2.0, 13.1.3). */
const rmcpHeader = Buffer.from([0x06, 0x00, 0xff, 0x07])
/** No packet of a controller is longer; what is, is not one. */
export const maxPacket = 1_500

export const authType = { none: 0, md5: 2, rmcpPlus: 6 } as const

/** Payload types of RMCP+ packets (IPMI 2.0, table 13-16). */
export const payloadType = {
  ipmi: 0x00,
  sol: 0x01,
  openSessionRequest: 0x10,
  openSessionResponse: 0x11,
  rakp1: 0x12,
  rakp2: 0x13,
  rakp3: 0x14,
  rakp4: 0x15,
} as const

/** A packet in the format of IPMI 1.5 (IPMI 2.0, table 13-8, left half). */
export type Packet15 = {
  version: 1.5
  authType: number
  sequence: number
  sessionId: number
  /** 16 bytes, or null for packets without authentication. */
  authCode: Buffer | null
  payload: Buffer
}

/** A packet in the format of RMCP+ (IPMI 2.0, table 13-8, right half). */
export type Packet20 = {
  version: 2
  payloadType: number
  encrypted: boolean
  authenticated: boolean
  sessionId: number
  sequence: number
  payload: Buffer
  /** From the authentication type to the end of the packet: what the integrity code covers, and the code itself. */
  session: Buffer
  /** Where the payload ends within `session`. */
  payloadEnd: number
}

/** Takes a packet apart without believing any of its lengths; null for what is no IPMI packet. */
export function decodePacket(bytes: Buffer): Packet15 | Packet20 | null {
  if (bytes.length > maxPacket || bytes.length < 14) return null
  if (bytes[0] !== 0x06 || bytes[3] !== 0x07) return null
  return bytes[4] === authType.rmcpPlus ? decode20(bytes.subarray(4)) : decode15(bytes.subarray(4))
}

function decode15(session: Buffer): Packet15 | null {
  const type = session[0]!
  const lengthAt = type === authType.none ? 9 : 25
  const length = session[lengthAt]
  // Some controllers pad packets of certain lengths by a byte: more is let pass, less is not.
  if (length === undefined || session.length < lengthAt + 1 + length) return null
  return {
    version: 1.5,
    authType: type,
    sequence: session.readUInt32LE(1),
    sessionId: session.readUInt32LE(5),
    authCode: type === authType.none ? null : session.subarray(9, 25),
    payload: session.subarray(lengthAt + 1, lengthAt + 1 + length),
  }
}

function decode20(session: Buffer): Packet20 | null {
  if (session.length < 12) return null
  const type = session[1]! & 0x3f
  // OEM explicit payloads carry two more fields; we speak none.
  if (type === 0x02) return null
  const payloadEnd = 12 + session.readUInt16LE(10)
  if (session.length < payloadEnd) return null
  return {
    version: 2,
    payloadType: type,
    encrypted: (session[1]! & 0x80) !== 0,
    authenticated: (session[1]! & 0x40) !== 0,
    sessionId: session.readUInt32LE(2),
    sequence: session.readUInt32LE(6),
    payload: session.subarray(12, payloadEnd),
    session,
    payloadEnd,
  }
}

/** A packet in the format of IPMI 1.5; payloads of more than 255 bytes do not fit. */
export function encode15(packet: Omit<Packet15, 'version'>): Buffer {
  const code = packet.authCode ?? Buffer.alloc(0)
  const head = [rmcpHeader, Buffer.from([packet.authType]), u32(packet.sequence), u32(packet.sessionId), code]
  return Buffer.concat([...head, Buffer.from([packet.payload.length]), packet.payload])
}

/** The session part of an RMCP+ packet up to the end of its payload: what an integrity code then covers. */
export function encodeSession20(
  packet: Pick<Packet20, 'payloadType' | 'encrypted' | 'authenticated' | 'sessionId' | 'sequence' | 'payload'>,
): Buffer {
  const flags = (packet.encrypted ? 0x80 : 0) | (packet.authenticated ? 0x40 : 0)
  const head = [Buffer.from([authType.rmcpPlus, flags | packet.payloadType]), u32(packet.sessionId)]
  return Buffer.concat([...head, u32(packet.sequence), u16(packet.payload.length), packet.payload])
}

/** Puts the RMCP header before the session part. */
export const withRmcp = (session: Buffer): Buffer => Buffer.concat([rmcpHeader, session])

/** An RMCP+ packet outside any session: key exchange and discovery. */
export const encodeOutside20 = (type: number, payload: Buffer): Buffer =>
  withRmcp(
    encodeSession20({ payloadType: type, encrypted: false, authenticated: false, sessionId: 0, sequence: 0, payload }),
  )

import { createHash } from 'node:crypto'
import { u32 } from './bytes.ts'
import type { Channel, Opened } from './channel.ts'
import { sameCode } from './keys.ts'
import { authType, decodePacket, encode15, encodeOutside20, payloadType } from './packet.ts'
import { SequenceWindow } from './window.ts'

/** Messages outside any session, in the format of IPMI 1.5 or of RMCP+ (IPMI 2.0, 13.14): for discovery. */
export const outsideChannel = (format: 1.5 | 2): Channel => ({
  seal: (type, payload) =>
    format === 2
      ? encodeOutside20(type, payload)
      : encode15({ authType: authType.none, sequence: 0, sessionId: 0, authCode: null, payload }),
  open: openOutside,
})

/** The message of a packet outside any session, whichever format it has. */
export function openOutside(bytes: Buffer): Opened | null {
  const packet = decodePacket(bytes)
  if (packet?.sessionId !== 0) return null
  if (packet.version === 1.5)
    return packet.authType === authType.none ? { type: payloadType.ipmi, payload: packet.payload } : null
  if (packet.encrypted || packet.authenticated) return null
  return { type: packet.payloadType, payload: packet.payload }
}

/** MD5 authentication code of IPMI 1.5 (IPMI 2.0, 22.17.1): password, session id, data, sequence number, password. */
export function md5Code(password: Buffer, sessionId: number, sequence: number, payload: Buffer): Buffer {
  const hash = createHash('md5').update(password).update(u32(sessionId)).update(payload)
  return hash.update(u32(sequence)).update(password).digest()
}

/** The password in 16 bytes, as IPMI 1.5 wants it. */
export function password15(password: string): Buffer {
  const bytes = Buffer.alloc(16)
  Buffer.from(password, 'utf8').copy(bytes)
  return bytes
}

/** A session of IPMI 1.5: packets are signed with MD5 and readable. Only for controllers that cannot do better. */
export class Md5Channel implements Channel {
  readonly #password: Buffer
  readonly #window = new SequenceWindow()
  #sessionId: number
  #sequence: number

  /** @param sequence number of the first packet to the controller; 0 while the session is being activated */
  constructor(password: string, sessionId: number, sequence: number) {
    this.#password = password15(password)
    this.#sessionId = sessionId
    this.#sequence = sequence
  }

  /** The session id and first sequence number that Activate Session gave (22.17). */
  activated(sessionId: number, sequence: number): void {
    this.#sessionId = sessionId
    this.#sequence = sequence
  }

  seal(_type: number, payload: Buffer): Buffer {
    const sequence = this.#sequence
    // Zero stays zero until the controller has given us a number.
    if (sequence !== 0) this.#sequence = sequence === 0xffff_ffff ? 1 : sequence + 1
    const authCode = md5Code(this.#password, this.#sessionId, sequence, payload)
    return encode15({ authType: authType.md5, sequence, sessionId: this.#sessionId, authCode, payload })
  }

  open(bytes: Buffer): Opened | null {
    const packet = decodePacket(bytes)
    if (packet?.version !== 1.5 || packet.sessionId !== this.#sessionId || !packet.authCode) return null
    // The answer to Activate Session is not counted: the packet after it may have the same number.
    const counted = this.#sequence !== 0
    if (packet.authType !== authType.md5 || (counted && !this.#window.isNew(packet.sequence))) return null
    const expected = md5Code(this.#password, packet.sessionId, packet.sequence, packet.payload)
    if (!sameCode(expected, packet.authCode)) return null
    if (counted) this.#window.accept(packet.sequence)
    return { type: payloadType.ipmi, payload: packet.payload }
  }
}

import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { integrityCode, type SessionKeys, sameCode } from './keys.ts'
import { decodePacket, encodeSession20, type Packet20, withRmcp } from './packet.ts'
import type { CipherSuite } from './suites.ts'
import { SequenceWindow } from './window.ts'

/** What a packet carried, once it proved to be of this session, genuine and new. */
export type Opened = { type: number; payload: Buffer }

/** How payloads of one session become packets and come out of them. */
export type Channel = {
  /** Makes the packet for a payload; every call uses a sequence number of its own, repetitions too. */
  seal(type: number, payload: Buffer): Buffer
  /** The payload of a packet, or null for what is not of this session, forged, or a replay. */
  open(bytes: Buffer): Opened | null
}

/** Numbers are not used up within a session's life; near the end another one is opened. */
const lastSequence = 0xffff_ff00

/** Payloads under the suite's integrity and confidentiality algorithms (IPMI 2.0, 13.28, 13.29). */
export class SecureChannel implements Channel {
  readonly #suite: CipherSuite
  // Made once: a key that comes as bytes costs Node four times as much a packet.
  readonly #integrityKey: KeyObject
  readonly #cipherKey: KeyObject
  readonly #ownId: number
  readonly #peerId: number
  readonly #window = new SequenceWindow()
  #sequence = 0

  /** @param ownId session id that packets to us carry @param peerId the one that packets from us carry */
  constructor(suite: CipherSuite, keys: SessionKeys, ownId: number, peerId: number) {
    this.#suite = suite
    this.#integrityKey = createSecretKey(keys.integrityKey)
    this.#cipherKey = createSecretKey(keys.cipherKey)
    this.#ownId = ownId
    this.#peerId = peerId
  }

  /** @throws RangeError when the session has sent four thousand million packets */
  seal(type: number, payload: Buffer): Buffer {
    if (this.#sequence >= lastSequence) throw new RangeError('The sequence numbers of this session are used up')
    const { encrypts, integrityLength } = this.#suite
    const head = encodeSession20({
      payloadType: type,
      encrypted: encrypts,
      authenticated: integrityLength > 0,
      sessionId: this.#peerId,
      sequence: ++this.#sequence,
      payload: encrypts ? encrypt(this.#cipherKey, payload) : payload,
    })
    if (integrityLength === 0) return withRmcp(head)
    // Integrity pad: with pad length and next header (07h) the covered part is a multiple of four bytes.
    const padding = (4 - ((head.length + 2) % 4)) % 4
    const covered = Buffer.concat([head, Buffer.alloc(padding, 0xff), Buffer.from([padding, 0x07])])
    return withRmcp(Buffer.concat([covered, integrityCode(this.#suite, this.#integrityKey, covered)]))
  }

  open(bytes: Buffer): Opened | null {
    const packet = decodePacket(bytes)
    if (packet?.version !== 2 || packet.sessionId !== this.#ownId) return null
    const { encrypts, integrityLength } = this.#suite
    if (packet.encrypted !== encrypts || packet.authenticated !== integrityLength > 0) return null
    if (!this.#window.isNew(packet.sequence) || !this.#genuine(packet)) return null
    this.#window.accept(packet.sequence)
    const payload = encrypts ? decrypt(this.#cipherKey, packet.payload) : packet.payload
    return payload && { type: packet.payloadType, payload }
  }

  #genuine({ session, payloadEnd }: Packet20): boolean {
    const { integrityLength } = this.#suite
    if (integrityLength === 0) return true
    const end = session.length - integrityLength
    // Between payload and code there are at least pad length and next header.
    if (end < payloadEnd + 2) return false
    const expected = integrityCode(this.#suite, this.#integrityKey, session.subarray(0, end))
    return sameCode(expected, session.subarray(end))
  }
}

/** AES-CBC-128 with the pad 1, 2, 3, … n, n (IPMI 2.0, 13.29). */
function encrypt(key: KeyObject, payload: Buffer): Buffer {
  const padding = (16 - ((payload.length + 1) % 16)) % 16
  const pad = Buffer.from([...Array.from({ length: padding }, (_, i) => i + 1), padding])
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false)
  return Buffer.concat([iv, cipher.update(payload), cipher.update(pad), cipher.final()])
}

function decrypt(key: KeyObject, bytes: Buffer): Buffer | null {
  if (bytes.length < 32 || bytes.length % 16 !== 0) return null
  const decipher = createDecipheriv('aes-128-cbc', key, bytes.subarray(0, 16)).setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()])
  const padding = plain[plain.length - 1]!
  return padding > 15 ? null : plain.subarray(0, plain.length - 1 - padding)
}

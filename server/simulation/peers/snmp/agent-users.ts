import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { BerReader, element, integerElement, tag } from '../../../protocols/snmp/ber.ts'
import { type AgentPdu, decodePdu, encodePdu, pair } from './agent-pdu.ts'

/** A user of an agent (RFC 3414): signs, and encrypts when privacy is set; nothing less is answered. */
export type AgentUser = {
  name: string
  auth: { protocol: 'md5' | 'sha'; password: string }
  privacy: { protocol: 'aes'; password: string } | null
  /** May set. */
  writes: boolean
}

type Keys = AgentUser & { authKey: Buffer; privacyKey: Buffer | null }
type Header = {
  msgID: number
  flags: number
  engine: Buffer
  boots: number
  time: number
  user: string
  signature: Buffer
  salt: Buffer
  data: { type: number; content: Buffer }
}
/** What a message is sealed with: nothing, a signature, or both. */
type Seal = { keys: Keys; encrypted: boolean } | null

const flag = { auth: 1, privacy: 2, reportable: 4 }
const report = 0xa8
/** usmStats of RFC 3414, and snmpUnknownContexts of RFC 3413. */
const usm = (arc: number) => [1, 3, 6, 1, 6, 3, 15, 1, 1, arc, 0]
const reports = {
  levels: usm(1),
  timeWindow: usm(2),
  userNames: usm(3),
  engines: usm(4),
  digests: usm(5),
  decryption: usm(6),
  contexts: [1, 3, 6, 1, 6, 3, 12, 1, 5, 0],
}
const WINDOW_S = 150
const SIGNATURE = 12
const hashes = { md5: 'md5', sha: 'sha1' } as const

/** The key of a password at an engine (RFC 3414, A.2). */
export function localizedKey(protocol: 'md5' | 'sha', password: string, engine: Buffer): Buffer {
  const hash = hashes[protocol]
  const text = Buffer.from(password)
  if (text.length === 0) throw new Error('A password is needed')
  const long = Buffer.alloc(1_048_576, text)
  const key = createHash(hash).update(long).digest()
  return createHash(hash).update(key).update(engine).update(key).digest()
}

/** @throws BerError */
function decodeHeader(packet: Buffer): Header {
  const message = new BerReader(new BerReader(packet).read(tag.sequence).content)
  message.integer()
  const head = new BerReader(message.read(tag.sequence).content)
  const msgID = head.integer()
  head.integer()
  const flags = head.read(tag.octets).content[0] ?? 0
  const security = new BerReader(new BerReader(message.read(tag.octets).content).read(tag.sequence).content)
  return {
    msgID,
    flags,
    engine: security.read(tag.octets).content,
    boots: security.integer(),
    time: security.integer(),
    user: security.read(tag.octets).content.toString('utf8'),
    signature: security.read(tag.octets).content,
    salt: security.read(tag.octets).content,
    data: message.read(),
  }
}

/** The user-based security model of an agent of version 3: who may ask, and messages signed and encrypted (AES, RFC 3826). */
export class AgentUsers {
  /** Stays the same for a name, as a device's does. */
  readonly engine: Buffer
  readonly #users: ReadonlyMap<string, Keys>
  // An engine that began anew has to count on; the clock does so without being kept anywhere.
  readonly #boots = Math.floor(Date.now() / 1000) & 0x7fffffff
  readonly #started = performance.now()
  readonly #counts = new Map<readonly number[], number>()

  constructor(users: readonly AgentUser[], name: string) {
    // RFC 3411: net-snmp's enterprise, a text of the administrator's.
    this.engine = Buffer.concat([Buffer.from('80001f8804', 'hex'), Buffer.from(name).subarray(0, 27)])
    this.#users = new Map(
      users.map((user) => {
        const key = (password: string) => localizedKey(user.auth.protocol, password, this.engine)
        const privacyKey = user.privacy && key(user.privacy.password).subarray(0, 16)
        return [user.name, { ...user, authKey: key(user.auth.password), privacyKey }]
      }),
    )
  }

  /**
   *
   * Answers a message with the result of `act` for its PDU, or with a report of what is wrong with it; null for no
   * answer.
   * @throws BerError
   */
  answer(packet: Buffer, act: (pdu: AgentPdu, context: string, writer: boolean) => Buffer | null): Buffer | null {
    const header = decodeHeader(packet)
    const complain = (oid: readonly number[], seal: Seal = null, id = 0) => {
      const count = (this.#counts.get(oid) ?? 0) + 1
      this.#counts.set(oid, count)
      if (!(header.flags & flag.reportable)) return null
      const told = encodePdu(report, id, 0, 0, [pair(oid, integerElement(count, tag.counter))])
      return this.#encode(header, seal, told, Buffer.alloc(0))
    }
    if (!header.engine.equals(this.engine)) return complain(reports.engines)
    const keys = this.#users.get(header.user)
    if (!keys) return complain(reports.userNames)
    const encrypted = (header.flags & flag.privacy) !== 0
    if (!(header.flags & flag.auth) || encrypted !== (keys.privacyKey !== null)) return complain(reports.levels)
    if (!isSigned(packet, header.signature, keys)) return complain(reports.digests)
    const late = header.boots !== this.#boots || Math.abs(header.time - this.#time()) > WINDOW_S
    if (late) return complain(reports.timeWindow, { keys, encrypted: false })
    const scoped = keys.privacyKey ? decrypted(header, keys.privacyKey) : header.data.content
    if (!scoped) return complain(reports.decryption, { keys, encrypted: false })
    const parts = new BerReader(scoped)
    parts.read(tag.octets)
    const context = parts.read(tag.octets).content
    const pdu = decodePdu(parts.read())
    const seal = { keys, encrypted }
    const said = act(pdu, context.toString('utf8'), keys.writes)
    return said ? this.#encode(header, seal, said, context) : complain(reports.contexts, seal, pdu.id)
  }

  #time = () => Math.floor((performance.now() - this.#started) / 1000)

  #encode({ msgID, user }: Header, seal: Seal, pdu: Buffer, context: Buffer): Buffer {
    const octets = (content: Uint8Array) => element(tag.octets, content)
    const time = this.#time()
    const key = seal?.encrypted ? seal.keys.privacyKey : null
    const salt = key ? randomBytes(8) : Buffer.alloc(0)
    const scoped = element(tag.sequence, octets(this.engine), octets(context), pdu)
    const cipher = key && createCipheriv('aes-128-cfb', key, initial(this.#boots, time, salt))
    const flags = (seal ? flag.auth : 0) | (key ? flag.privacy : 0)
    const head = element(
      tag.sequence,
      integerElement(msgID),
      integerElement(65_507),
      octets(Uint8Array.of(flags)),
      integerElement(3),
    )
    const security = element(
      tag.sequence,
      octets(this.engine),
      integerElement(this.#boots),
      integerElement(time),
      octets(Buffer.from(seal ? user : '')),
      octets(Buffer.alloc(seal ? SIGNATURE : 0)),
      octets(salt),
    )
    const data = cipher ? octets(Buffer.concat([cipher.update(scoped), cipher.final()])) : scoped
    const packet = element(tag.sequence, integerElement(3), head, octets(security), data)
    // The message is signed with zeros where the signature comes.
    if (seal) decodeHeader(packet).signature.set(signatureOf(packet, seal.keys))
    return packet
  }
}

const initial = (boots: number, time: number, salt: Buffer) => {
  const clock = Buffer.alloc(8)
  clock.writeUInt32BE(boots)
  clock.writeUInt32BE(time, 4)
  return Buffer.concat([clock, salt])
}

const signatureOf = (packet: Buffer, { auth, authKey }: Keys) =>
  createHmac(hashes[auth.protocol], authKey).update(packet).digest().subarray(0, SIGNATURE)

/** @param signature part of the packet itself */
function isSigned(packet: Buffer, signature: Buffer, keys: Keys): boolean {
  if (signature.length !== SIGNATURE) return false
  const blank = Buffer.from(packet)
  const at = signature.byteOffset - packet.byteOffset
  blank.fill(0, at, at + SIGNATURE)
  return timingSafeEqual(signatureOf(blank, keys), signature)
}

/** The content of the scoped PDU, or null when it is none. */
function decrypted({ boots, time, salt, data }: Header, key: Buffer): Buffer | null {
  if (salt.length !== 8 || data.type !== tag.octets) return null
  const cipher = createDecipheriv('aes-128-cfb', key, initial(boots, time, salt))
  try {
    return new BerReader(Buffer.concat([cipher.update(data.content), cipher.final()])).read(tag.sequence).content
  } catch {
    return null
  }
}

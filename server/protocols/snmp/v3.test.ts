import { createCipheriv } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { inspect } from 'node:util'
import snmp from 'net-snmp'
import { afterEach, describe, expect, it } from 'vitest'
import { BerReader, element, integerElement, oidElement, tag } from './ber.ts'
import { installDes } from './des.ts'
import { SnmpSession } from './session.ts'

const engineID = Buffer.from('80001f8880e9630000d61ff449', 'hex')
const report = 0xa8
const usmStats = [1, 3, 6, 1, 6, 3, 15, 1, 1]
const sysName = '1.3.6.1.2.1.1.5.0'

type Request = { msgID: number; flags: number; user: string; requestId: number | null }

function decode(packet: Buffer): Request {
  const message = new BerReader(new BerReader(packet).read(tag.sequence).content)
  message.integer()
  const header = new BerReader(message.read(tag.sequence).content)
  const msgID = header.integer()
  header.integer()
  const flags = header.read(tag.octets).content[0] ?? 0
  const security = new BerReader(new BerReader(message.read(tag.octets).content).read(tag.sequence).content)
  security.read()
  security.read()
  security.read()
  const user = security.read().content.toString()
  if (flags & 2) return { msgID, flags, user, requestId: null }
  const scoped = new BerReader(message.read(tag.sequence).content)
  scoped.read()
  scoped.read()
  return { msgID, flags, user, requestId: new BerReader(scoped.read().content).integer() }
}

/** A version 3 message without security; `boots` and `time` are what it says of the engine's clock. */
function plainMessage({ msgID, requestId }: Request, type: number, varbind: Buffer, clock = [1, 100]): Buffer {
  const [boots = 0, time = 0] = clock
  const header = element(
    tag.sequence,
    integerElement(msgID),
    integerElement(65_507),
    element(tag.octets, Buffer.from([0])),
    integerElement(3),
  )
  const none = element(tag.octets)
  const engine = element(tag.octets, engineID)
  const security = element(tag.sequence, engine, integerElement(boots), integerElement(time), none, none, none)
  const zero = integerElement(0)
  const pdu = element(type, integerElement(requestId ?? 0), zero, zero, element(tag.sequence, varbind))
  const scoped = element(tag.sequence, engine, none, pdu)
  return element(tag.sequence, integerElement(3), header, element(tag.octets, security), scoped)
}

const stats = (arc: number) => element(tag.sequence, oidElement([...usmStats, arc, 0]), integerElement(1, tag.counter))
const name = element(
  tag.sequence,
  oidElement(sysName.split('.').map(Number)),
  element(tag.octets, Buffer.from('forged')),
)

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function against(respond: (request: Request, count: number) => Buffer) {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  let count = 0
  socket.on('message', (packet, from) => {
    count += 1
    socket.send(respond(decode(packet), count), from.port, from.address)
  })
  const credentials = {
    version: 3,
    user: 'operator',
    auth: { protocol: 'sha', password: 'authpass123' },
    privacy: { protocol: 'des', password: 'privpass123' },
  } as const
  const session = new SnmpSession(
    { address: '127.0.0.1', port: socket.address().port, credentials },
    { answerMs: 1_000, retries: 0 },
  )
  closers.push(
    () => session.close(),
    () => socket.close(),
  )
  return { session, asked: () => count }
}

describe('version 3 against strangers', () => {
  it('does not take a plain answer to a signed and encrypted request', async () => {
    const { session } = await against((request) =>
      request.user === '' ? plainMessage(request, report, stats(4)) : plainMessage(request, tag.response, name),
    )
    await expect(session.get([sysName], AbortSignal.timeout(5_000))).rejects.toMatchObject({
      kind: 'protocol_error',
      message: expect.stringMatching(/not signed/),
    })
  })

  it('does not follow reports without end', async () => {
    const { session, asked } = await against((request) => plainMessage(request, report, stats(4), [0, 0]))
    await expect(session.get([sysName], AbortSignal.timeout(5_000))).rejects.toMatchObject({ kind: 'protocol_error' })
    expect(asked()).toBeLessThan(8)
  })

  it('says in words what a report means', async () => {
    const { session } = await against((request) => plainMessage(request, report, stats(request.user === '' ? 4 : 3)))
    const error = await session.get([sysName], AbortSignal.timeout(5_000)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'auth', message: 'The agent does not know this user' })
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/authpass|privpass/)
  })
})

describe('DES', () => {
  it('is what RFC 3414 says, without the cipher OpenSSL 3 hides', () => {
    installDes()
    installDes()
    const algorithm = snmp.Encryption.algorithms[snmp.PrivProtocols.des ?? '']!
    const sha = snmp.AuthProtocols.sha ?? ''
    const des = snmp.PrivProtocols.des ?? ''
    const engine = { engineID, engineBoots: 1, engineTime: 1 }
    const pdu = Buffer.from('a scoped PDU of some length')
    const { encryptedPdu, msgPrivacyParameters } = algorithm.encryptPdu(pdu, des, 'maplesyrup', sha, engine)
    expect(encryptedPdu.length).toBe(32)
    const opened = algorithm.decryptPdu(encryptedPdu, des, msgPrivacyParameters, 'maplesyrup', sha, engine)
    expect(opened.subarray(0, pdu.length)).toEqual(pdu)

    // RFC 3414, A.3.2: the localized key of "maplesyrup"; the first half is DES key, the second the pre-IV.
    const rfcEngine = Buffer.from('000000000000000000000002', 'hex')
    const key = snmp.Authentication.passwordToKey(sha, 'maplesyrup', rfcEngine)
    expect(key.toString('hex')).toBe('6695febc9288e36282235fc7151f128497b38f3f')
    // FIPS 81's ECB example: the same cipher, one block.
    const des3 = Buffer.from('0123456789abcdef'.repeat(3), 'hex')
    const cipher = createCipheriv('des-ede3-cbc', des3, Buffer.alloc(8)).setAutoPadding(false)
    expect(cipher.update(Buffer.from('Now is t')).toString('hex')).toBe('3fa40e8a984d4815')
  })
})

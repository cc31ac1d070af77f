import { describe, expect, it } from 'vitest'
import { SecureChannel } from './channel.ts'
import { type KeyExchange, rakp2Code, rakp3Code, rakp4Code, sessionKeys, userKey } from './keys.ts'
import { decodeMessage } from './message.ts'
import { decodePacket, type Packet20 } from './packet.ts'
import { cipherSuite } from './suites.ts'
import { SequenceWindow } from './window.ts'

// A conversation with OpenIPMI 2.0.33, user ADMIN, password admin-secret, cipher suite 3: key exchange, two requests, two answers.
const packets = [
  '0600ff07061000000000000000002000a20000006bfdffb4000000080100000001000008010000000200000801000000',
  '0600ff07061100000000000000002400a20000006bfdffb402000000000000080100000001000008010000000200000801000000',
  '0600ff07061200000000000000002100a2000000020000003a7509da4db634a601b7791b611811551400000541444d494e',
  '0600ff07061300000000000000003c00a20000006bfdffb4a9faadee2e8cc5a40222bf062a142bfb4441544148414c4c2d4c41422d424d00458eaf07a7dbee1da6e60cd50358eeffd5c3f1f0',
  '0600ff07061400000000000000001c00a2000000020000005918dfdeda6287e9c873faa987525f42146e9f13',
  '0600ff07061500000000000000001400a20000006bfdffb4ce48cd46f0c763e5c08f8dbd',
  '0600ff0706c0020000000100000020002be511e899cf8a0cf6f94154f1b408c255a7d191147917e3a6a521448b14afc2ffff02074d6e6eda3fb34d46d78c80a2',
  '0600ff0706c06bfdffb40100000020008314c21859bee56d2d7d9391641e63c73b284e7be9232983148e2207a7ff93a5ffff02075cf0a78fc93fe30e03728191',
  '0600ff0706c002000000020000002000d7a5ca1dba3e890b3644934ed1232e148b61c4e852605c58a914d0c7ecb93171ffff02075af2c33a840769fd7ff6edc9',
  '0600ff0706c06bfdffb402000000200077c8b54bea9daca9be416ecb232a5453f47a304a5ed31186c31ef74e7b559a14ffff02074b83cefbba1a5a9f790b7b09',
].map((text) => Buffer.from(text, 'hex'))

const at = (index: number) => (decodePacket(packets[index]!) as Packet20).payload
const suite = cipherSuite(3)!
const key = userKey('admin-secret')
const exchange: KeyExchange = {
  suite,
  consoleId: at(0).readUInt32LE(4),
  controllerId: at(1).readUInt32LE(8),
  consoleRandom: at(2).subarray(8, 24),
  controllerRandom: at(3).subarray(8, 24),
  guid: at(3).subarray(24, 40),
  role: 0x14,
  username: 'ADMIN',
}
const keys = sessionKeys(exchange, key)
const forConsole = () => new SecureChannel(suite, keys, exchange.consoleId, exchange.controllerId)
const forController = () => new SecureChannel(suite, keys, exchange.controllerId, exchange.consoleId)

describe('a recorded session', () => {
  it('has the key exchange codes that we compute', () => {
    expect(rakp2Code(exchange, key)).toEqual(at(3).subarray(40))
    expect(rakp3Code(exchange, key)).toEqual(at(4).subarray(8))
    expect(rakp4Code(exchange, keys.sessionKey)).toEqual(at(5).subarray(8))
    expect(rakp2Code(exchange, userKey('admin-secreT'))).not.toEqual(at(3).subarray(40))
  })

  it('opens with the keys', () => {
    const [ours, theirs] = [forController(), forConsole()]
    const messages = [6, 7, 8, 9].map((index) => {
      const opened = (index % 2 === 0 ? ours : theirs).open(packets[index]!)
      return decodeMessage(opened!.payload)
    })
    expect(messages.map((message) => [message!.netFn, message!.command])).toEqual([
      [6, 0x3b],
      [7, 0x3b],
      [0, 1],
      [1, 1],
    ])
    expect([...messages[3]!.data].slice(0, 2)).toEqual([0, 0])
  })

  it('does not open twice, nor with any byte changed, nor for others', () => {
    const theirs = forConsole()
    expect(theirs.open(packets[7]!)).not.toBeNull()
    expect(theirs.open(packets[7]!)).toBeNull()
    expect(forController().open(packets[7]!)).toBeNull()
    for (let byte = 4; byte < packets[7]!.length; byte++) {
      const changed = Buffer.from(packets[7]!)
      changed[byte]! ^= 0x01
      expect(forConsole().open(changed)).toBeNull()
    }
    for (let length = 0; length < packets[7]!.length; length++)
      expect(forConsole().open(packets[7]!.subarray(0, length))).toBeNull()
  })
})

describe('sequence numbers', () => {
  it('count once, within 31 behind the highest', () => {
    const window = new SequenceWindow()
    const take = (sequence: number) => {
      const isNew = window.isNew(sequence)
      if (isNew) window.accept(sequence)
      return isNew
    }
    expect([0, 1, 1, 40, 9, 8, 9, 10, 72, 41, 40, 41].map(take)).toEqual([
      false,
      true,
      false,
      true,
      true,
      false,
      false,
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

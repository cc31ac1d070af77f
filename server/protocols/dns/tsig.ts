import { createHmac, timingSafeEqual } from 'node:crypto'
import { msg } from '../../shared/text.ts'
import { DnsError } from './errors.ts'
import { CLASS, encodeRecord, type Message, TYPE } from './message.ts'
import { encodeName, readName } from './names.ts'

/** Algorithms of RFC 8945 that are safe, with Node's names for their hashes. */
const hashes = { 'hmac-sha256': 'sha256', 'hmac-sha384': 'sha384', 'hmac-sha512': 'sha512' } as const
export type TsigAlgorithm = keyof typeof hashes

export type TsigKey = { name: string; algorithm: TsigAlgorithm; secret: Buffer }

/** Seconds by which the clocks may differ, as RFC 8945 recommends. */
const FUDGE = 300
const ERRORS = { BADSIG: 16, BADKEY: 17, BADTIME: 18, BADTRUNC: 22 } as const

type Fields = { time: number; fudge: number; mac: Buffer; originalId: number; error: number; other: Buffer }

function timeBytes(seconds: number, fudge: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUIntBE(seconds, 0, 6)
  bytes.writeUInt16BE(fudge, 6)
  return bytes
}

const sized = (data: Buffer) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  return Buffer.concat([length, data])
}

const number16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** What is signed beside the message itself (RFC 8945, 4.3.3). */
function variables(key: TsigKey, { time, fudge, error, other }: Fields): Buffer {
  const classAndTtl = Buffer.from([0, CLASS.ANY, 0, 0, 0, 0])
  const names = [encodeName(key.name), classAndTtl, encodeName(key.algorithm)]
  return Buffer.concat([...names, timeBytes(time, fudge), number16(error), sized(other)])
}

const macOf = (key: TsigKey, parts: readonly Buffer[]) =>
  parts.reduce((hmac, part) => hmac.update(part), createHmac(hashes[key.algorithm], key.secret)).digest()

/** Appends a signature to a message. @param now seconds since 1970 */
export function sign(message: Buffer, key: TsigKey, now: number): { bytes: Buffer; mac: Buffer } {
  const originalId = message.readUInt16BE(0)
  const fields: Fields = { time: now, fudge: FUDGE, mac: Buffer.alloc(0), originalId, error: 0, other: Buffer.alloc(0) }
  const mac = macOf(key, [message, variables(key, fields)])
  const data = Buffer.concat([
    encodeName(key.algorithm),
    timeBytes(now, FUDGE),
    sized(mac),
    number16(originalId),
    number16(0),
    sized(Buffer.alloc(0)),
  ])
  const counted = Buffer.from(message)
  counted.writeUInt16BE(counted.readUInt16BE(10) + 1, 10)
  const record = encodeRecord({ name: key.name, type: TYPE.TSIG, class: CLASS.ANY, ttl: 0, data })
  return { bytes: Buffer.concat([counted, record]), mac }
}

function readFields(data: Buffer): Fields & { algorithm: string } {
  const { name: algorithm, end } = readName(data, 0)
  const broken = () => new DnsError('protocol_error', msg`The name server returned a malformed signature`)
  if (end + 10 > data.length) throw broken()
  const macEnd = end + 10 + data.readUInt16BE(end + 8)
  if (macEnd + 6 > data.length || macEnd + 6 + data.readUInt16BE(macEnd + 4) !== data.length) throw broken()
  return {
    algorithm,
    time: data.readUIntBE(end, 6),
    fudge: data.readUInt16BE(end + 6),
    mac: data.subarray(end + 10, macEnd),
    originalId: data.readUInt16BE(macEnd),
    error: data.readUInt16BE(macEnd + 2),
    other: data.subarray(macEnd + 6),
  }
}

/**
 * Judges the signature of an answer.
 * @param mac of the request that is answered @param now seconds since 1970
 * @throws DnsError `key` when the server does not accept ours, `clock` when the clocks differ, `signature` when the answer is not signed with our key
 */
export function verify(bytes: Buffer, message: Message, key: TsigKey, mac: Buffer, now: number): void {
  const record = message.additional.at(-1)
  const unsigned = msg`The answer of the name server is not signed with the key ${key.name}`
  if (record?.type !== TYPE.TSIG) {
    // Servers that do not know the key may answer without a signature of their own.
    if (message.code === 9)
      throw new DnsError('key', msg`The name server does not accept the key ${key.name}`, { code: 9 })
    throw new DnsError('signature', unsigned)
  }
  const fields = readFields(record.data)
  rejectError(fields, key, now)
  const sameKey = encodeName(record.name).equals(encodeName(key.name)) && fields.algorithm === key.algorithm
  if (!sameKey || record.class !== CLASS.ANY || record.ttl !== 0) throw new DnsError('signature', unsigned)
  const body = Buffer.from(bytes.subarray(0, record.at))
  body.writeUInt16BE(fields.originalId, 0)
  body.writeUInt16BE(body.readUInt16BE(10) - 1, 10)
  const expected = macOf(key, [sized(mac), body, variables(key, fields)])
  if (fields.mac.length !== expected.length || !timingSafeEqual(fields.mac, expected))
    throw new DnsError('signature', msg`The signature of the name server's answer is wrong`)
  const away = Math.abs(fields.time - now)
  if (away > Math.min(fields.fudge, FUDGE)) throw clockError(away)
}

const clockError = (seconds: number) =>
  new DnsError('clock', msg`The clocks of the name server and the panel differ by ${seconds} s, more than ${FUDGE} s`)

function rejectError({ error, other, time }: Fields, key: TsigKey, now: number): void {
  if (error === 0) return
  if (error === ERRORS.BADTIME) throw clockError(Math.abs((other.length === 6 ? other.readUIntBE(0, 6) : time) - now))
  if (error === ERRORS.BADKEY)
    throw new DnsError('key', msg`The name server does not know the key ${key.name} with ${key.algorithm}`, { code: 9 })
  if (error === ERRORS.BADSIG)
    throw new DnsError('key', msg`The name server has another secret for the key ${key.name}`, { code: 9 })
  throw new DnsError('key', msg`The name server rejected the signature with error ${error}`, { code: 9 })
}

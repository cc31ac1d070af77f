import { msg } from '../../shared/text.ts'
import { DnsError } from './errors.ts'
import { encodeName, readName } from './names.ts'

/** Numbers of RFC 1035, 2136 and 8945. */
export const TYPE = { NS: 2, CNAME: 5, SOA: 6, PTR: 12, TSIG: 250 } as const
export const CLASS = { IN: 1, NONE: 254, ANY: 255 } as const
export const OPCODE = { QUERY: 0, UPDATE: 5 } as const

export type Question = { name: string; type: number; class: number }
/** `data` as sent; what it holds is in `target` for types that hold one name (NS, CNAME, PTR). */
export type ResourceRecord = Question & { ttl: number; data: Buffer; target: string | null; at: number }

export type Message = {
  id: number
  isAnswer: boolean
  opcode: number
  authoritative: boolean
  truncated: boolean
  code: number
  questions: Question[]
  answers: ResourceRecord[]
  authorities: ResourceRecord[]
  additional: ResourceRecord[]
}

const targeted: ReadonlySet<number> = new Set([TYPE.NS, TYPE.CNAME, TYPE.PTR])
const short = () => new DnsError('protocol_error', msg`The name server returned a message that ends too early`)

/** A record to send. */
export type Record = Question & { ttl: number; data: Buffer }

function header(id: number, opcode: number, counts: readonly [number, number, number, number]): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(id, 0)
  bytes.writeUInt16BE(opcode << 11, 2)
  counts.forEach((count, i) => {
    bytes.writeUInt16BE(count, 4 + 2 * i)
  })
  return bytes
}

function encodeQuestion(question: Question): Buffer {
  const tail = Buffer.alloc(4)
  tail.writeUInt16BE(question.type, 0)
  tail.writeUInt16BE(question.class, 2)
  return Buffer.concat([encodeName(question.name), tail])
}

export function encodeRecord(record: Record): Buffer {
  const tail = Buffer.alloc(6)
  tail.writeUInt32BE(record.ttl, 0)
  tail.writeUInt16BE(record.data.length, 4)
  return Buffer.concat([encodeQuestion(record), tail, record.data])
}

/** A question to a server that holds the zone itself: recursion is not asked for. */
export const encodeQuery = (id: number, question: Question): Buffer =>
  Buffer.concat([header(id, OPCODE.QUERY, [1, 0, 0, 0]), encodeQuestion(question)])

/** An update of a zone (RFC 2136): all of the changes or none. */
export const encodeUpdate = (id: number, zone: string, updates: readonly Record[]): Buffer =>
  Buffer.concat([
    header(id, OPCODE.UPDATE, [1, 0, updates.length, 0]),
    encodeQuestion({ name: zone, type: TYPE.SOA, class: CLASS.IN }),
    ...updates.map(encodeRecord),
  ])

/** Removes all records of a type from a name (RFC 2136, 2.5.2). */
export const removal = (name: string, type: number): Record => ({
  name,
  type,
  class: CLASS.ANY,
  ttl: 0,
  data: Buffer.alloc(0),
})

/** Adds a record whose data is one name (RFC 2136, 2.5.1). */
export const addition = (name: string, type: number, ttl: number, target: string): Record => ({
  name,
  type,
  class: CLASS.IN,
  ttl,
  data: encodeName(target),
})

function readQuestion(bytes: Buffer, offset: number): { question: Question; end: number } {
  const { name, end } = readName(bytes, offset)
  if (end + 4 > bytes.length) throw short()
  return { question: { name, type: bytes.readUInt16BE(end), class: bytes.readUInt16BE(end + 2) }, end: end + 4 }
}

function readRecord(bytes: Buffer, offset: number): { record: ResourceRecord; end: number } {
  const { question, end: at } = readQuestion(bytes, offset)
  if (at + 6 > bytes.length) throw short()
  const from = at + 6
  const end = from + bytes.readUInt16BE(at + 4)
  if (end > bytes.length) throw short()
  const hasTarget = targeted.has(question.type) && end > from
  const target = hasTarget ? readName(bytes, from) : null
  if (target && target.end !== end) throw new DnsError('protocol_error', msg`The name server returned a malformed name`)
  const data = Buffer.from(bytes.subarray(from, end))
  return {
    record: { ...question, ttl: bytes.readUInt32BE(at), data, target: target?.name ?? null, at: offset },
    end,
  }
}

/** Reads a whole message; nothing may follow it. @throws DnsError protocol_error */
export function decodeMessage(bytes: Buffer): Message {
  if (bytes.length < 12) throw short()
  const flags = bytes.readUInt16BE(2)
  let at = 12
  const section = <T>(count: number, read: (from: number) => { value: T; end: number }): T[] =>
    Array.from({ length: count }, () => {
      const { value, end } = read(at)
      at = end
      return value
    })
  const records = (count: number) =>
    section(count, (from) => {
      const { record, end } = readRecord(bytes, from)
      return { value: record, end }
    })
  const questions = section(bytes.readUInt16BE(4), (from) => {
    const { question, end } = readQuestion(bytes, from)
    return { value: question, end }
  })
  const answers = records(bytes.readUInt16BE(6))
  const authorities = records(bytes.readUInt16BE(8))
  const additional = records(bytes.readUInt16BE(10))
  if (at !== bytes.length)
    throw new DnsError('protocol_error', msg`The name server returned a message with something behind its end`)
  return {
    id: bytes.readUInt16BE(0),
    isAnswer: (flags & 0x8000) !== 0,
    opcode: (flags >> 11) & 0xf,
    authoritative: (flags & 0x0400) !== 0,
    truncated: (flags & 0x0200) !== 0,
    code: flags & 0xf,
    questions,
    answers,
    authorities,
    additional,
  }
}

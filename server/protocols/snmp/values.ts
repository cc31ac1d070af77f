import snmp, { type WireVarbind } from 'net-snmp'
import { type Text, withValues } from '../../shared/text.ts'

/** A value as it came: counters of 64 bits as bigint, octet strings as bytes, OIDs and addresses as text; null: there is none. */
export type SnmpValue = number | bigint | Buffer | string | null

export type Varbind = { oid: string; value: SnmpValue }

/** What is written: the type belongs to the object, not to the value. */
export type SetVarbind =
  | { oid: string; type: 'integer' | 'unsigned'; value: number }
  | { oid: string; type: 'octets'; value: string | Buffer }
  | { oid: string; type: 'oid'; value: string }

/** Reads a big-endian counter of at most 8 bytes (RFC 2578, 7.1.10; encoded as a signed integer, so a leading zero is usual). */
export function counter64(bytes: Buffer): bigint {
  let value = 0n
  for (const byte of bytes.subarray(-8)) value = (value << 8n) | BigInt(byte)
  return value
}

/** Turns net-snmp's varbind into ours; exceptions such as noSuchInstance and endOfMibView become null. */
export function fromWire(varbind: WireVarbind): Varbind {
  const { oid, value } = varbind
  if (snmp.isVarbindError(varbind)) return { oid, value: null }
  if (varbind.type === snmp.ObjectType.Counter64)
    return { oid, value: Buffer.isBuffer(value) ? counter64(value) : null }
  if (typeof value === 'number' || typeof value === 'string' || Buffer.isBuffer(value)) return { oid, value }
  return { oid, value: null }
}

/** Turns a value to be written into net-snmp's form. */
export function toWire(varbind: SetVarbind): WireVarbind {
  const names = { integer: 'Integer', unsigned: 'Gauge', octets: 'OctetString', oid: 'OID' } as const
  const { type, value: plain } = varbind
  const value = type === 'octets' && typeof plain === 'string' ? Buffer.from(plain, 'utf8') : plain
  return { oid: varbind.oid, type: snmp.ObjectType[names[type]] ?? 0, value }
}

// Control characters, invisible ones, those that turn the writing direction, halves of pairs, replaced bytes: they
// mislead readers.
const unwanted = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\ufffd]+/gu

/** Makes text of a device's bytes: invalid UTF-8 and control characters become blanks, blanks are joined, the length is bounded. */
export function cleanText(bytes: Buffer | string, maxLength = 255): string {
  // Cut before the expensive part; UTF-8 needs at most 4 bytes for a character.
  const raw = typeof bytes === 'string' ? bytes.slice(0, maxLength * 4) : bytes.toString('utf8', 0, maxLength * 4)
  const text = raw.replace(unwanted, ' ').replace(/\s+/g, ' ').trim()
  if (text.length <= maxLength) return text
  let cut = ''
  for (const character of text) {
    if (cut.length + character.length > maxLength) break
    cut += character
  }
  return cut.trim()
}

/** `00:11:22:33:44:55` of six bytes; null for anything else. */
export function macAddress(bytes: Buffer): string | null {
  return bytes.length === 6 ? (bytes.toString('hex').match(/../g) ?? []).join(':') : null
}

/** OID order (RFC 2578, 7.1.3 by sub-identifiers): negative when `a` comes before `b`. */
export function compareOids(a: string, b: string): number {
  const left = a.split('.')
  const right = b.split('.')
  const length = Math.min(left.length, right.length)
  for (let i = 0; i < length; i += 1) {
    const difference = Number(left[i]) - Number(right[i])
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** A sentence with `cleanText` for all that is filled in. */
export const cleaned = (text: Text, maxLength = 255): Text => withValues(text, (words) => cleanText(words, maxLength))

import { msg } from '../../shared/text.ts'
import { DnsError } from './errors.ts'

const MAX_NAME = 255
const MAX_LABEL = 63

const malformed = () => new DnsError('protocol_error', msg`The name server returned a malformed name`)

/**
 * The labels of a name as people write it (RFC 1035, 5.1): dots between them, `\.` and `\046` for bytes that could be taken for something
 * else; the dot at the end may be left out. Small letters, because names are compared without regard to case. Null when it is no name.
 */
export function labelsOf(name: string): Buffer[] | null {
  const plain = name === '.' ? '' : name.replace(/(?<!\\)\.$/, '')
  if (plain === '') return []
  const labels: number[][] = [[]]
  for (let i = 0; i < plain.length; i++) {
    const code = plain.charCodeAt(i)
    const escaped = code === 0x5c ? /^\\(\d{3}|[^\d])/.exec(plain.slice(i, i + 4)) : null
    if ((code === 0x5c && !escaped) || code > 0x7e || code < 0x21) return null
    const text = escaped?.[1]
    const byte = text === undefined ? code : text.length === 3 ? Number(text) : text.charCodeAt(0)
    if (byte > 255) return null
    if (text !== undefined) i += text.length
    if (code === 0x2e) labels.push([])
    else labels.at(-1)!.push(byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte)
  }
  const sizes = labels.map((label) => label.length)
  if (sizes.some((size) => size === 0 || size > MAX_LABEL)) return null
  return sizes.reduce((sum, size) => sum + size + 1, 1) > MAX_NAME ? null : labels.map((label) => Buffer.from(label))
}

/** Labels as people write them, without the dot at the end; `.` for the root. */
export function nameText(labels: readonly Buffer[]): string {
  const text = (byte: number) => {
    const letter = String.fromCharCode(byte)
    if (byte <= 0x20 || byte > 0x7e) return `\\${String(byte).padStart(3, '0')}`
    return '.\\";()@$'.includes(letter) ? `\\${letter}` : letter.toLowerCase()
  }
  return labels.length === 0 ? '.' : labels.map((label) => [...label].map(text).join('')).join('.')
}

/** A name as it is sent, not compressed. @throws DnsError for a text that is no name */
export function encodeName(name: string): Buffer {
  const labels = labelsOf(name)
  if (!labels) throw new DnsError('protocol_error', msg`${name} is not a domain name`)
  return Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), label]), Buffer.from([0])])
}

/**
 * Reads the name at `offset`; `end` is where the next field begins. Pointers lead backwards only, so that there is an end.
 * @throws DnsError protocol_error
 */
export function readName(message: Buffer, offset: number): { name: string; end: number } {
  const labels: Buffer[] = []
  let at = offset
  let end: number | null = null
  let size = 1
  let limit = offset
  for (;;) {
    const length = message[at]
    if (length === undefined) throw malformed()
    if (length === 0) return { name: nameText(labels), end: end ?? at + 1 }
    if (length >= 0xc0) {
      const low = message[at + 1]
      if (low === undefined) throw malformed()
      const target = ((length & 0x3f) << 8) | low
      if (target >= limit) throw malformed()
      end ??= at + 2
      limit = target
      at = target
      continue
    }
    if (length > MAX_LABEL || at + 1 + length > message.length) throw malformed()
    size += length + 1
    if (size > MAX_NAME) throw malformed()
    labels.push(Buffer.from(message.subarray(at + 1, at + 1 + length)))
    at += 1 + length
  }
}

/** Whether a name lies in a zone or is its top. */
export const isWithin = (name: string, zone: string) => zone === '.' || name === zone || name.endsWith(`.${zone}`)

/** A name in the one spelling that names are compared in; null when it is none. */
export function canonicalName(text: string): string | null {
  const labels = labelsOf(text)
  return labels && nameText(labels)
}

import { msg, type Text } from '../../shared/text.ts'
import { IpmiError } from './errors.ts'

/** Two's complement checksum of IPMI messages and FRU areas (IPMI 2.0, 13.8; FRU 1.0, 8): all bytes and it add up to zero. */
export function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum = (sum + byte) & 0xff
  return (0x100 - sum) & 0xff
}

/** Four bytes, least significant first. */
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

/** Two bytes, least significant first. */
export const u16 = (value: number): Buffer => Buffer.from([value & 0xff, (value >> 8) & 0xff])

/** Signed number of `bits` bits. */
export const signed = (value: number, bits: number): number => (value >= 1 << (bits - 1) ? value - (1 << bits) : value)

/** The answer's data when it has at least `length` bytes. @throws IpmiError protocol_error */
export function atLeast(data: Buffer, length: number, what: Text): Buffer {
  if (data.length < length)
    throw new IpmiError('protocol_error', msg`${what}: the answer has ${data.length} bytes, not ${length}`)
  return data
}

/** Text of a device, Latin-1: without control characters and outer blanks, at most `max` characters. */
export function cleanLatin(bytes: Uint8Array, max = 255): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4 * max)).toString('latin1')
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
}

/** Bytes up to the first zero. */
export function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

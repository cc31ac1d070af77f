import { msg, type Text } from '../../shared/text.ts'
import { knownBy } from '../image-content/magic.ts'
import { sector } from './records.ts'

/** ECMA-119 6.2.1: the first sectors are for whatever starts the system; descriptors come behind them. */
const FIRST = 16
/** Descriptors of a real image are a handful. */
const MOST_DESCRIPTORS = 32
/** So many bytes from the beginning of an image are enough to judge it. */
export const DESCRIPTORS_END = (FIRST + MOST_DESCRIPTORS) * sector
/** A descriptor, and the sector that ends them. */
const LEAST_BYTES = (FIRST + 2) * sector

/**
 * Why a file is no ISO 9660 image, or null. A UDF bridge counts as one: it has both structures. Only fields that are bounded are read.
 * @param head the first {@link DESCRIPTORS_END} bytes, fewer of a shorter file
 * @param size bytes of the file
 */
export function isoFault(head: Buffer, size: number): Text | null {
  // What is something else and an ISO image at once was made to deceive.
  const other = knownBy(head)
  if (other) return msg`The file is not an ISO image but ${other.what}: unpack or convert it first`
  if (size < LEAST_BYTES || head.length < LEAST_BYTES) return msg`The file is too short for an ISO image`
  let primary: Buffer | null = null
  for (let at = FIRST * sector; at + sector <= head.length; at += sector) {
    const descriptor = head.subarray(at, at + sector)
    if (descriptor.toString('latin1', 1, 6) !== 'CD001') break
    if (descriptor[0] === 255) return primary ? volumeFault(primary, size) : NONE
    if (descriptor[0] === 1) primary ??= descriptor
  }
  return primary ? msg`The volume descriptors of the ISO image have no end` : NONE
}

const NONE = msg`The file is not an ISO image: it has no ISO 9660 volume descriptor`

/** 8.4: numbers stand in it in both byte orders, which have to agree. */
function volumeFault(primary: Buffer, size: number): Text | null {
  const sectors = both32(primary, 80)
  const [block, root] = [both16(primary, 128), primary.subarray(156, 190)]
  const [extent, length] = [both32(root, 2), both32(root, 10)]
  if (primary[6] !== 1 || block !== sector || sectors === null || extent === null || length === null || root[0] !== 34)
    return msg`The volume descriptor of the ISO image is damaged`
  if (sectors * sector > size) return msg`The ISO image is incomplete: it has ${size} bytes of ${sectors * sector}`
  if (extent < FIRST || length === 0 || extent * sector + length > size)
    return msg`The root directory of the ISO image lies outside of it`
  const table = both32(primary, 132)
  if (table === null) return msg`The volume descriptor of the ISO image is damaged`
  // 8.4.16 and 8.4.18: one for each byte order, and each is in its own.
  const tables = [primary.readUInt32LE(140), primary.readUInt32BE(148)]
  if (table > 0 && tables.some((first) => first < FIRST || first * sector + table > size))
    return msg`The path table of the ISO image lies outside of it`
  return null
}

function both32(from: Buffer, at: number): number | null {
  const value = from.readUInt32LE(at)
  return value === from.readUInt32BE(at + 4) ? value : null
}

function both16(from: Buffer, at: number): number | null {
  const value = from.readUInt16LE(at)
  return value === from.readUInt16BE(at + 2) ? value : null
}

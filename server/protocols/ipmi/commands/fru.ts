import { msg } from '../../../shared/text.ts'
import { atLeast, checksum } from '../bytes.ts'
import { completion, hasCode, IpmiError } from '../errors.ts'
import { netFn } from '../message.ts'
import type { Commander } from './commander.ts'
import { typedText } from './type-length.ts'

export type Fru = {
  chassis: { type: number; part: string; serial: string; extra: string[] } | null
  board: {
    manufactured: Date | null
    manufacturer: string
    product: string
    serial: string
    part: string
    extra: string[]
  } | null
  product: {
    manufacturer: string
    name: string
    part: string
    version: string
    serial: string
    asset: string
    extra: string[]
  } | null
}

const partBytes = 16
/** Fields of an area; the specification names six at most, vendors add a few. */
const maxFields = 40

/** Reads a FRU's inventory (Get FRU Inventory Area Info and Read FRU Data, IPMI 2.0, 34.1, 34.2); null when there is none. */
export async function readFru(on: Commander, signal: AbortSignal, id = 0): Promise<Fru | null> {
  const storage = (command: number, ...data: number[]) =>
    on.command({ netFn: netFn.storage, command, data: Buffer.from(data) }, signal)
  let info: Buffer
  try {
    info = atLeast(await storage(0x10, id), 3, msg`FRU information`)
  } catch (error) {
    if (hasCode(error, completion.absent, completion.outOfRange, completion.invalidField)) return null
    throw error
  }
  // Sizes are bytes, whatever the unit of access is.
  const size = info.readUInt16LE(0)
  const unit = (info[2]! & 1) + 1
  const image = Buffer.alloc(size)
  for (let at = 0, part = partBytes; at < size; ) {
    const wanted = Math.min(part, size - at)
    const offset = at / unit
    try {
      const data = await storage(0x11, id, offset & 0xff, offset >> 8, Math.ceil(wanted / unit))
      const got = Math.min(atLeast(data, 1, msg`FRU data`)[0]! * unit, data.length - 1, wanted)
      if (got < Math.min(unit, wanted))
        throw new IpmiError('protocol_error', msg`The controller sends the inventory in empty parts`)
      data.copy(image, at, 1, 1 + got)
      at += got === wanted ? got : got - (got % unit)
    } catch (error) {
      if (!hasCode(error, completion.cannotReturnBytes, completion.lengthInvalid, completion.lengthExceeded))
        throw error
      if (part <= 2) throw error
      part >>= 1
    }
  }
  return parseFru(image)
}

/**
 * Areas of an inventory (Platform Management FRU 1.0, 8 to 12). Areas outside the image, of another format or with a wrong checksum
 * are left out; null when not even the header is right.
 */
export function parseFru(image: Buffer): Fru | null {
  const header = image.subarray(0, 8)
  if (header.length < 8 || (header[0]! & 0x0f) !== 1 || checksum(header) !== 0) return null
  const chassis = area(image, header[2]!)
  const board = area(image, header[3]!)
  const product = area(image, header[4]!)
  return {
    chassis: chassis && chassisArea(chassis),
    board: board && boardArea(board),
    product: product && productArea(product),
  }
}

/** The bytes of an area from its format version to before its checksum; offsets and lengths count eight bytes. */
function area(image: Buffer, offset: number): Buffer | null {
  const start = offset * 8
  const length = (image[start + 1] ?? 0) * 8
  if (offset === 0 || length === 0 || start + length > image.length) return null
  const bytes = image.subarray(start, start + length)
  return (bytes[0]! & 0x0f) === 1 && checksum(bytes) === 0 ? bytes.subarray(0, -1) : null
}

/** Fields of type/length bytes and data, until C1h or the end. */
function fields(bytes: Buffer): string[] {
  const found: string[] = []
  for (let at = 0; at < bytes.length && found.length < maxFields; ) {
    const typeLength = bytes[at]!
    if (typeLength === 0xc1) break
    const end = at + 1 + (typeLength & 0x3f)
    if (end > bytes.length) break
    found.push(typedText(typeLength, bytes.subarray(at + 1, end), false))
    at = end
  }
  return found
}

function chassisArea(bytes: Buffer) {
  const [part = '', serial = '', ...extra] = fields(bytes.subarray(3))
  return { type: bytes[2]!, part, serial, extra }
}

function boardArea(bytes: Buffer) {
  // The file id of the FRU definition stands after the part number, and is not shown.
  const [manufacturer = '', product = '', serial = '', part = '', , ...extra] = fields(bytes.subarray(6))
  const minutes = bytes.readUIntLE(3, 3)
  const manufactured = minutes === 0 ? null : new Date(Date.UTC(1996, 0, 1) + minutes * 60_000)
  return { manufactured, manufacturer, product, serial, part, extra }
}

function productArea(bytes: Buffer) {
  const [manufacturer = '', name = '', part = '', version = '', serial = '', asset = '', , ...extra] = fields(
    bytes.subarray(3),
  )
  return { manufacturer, name, part, version, serial, asset, extra }
}

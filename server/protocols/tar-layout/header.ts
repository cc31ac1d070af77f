/*
 * What has to be known of a tar archive to find its entries: their headers, and how much content follows each. Bytes come from a node,
 * so whatever is not as the formats say (ustar, pax, GNU) makes an entry that is not understood, never an error.
 */

export const BLOCK = 512
/** Extended headers in front of one entry, all together: paths and extended attributes of files are far below. */
const MOST_EXTENDED = 1 << 20

/** Bytes of content with what fills up their last block. */
export const padded = (bytes: number): number => Math.ceil(bytes / BLOCK) * BLOCK

/** The headers of one entry. */
export type Group = {
  /** Bytes of its headers. */
  length: number
  /** Bytes that follow, with what fills up the last block. */
  content: number
  path: Buffer
}

/** More bytes are needed before it can be told; nothing that is understood; or the headers of an entry. */
export type Reading = { need: number } | 'unknown' | Group

/** Links, devices, folders and pipes have no content, whatever their size says. */
const withoutContent = new Set(['1', '2', '3', '4', '5', '6'])

/**
 * Reads the headers of the entry that begins with `bytes`.
 * @returns `need`: how many bytes there have to be before it can be told more
 */
export function readGroup(bytes: Buffer): Reading {
  let at = 0
  let size: number | null = null
  let path: Buffer | null = null
  for (;;) {
    if (bytes.length < at + BLOCK) return { need: at + BLOCK }
    const block = bytes.subarray(at, at + BLOCK)
    const type = typeOf(block)
    const own = isHeader(block) ? numberAt(block, 124, 12) : null
    if (own === null) return 'unknown'
    if (!'xLK'.includes(type)) {
      // Global records and the extents of old sparse files would have to be followed further.
      if (type === 'g' || (type === 'S' && block[482] !== 0)) return 'unknown'
      const content = withoutContent.has(type) ? 0 : padded(size ?? own)
      return { length: at + BLOCK, content, path: path ?? nameOf(block) }
    }
    const end = at + BLOCK + padded(own)
    if (end > MOST_EXTENDED) return 'unknown'
    if (bytes.length < end) return { need: end }
    const body = bytes.subarray(at + BLOCK, at + BLOCK + own)
    if (type === 'L') path = textOf(body)
    if (type === 'x') {
      const records = recordsOf(body)
      if (!records) return 'unknown'
      path = records.get('path') ?? path
      const declared = records.get('size')
      if (declared) {
        size = decimal(declared)
        if (size === null) return 'unknown'
      }
    }
    at = end
  }
}

const typeOf = (block: Buffer): string => String.fromCharCode(block[156] ?? 0)

/** Whether the sum of its bytes is the one that stands in it. */
function isHeader(block: Buffer): boolean {
  let sum = 0
  for (let n = 0; n < BLOCK; n++) sum += n >= 148 && n < 156 ? 32 : (block[n] ?? 0)
  return numberAt(block, 148, 8) === sum
}

/** A field of octal digits, or of base 256 where its first bit is set; null for anything else, and for what no file can be. */
function numberAt(block: Buffer, at: number, length: number): number | null {
  const field = block.subarray(at, at + length)
  if (((field[0] ?? 0) & 0x80) !== 0) {
    if (field[0] !== 0x80) return null
    let value = 0
    for (const byte of field.subarray(1)) value = value * 256 + byte
    return Number.isSafeInteger(padded(value)) ? value : null
  }
  const text = field
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .replace(/^ +/, '')
  return /^[0-7]{0,12}$/.test(text) ? Number.parseInt(text || '0', 8) : null
}

function decimal(text: Buffer): number | null {
  const value = /^\d{1,16}$/.test(text.toString('latin1')) ? Number(text.toString('latin1')) : Number.NaN
  return Number.isSafeInteger(padded(value)) ? value : null
}

function textOf(field: Buffer): Buffer {
  const end = field.indexOf(0)
  return end < 0 ? field : field.subarray(0, end)
}

const nameOf = (block: Buffer): Buffer =>
  Buffer.concat([textOf(block.subarray(345, 500)), Buffer.from('/'), textOf(block.subarray(0, 100))])

/** Records of an extended header, `length key=value\n` each; null when they are none. */
function recordsOf(body: Buffer): Map<string, Buffer> | null {
  const records = new Map<string, Buffer>()
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(0x20, at)
    if (space < 0 || space - at > 8) return null
    const digits = body.toString('latin1', at, space)
    const end = at + Number(digits)
    const equals = body.indexOf(0x3d, space)
    if (!/^\d+$/.test(digits) || end > body.length || body[end - 1] !== 0x0a) return null
    if (equals < 0 || equals >= end) return null
    records.set(body.toString('latin1', space + 1, equals), body.subarray(equals + 1, end - 1))
    at = end
  }
  return records
}

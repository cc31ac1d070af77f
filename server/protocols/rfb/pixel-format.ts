import { msg } from '../../shared/text.ts'
import { RfbError } from './errors.ts'

/** PIXEL_FORMAT of RFC 6143, 7.4, true colour only. */
export type PixelFormat = {
  bytes: 1 | 2 | 4
  bigEndian: boolean
  max: [red: number, green: number, blue: number]
  shift: [red: number, green: number, blue: number]
}

export const defaultPixelFormat: PixelFormat = { bytes: 4, bigEndian: false, max: [255, 255, 255], shift: [16, 8, 0] }

/** @param b 16 bytes as in SetPixelFormat */
export function parsePixelFormat(b: Buffer): PixelFormat {
  const bits = b[0]
  if (bits !== 8 && bits !== 16 && bits !== 32)
    throw new RfbError('protocol', msg`${bits ?? ''} bits per pixel do not exist`)
  if (!b[3]) throw new RfbError('protocol', msg`Colour maps are not supported`)
  const shift: PixelFormat['shift'] = [b[10] ?? 0, b[11] ?? 0, b[12] ?? 0]
  if (shift.some((s) => s >= bits)) throw new RfbError('protocol', msg`A colour lies outside the pixel`)
  return {
    bytes: (bits / 8) as 1 | 2 | 4,
    bigEndian: b[2] !== 0,
    max: [b.readUInt16BE(4), b.readUInt16BE(6), b.readUInt16BE(8)],
    shift,
  }
}

/** The 16 bytes for ServerInit. */
export function encodePixelFormat(f: PixelFormat): Buffer {
  const b = Buffer.alloc(16)
  b[0] = f.bytes * 8
  b[1] = 24
  b[2] = f.bigEndian ? 1 : 0
  b[3] = 1
  f.max.forEach((max, i) => {
    b.writeUInt16BE(max, 4 + i * 2)
  })
  b.set(f.shift, 10)
  return b
}

/** Pixels of a palette in a format: entry i starts at `i * bytes`. @param palette 0xRRGGBB each */
export function packPalette(palette: readonly number[], f: PixelFormat): Buffer {
  const out = Buffer.alloc(palette.length * f.bytes)
  palette.forEach((rgb, i) => {
    let pixel = 0
    for (let c = 0; c < 3; c++) {
      const level = (rgb >> (16 - 8 * c)) & 0xff
      pixel += Math.round((level * (f.max[c] ?? 0)) / 255) * 2 ** (f.shift[c] ?? 0)
    }
    for (let byte = 0; byte < f.bytes; byte++) {
      const at = f.bigEndian ? f.bytes - 1 - byte : byte
      out[i * f.bytes + at] = Math.floor(pixel / 2 ** (8 * byte)) & 0xff
    }
  })
  return out
}

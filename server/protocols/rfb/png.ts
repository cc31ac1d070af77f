import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A picture: 0xRRGGBB a pixel, row after row. */
export type Pixels = { width: number; height: number; pixels: Uint32Array }

/** A picture as PNG (ISO/IEC 15948), 8 bits a colour, without transparency. */
export function encodePng({ width, height, pixels }: Pixels): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  let at = 0
  for (let y = 0; y < height; y++) {
    at++ // No filter: screens are mostly of one colour.
    for (let x = 0; x < width; x++, at += 3) rows.writeUIntBE((pixels[y * width + x] ?? 0) & 0xffffff, at, 3)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  out.set(body, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** Half as wide and as high: the mean of each four pixels. */
export function halved({ width, height, pixels }: Pixels): Pixels {
  const half: Pixels = { width: width >> 1, height: height >> 1, pixels: new Uint32Array((width >> 1) * (height >> 1)) }
  for (let y = 0; y < half.height; y++)
    for (let x = 0; x < half.width; x++) {
      const at = 2 * y * width + 2 * x
      const four = [pixels[at], pixels[at + 1], pixels[at + width], pixels[at + width + 1]]
      const mean = (shift: number) => four.reduce<number>((sum, one) => sum + (((one ?? 0) >> shift) & 0xff), 0) >> 2
      half.pixels[y * half.width + x] = (mean(16) << 16) | (mean(8) << 8) | mean(0)
    }
  return half
}

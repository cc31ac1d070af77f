import { TILE } from './hextile.ts'

/** A 32-bit true-colour picture as a client keeps it: 0xRRGGBB a pixel. */
export type Canvas = { width: number; height: number; pixels: Uint32Array }

/** Thrown when the bytes so far end inside an update. */
class Short extends Error {}

/**
 * Applies complete FramebufferUpdate messages (Raw and Hextile, 32 bits little endian) to a canvas: enough of a client to look
 * at a screen for a picture of it, in tests and self-checks.
 * @returns how many bytes were used; what is left belongs to an unfinished message
 */
export function applyUpdates(canvas: Canvas, bytes: Buffer): number {
  let used = 0
  try {
    while (used < bytes.length) used = applyUpdate(canvas, bytes, used)
  } catch (error) {
    if (!(error instanceof Short || error instanceof RangeError)) throw error
  }
  return used
}

function applyUpdate(canvas: Canvas, b: Buffer, start: number): number {
  if (b[start] !== 0) throw new Error(`Unexpected server message ${b[start]}`)
  let at = start + 4
  const count = b.readUInt16BE(start + 2)
  for (let i = 0; i < count; i++) {
    const [x, y, w, h] = [b.readUInt16BE(at), b.readUInt16BE(at + 2), b.readUInt16BE(at + 4), b.readUInt16BE(at + 6)]
    const encoding = b.readInt32BE(at + 8)
    at += 12
    if (encoding === 0) at = raw(canvas, b, at, x, y, w, h)
    else if (encoding === 5) at = hextile(canvas, b, at, x, y, w, h)
    else if (encoding !== -258) throw new Error(`Unexpected encoding ${encoding}`)
  }
  return at
}

function raw(canvas: Canvas, b: Buffer, at: number, x: number, y: number, w: number, h: number): number {
  if (at + w * h * 4 > b.length) throw new Short()
  for (let row = 0; row < h; row++) {
    for (let col = 0; col < w; col++) {
      canvas.pixels[(y + row) * canvas.width + x + col] = b.readUInt32LE(at) & 0xffffff
      at += 4
    }
  }
  return at
}

function fill(canvas: Canvas, x: number, y: number, w: number, h: number, colour: number): void {
  for (let row = y; row < y + h; row++) canvas.pixels.fill(colour, row * canvas.width + x, row * canvas.width + x + w)
}

function hextile(canvas: Canvas, b: Buffer, start: number, x0: number, y0: number, w: number, h: number): number {
  let at = start
  let background = 0
  let foreground = 0
  const byte = () => {
    const value = b[at++]
    if (value === undefined) throw new Short()
    return value
  }
  const colour = () => {
    const value = b.readUInt32LE(at) & 0xffffff
    at += 4
    return value
  }
  for (let y = y0; y < y0 + h; y += TILE) {
    for (let x = x0; x < x0 + w; x += TILE) {
      const tw = Math.min(TILE, x0 + w - x)
      const th = Math.min(TILE, y0 + h - y)
      const flags = byte()
      if (flags & 1) {
        at = raw(canvas, b, at, x, y, tw, th)
        continue
      }
      if (flags & 2) background = colour()
      if (flags & 4) foreground = colour()
      fill(canvas, x, y, tw, th, background)
      if (!(flags & 8)) continue
      for (let n = byte(); n > 0; n--) {
        const paint = flags & 16 ? colour() : foreground
        const place = byte()
        const size = byte()
        fill(canvas, x + (place >> 4), y + (place & 15), (size >> 4) + 1, (size & 15) + 1, paint)
      }
    }
  }
  return at
}

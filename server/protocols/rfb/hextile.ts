export const TILE = 16

const RAW = 1
const BACKGROUND = 2
const FOREGROUND = 4
const SUBRECTS = 8
const COLOURED = 16

/** Indexed pixels, row by row. */
export type Raster = { width: number; height: number; pixels: Uint8Array }

/** A palette in the client's pixel format: colour i is `bytes` bytes from `i * bytes`. */
export type PackedPalette = { bytes: number; colours: Buffer }

/** A rectangle in Hextile encoding (RFC 6143, 7.7.4), without the rectangle's own header. */
export function encodeHextile(
  raster: Raster,
  x0: number,
  y0: number,
  w: number,
  h: number,
  palette: PackedPalette,
): Buffer {
  const tiles = Math.ceil(w / TILE) * Math.ceil(h / TILE)
  const out = Buffer.allocUnsafe(tiles * (1 + TILE * TILE * palette.bytes))
  const writer = new TileWriter(raster, palette, out)
  for (let y = y0; y < y0 + h; y += TILE) {
    for (let x = x0; x < x0 + w; x += TILE) writer.tile(x, y, Math.min(TILE, x0 + w - x), Math.min(TILE, y0 + h - y))
  }
  return out.subarray(0, writer.length)
}

/** A rectangle in Raw encoding (RFC 6143, 7.7.1). */
export function encodeRaw(
  raster: Raster,
  x0: number,
  y0: number,
  w: number,
  h: number,
  palette: PackedPalette,
): Buffer {
  const out = Buffer.allocUnsafe(w * h * palette.bytes)
  return out.subarray(0, new TileWriter(raster, palette, out).raw(x0, y0, w, h, 0))
}

class TileWriter {
  length = 0
  #raster: Raster
  #palette: PackedPalette
  #out: Buffer
  #background = -1
  #counts = new Uint16Array(256)
  #done = new Uint8Array(TILE * TILE)

  constructor(raster: Raster, palette: PackedPalette, out: Buffer) {
    this.#raster = raster
    this.#palette = palette
    this.#out = out
  }

  tile(x: number, y: number, w: number, h: number): void {
    const { background, colours } = this.#survey(x, y, w, h)
    const start = this.length
    const keepsBackground = background === this.#background
    let flags = keepsBackground ? 0 : BACKGROUND
    this.length++
    if (!keepsBackground) this.#colour(background)
    if (colours.length > 1) {
      flags |= SUBRECTS | (colours.length > 2 ? COLOURED : FOREGROUND)
      if (colours.length === 2) this.#colour(colours.find((c) => c !== background) ?? background)
      const limit = start + 1 + w * h * this.#palette.bytes
      if (!this.#subrects(x, y, w, h, background, colours.length > 2, limit)) {
        this.#out[start] = RAW
        this.length = this.raw(x, y, w, h, start + 1)
        this.#background = -1
        return
      }
    }
    this.#out[start] = flags
    this.#background = background
  }

  /** Writes plain pixels from `at` on; returns the end. */
  raw(x: number, y: number, w: number, h: number, at: number): number {
    const { pixels, width } = this.#raster
    const { bytes, colours } = this.#palette
    let end = at
    for (let row = y; row < y + h; row++) {
      for (let i = row * width + x; i < row * width + x + w; i++) {
        const colour = (pixels[i] ?? 0) * bytes
        for (let b = 0; b < bytes; b++) this.#out[end++] = colours[colour + b] ?? 0
      }
    }
    return end
  }

  #survey(x: number, y: number, w: number, h: number): { background: number; colours: number[] } {
    const { pixels, width } = this.#raster
    const colours: number[] = []
    for (let row = y; row < y + h; row++) {
      for (let i = row * width + x; i < row * width + x + w; i++) {
        const colour = pixels[i] ?? 0
        if (this.#counts[colour] === 0) colours.push(colour)
        this.#counts[colour] = (this.#counts[colour] ?? 0) + 1
      }
    }
    let background = colours[0] ?? 0
    for (const c of colours) if ((this.#counts[c] ?? 0) > (this.#counts[background] ?? 0)) background = c
    for (const c of colours) this.#counts[c] = 0
    return { background, colours }
  }

  /** Greedy rectangles of one colour; false as soon as they take more room than plain pixels would. */
  #subrects(x: number, y: number, w: number, h: number, background: number, coloured: boolean, limit: number): boolean {
    const { pixels, width } = this.#raster
    const at = (cx: number, cy: number) => pixels[(y + cy) * width + x + cx] ?? 0
    const counter = this.length++
    let count = 0
    this.#done.fill(0)
    for (let cy = 0; cy < h; cy++) {
      for (let cx = 0; cx < w; cx++) {
        const colour = at(cx, cy)
        if (colour === background || this.#done[cy * TILE + cx]) continue
        let right = cx + 1
        while (right < w && at(right, cy) === colour && !this.#done[cy * TILE + right]) right++
        let bottom = cy + 1
        while (bottom < h && this.#sameRow(at, cx, right, bottom, colour)) bottom++
        for (let row = cy; row < bottom; row++) this.#done.fill(1, row * TILE + cx, row * TILE + right)
        if (++count > 255 || this.length + 2 + this.#palette.bytes > limit) return false
        if (coloured) this.#colour(colour)
        this.#out[this.length++] = (cx << 4) | cy
        this.#out[this.length++] = ((right - cx - 1) << 4) | (bottom - cy - 1)
      }
    }
    this.#out[counter] = count
    return true
  }

  #sameRow(at: (x: number, y: number) => number, from: number, to: number, row: number, colour: number): boolean {
    for (let cx = from; cx < to; cx++) if (at(cx, row) !== colour || this.#done[row * TILE + cx]) return false
    return true
  }

  #colour(index: number): void {
    const { bytes, colours } = this.#palette
    for (let b = 0; b < bytes; b++) this.#out[this.length++] = colours[index * bytes + b] ?? 0
  }
}

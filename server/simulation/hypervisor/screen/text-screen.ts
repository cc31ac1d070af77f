import type { Rect } from '../../../protocols/rfb/damage.ts'
import type { Picture } from '../../peers/rfb/server.ts'
import { AnsiReader, type AnsiSink, type Colour } from './ansi.ts'
import { GLYPH_HEIGHT, GLYPH_WIDTH, glyph } from './font.ts'

export const COLUMNS = 80
export const ROWS = 25
/** As in the text mode of a PC: a ninth column keeps letters apart. */
const CELL_WIDTH = GLYPH_WIDTH + 1

const palette = [0x0a0b0d, 0xc9ced6, 0x7f8896, 0xeceef1, 0xff8f86, 0x5cc98a, 0xe3b057, 0x7db7f5]
const paint: Record<Colour, number> = { plain: 1, dim: 2, bold: 3, red: 4, green: 5, yellow: 6, blue: 7 }

/** A text console of 80 by 25 that is also a picture of 720 by 400, drawn where it changes. */
export class TextScreen implements Picture, AnsiSink {
  readonly width = COLUMNS * CELL_WIDTH
  readonly height = ROWS * GLYPH_HEIGHT
  readonly palette = palette
  readonly pixels = new Uint8Array(COLUMNS * CELL_WIDTH * ROWS * GLYPH_HEIGHT)
  #codes = new Uint32Array(COLUMNS * ROWS).fill(32)
  #paints = new Uint8Array(COLUMNS * ROWS).fill(paint.plain)
  #colour = paint.plain
  #column = 0
  #row = 0
  #cursorShown = false
  #reader = new AnsiReader(this)
  #listeners = new Set<(area: Rect) => void>()

  onDamage(listener: (area: Rect) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Prints what a program would send to a terminal. */
  write(text: string): void {
    this.#hideCursor()
    this.#reader.push(text)
    this.#showCursor()
  }

  /** The lines as text, without what only fills them up. */
  text(): string {
    const lines = Array.from({ length: ROWS }, (_, row) =>
      String.fromCodePoint(...this.#codes.subarray(row * COLUMNS, (row + 1) * COLUMNS)).trimEnd(),
    )
    return lines.join('\n').trimEnd()
  }

  /** A black picture with a few words in the middle: what a display shows that gets no signal. */
  blank(words: string): void {
    this.#hideCursor()
    this.clear()
    this.#colour = paint.dim
    this.#row = Math.floor(ROWS / 2)
    this.#column = Math.floor((COLUMNS - words.length) / 2)
    for (const character of words) this.print(character.codePointAt(0) ?? 32)
    this.#colour = paint.plain
    this.move(0, 0)
  }

  print(code: number): void {
    if (this.#column === COLUMNS) {
      this.#column = 0
      this.lineFeed()
    }
    this.#put(this.#column++, this.#row, code)
  }

  lineFeed(): void {
    if (this.#row < ROWS - 1) this.#row++
    else this.#scroll()
  }

  carriageReturn(): void {
    this.#column = 0
  }

  backspace(): void {
    this.#column = Math.max(0, Math.min(this.#column, COLUMNS - 1) - 1)
  }

  tab(): void {
    this.#column = Math.min(COLUMNS - 1, (this.#column & ~7) + 8)
  }

  move(column: number, row: number): void {
    this.#column = Math.max(0, Math.min(COLUMNS - 1, column))
    this.#row = Math.max(0, Math.min(ROWS - 1, row))
  }

  moveBy(columns: number, rows: number): void {
    this.move(this.#column + columns, this.#row + rows)
  }

  clear(): void {
    this.#codes.fill(32)
    this.#paints.fill(paint.plain)
    this.move(0, 0)
    this.pixels.fill(0)
    this.#damage(0, 0, COLUMNS, ROWS)
  }

  eraseToEndOfLine(): void {
    for (let column = this.#column; column < COLUMNS; column++) this.#put(column, this.#row, 32)
  }

  colour(colour: Colour): void {
    this.#colour = paint[colour]
  }

  #put(column: number, row: number, code: number): void {
    const at = row * COLUMNS + column
    this.#codes[at] = code
    this.#paints[at] = this.#colour
    this.#draw(column, row, false)
    this.#damage(column, row, 1, 1)
  }

  #draw(column: number, row: number, inverse: boolean): void {
    const rows = glyph(this.#codes[row * COLUMNS + column] ?? 32)
    const ink = inverse ? 0 : (this.#paints[row * COLUMNS + column] ?? 1)
    const ground = inverse ? paint.plain : 0
    let at = row * GLYPH_HEIGHT * this.width + column * CELL_WIDTH
    for (let y = 0; y < GLYPH_HEIGHT; y++) {
      const bits = rows[y] ?? 0
      for (let x = 0; x < GLYPH_WIDTH; x++) this.pixels[at + x] = bits & (0x80 >> x) ? ink : ground
      this.pixels[at + GLYPH_WIDTH] = ground
      at += this.width
    }
  }

  #scroll(): void {
    this.#codes.copyWithin(0, COLUMNS)
    this.#paints.copyWithin(0, COLUMNS)
    this.#codes.fill(32, COLUMNS * (ROWS - 1))
    this.#paints.fill(paint.plain, COLUMNS * (ROWS - 1))
    const line = this.width * GLYPH_HEIGHT
    this.pixels.copyWithin(0, line)
    this.pixels.fill(0, line * (ROWS - 1))
    this.#damage(0, 0, COLUMNS, ROWS)
  }

  #hideCursor(): void {
    if (this.#cursorShown) this.#drawCursor(false)
  }

  #showCursor(): void {
    this.#drawCursor(true)
  }

  #drawCursor(shown: boolean): void {
    const column = Math.min(this.#column, COLUMNS - 1)
    this.#cursorShown = shown
    this.#draw(column, this.#row, shown)
    this.#damage(column, this.#row, 1, 1)
  }

  #damage(column: number, row: number, columns: number, rows: number): void {
    const area = { x: column * CELL_WIDTH, y: row * GLYPH_HEIGHT, w: columns * CELL_WIDTH, h: rows * GLYPH_HEIGHT }
    for (const listener of this.#listeners) listener(area)
  }
}

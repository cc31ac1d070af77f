import { TILE } from './hextile.ts'

export type Rect = { x: number; y: number; w: number; h: number }

/** Which tiles of a picture one client has not seen yet: bounded, whatever happens on the screen. */
export class Damage {
  readonly #columns: number
  readonly #rows: number
  readonly #width: number
  readonly #height: number
  readonly #dirty: Uint8Array

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#columns = Math.ceil(width / TILE)
    this.#rows = Math.ceil(height / TILE)
    this.#dirty = new Uint8Array(this.#columns * this.#rows)
  }

  add(area: Rect): void {
    this.#visit(area, (row, from, to) => this.#dirty.fill(1, row * this.#columns + from, row * this.#columns + to))
  }

  /** Takes the dirty tiles inside an area out, as few rectangles. */
  take(area: Rect): Rect[] {
    const out: Rect[] = []
    let above: Rect[] = []
    this.#visit(area, (row, from, to) => {
      const line: Rect[] = []
      for (let column = from; column < to; column++) {
        if (!this.#dirty[row * this.#columns + column]) continue
        const start = column
        while (column < to && this.#dirty[row * this.#columns + column]) {
          this.#dirty[row * this.#columns + column] = 0
          column++
        }
        line.push(this.#rect(start, row, column))
      }
      above = line.map((rect) => {
        const over = above.find((r) => r.x === rect.x && r.w === rect.w && r.y + r.h === rect.y)
        if (!over) {
          out.push(rect)
          return rect
        }
        over.h += rect.h
        return over
      })
    })
    return out
  }

  #rect(start: number, row: number, end: number): Rect {
    const x = start * TILE
    const y = row * TILE
    return { x, y, w: Math.min(end * TILE, this.#width) - x, h: Math.min(y + TILE, this.#height) - y }
  }

  #visit({ x, y, w, h }: Rect, row: (row: number, from: number, to: number) => void): void {
    const from = Math.max(0, Math.floor(x / TILE))
    const to = Math.min(this.#columns, Math.ceil((x + w) / TILE))
    const last = Math.min(this.#rows, Math.ceil((y + h) / TILE))
    if (from >= to) return
    for (let r = Math.max(0, Math.floor(y / TILE)); r < last; r++) row(r, from, to)
  }
}

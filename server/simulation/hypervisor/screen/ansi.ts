export type Colour = 'plain' | 'dim' | 'bold' | 'red' | 'green' | 'yellow' | 'blue'

/** Commands that a terminal understands. */
export type AnsiSink = {
  print(code: number): void
  lineFeed(): void
  carriageReturn(): void
  backspace(): void
  tab(): void
  move(column: number, row: number): void
  moveBy(columns: number, rows: number): void
  clear(): void
  eraseToEndOfLine(): void
  colour(colour: Colour): void
}

const colours: Record<number, Colour> = {
  0: 'plain',
  39: 'plain',
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  36: 'blue',
  90: 'dim',
  91: 'red',
  92: 'green',
}

/** Reads text with the few control sequences of ECMA-48 that the simulated guest writes; others are swallowed. */
export class AnsiReader {
  #sink: AnsiSink
  /** An unfinished control sequence; null outside of one. */
  #sequence: string | null = null

  constructor(sink: AnsiSink) {
    this.#sink = sink
  }

  push(text: string): void {
    for (const character of text) {
      if (this.#sequence !== null) this.#inSequence(character)
      else this.#plain(character)
    }
  }

  #plain(character: string): void {
    const sink = this.#sink
    switch (character) {
      case '\x1b':
        this.#sequence = ''
        return
      case '\n':
        sink.lineFeed()
        return
      case '\r':
        sink.carriageReturn()
        return
      case '\b':
        sink.backspace()
        return
      case '\t':
        sink.tab()
        return
      default:
        if (character >= ' ') sink.print(character.codePointAt(0) ?? 32)
    }
  }

  #inSequence(character: string): void {
    const sequence = (this.#sequence ?? '') + character
    this.#sequence = sequence
    if (!sequence.startsWith('[') || sequence.length > 24) {
      this.#sequence = null
      return
    }
    if (sequence.length === 1 || !/[@-~]/.test(character)) return
    this.#sequence = null
    const values = sequence.slice(1, -1).split(';').map(Number)
    this.#control(character, values)
  }

  #control(final: string, values: number[]): void {
    const sink = this.#sink
    const count = values[0] || 1
    switch (final) {
      case 'm':
        for (const value of values) {
          const colour = colours[value]
          if (colour) sink.colour(colour)
        }
        return
      case 'A':
        sink.moveBy(0, -count)
        return
      case 'B':
        sink.moveBy(0, count)
        return
      case 'C':
        sink.moveBy(count, 0)
        return
      case 'D':
        sink.moveBy(-count, 0)
        return
      case 'H':
        sink.move((values[1] || 1) - 1, count - 1)
        return
      case 'J':
        if (values[0] === 2) sink.clear()
        return
      case 'K':
        sink.eraseToEndOfLine()
    }
  }
}

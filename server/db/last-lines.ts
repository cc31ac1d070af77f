/** The end of what a program says. */
export class LastLines {
  readonly #most: number
  readonly #lines: string[] = []

  constructor(most: number) {
    this.#most = most
  }

  add(line: string): void {
    this.#lines.push(line)
    if (this.#lines.length > this.#most) this.#lines.shift()
  }

  toString(): string {
    return this.#lines.join('')
  }
}

import { z } from 'zod'

export const FORMAT = 'datahall-dump-1'

/**
 * A dump is one gzip stream of lines: the header, then of each table a line that names it, its rows as `COPY` writes them as text,
 * and `\.`; at last the state of the sequences. gzip's checksum and that last line show that it is whole.
 */
export const dumpHeader = z.object({
  format: z.literal(FORMAT),
  panel: z.string(),
  postgres: z.string(),
  at: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
})
export const dumpTable = z.object({ table: z.string(), columns: z.array(z.string()) })
export const dumpEnd = z.object({ sequences: z.record(z.string(), z.tuple([z.string(), z.boolean()])) })

export type DumpHeader = z.infer<typeof dumpHeader>
export type DumpTable = z.infer<typeof dumpTable>
export type DumpEnd = z.infer<typeof dumpEnd>

/** A line of its own; a row never is: COPY writes each backslash of a value twice. */
export const END_OF_ROWS = '\\.\n'
const MAX_LINE = 1 << 20
const NEW_LINE = 10

export const DAMAGED = 'The dump is damaged or cut off: nothing was restored'

/** Reads a dump from chunks of any size, and holds little more of it than one of them. */
export class DumpReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next line, as JSON; null for what is none. */
  async json(): Promise<unknown> {
    for (;;) {
      const end = this.#rest.indexOf('\n')
      if (end >= 0) {
        const line = this.#rest.toString('utf8', 0, end)
        this.#rest = this.#rest.subarray(end + 1)
        try {
          return JSON.parse(line)
        } catch {
          return null
        }
      }
      if (this.#rest.length > MAX_LINE) return null
      await this.#more()
    }
  }

  /** The rows of the table whose line was read last, in pieces of any length: a row may be longer than what should be held at once. */
  async *rows(): AsyncGenerator<Buffer> {
    let atLine = true
    for (;;) {
      const end = this.#endOfRows(atLine)
      // What may be the beginning of the mark is kept.
      const sure = end ?? Math.max(0, this.#rest.length - END_OF_ROWS.length)
      if (sure > 0) {
        yield this.#rest.subarray(0, sure)
        atLine = this.#rest[sure - 1] === NEW_LINE
      }
      this.#rest = this.#rest.subarray(end === null ? sure : end + END_OF_ROWS.length)
      if (end !== null) return
      await this.#more()
    }
  }

  /** Where the mark is, which is a line. */
  #endOfRows(atLine: boolean): number | null {
    if (atLine && this.#rest.subarray(0, END_OF_ROWS.length).equals(Buffer.from(END_OF_ROWS))) return 0
    const before = this.#rest.indexOf(`\n${END_OF_ROWS}`)
    return before < 0 ? null : before + 1
  }

  /** Reads on to the end, where the checksum is compared. */
  async end() {
    while (!(await this.#chunks.next()).done);
  }

  async #more() {
    const { done, value } = await this.#chunks.next()
    if (done) throw new Error(DAMAGED)
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
  }
}

import Papa from 'papaparse'

export type CsvRecord = {
  cells: readonly string[]
  /** In the file, from 1; a record may go over several lines. */
  line: number
  /** A quotation mark is not closed, or stands in the middle of a cell. */
  isBroken: boolean
}

/** Reads a CSV text record by record, as fast as `take` does; it ends the reading by answering false. */
export function eachRecord(text: string, take: (record: CsvRecord) => boolean): void {
  let at = 0
  let line = 1
  Papa.parse<string[]>(text, {
    delimiter: markOf(text),
    step({ data, errors, meta }, parser) {
      const here = line
      line += text.slice(at, meta.cursor).split(/\r\n|\n|\r/).length - 1
      at = meta.cursor
      const isBroken = errors.some(({ type }) => type === 'Quotes')
      if (!take({ cells: data, line: here, isBroken })) parser.abort()
    },
  })
}

/** What stands between the cells, by the first line: names of columns have none of these. */
export function markOf(text: string): string {
  const first = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const count = (mark: string) => first.split(mark).length
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

/** Columns whose name begins so are for people: an import leaves them alone. */
export const NOTE_COLUMN = '#'

import Papa from 'papaparse'
import { eachRecord, markOf, NOTE_COLUMN } from '../../server/domain/import/csv-records.ts'
import type { ImportRow } from '../../server/domain/import/schema.ts'
import { FORMULA } from '../../server/domain/shared/formula.ts'
import type { TextRecord } from '../../server/shared/text.ts'

/**
 * The rows of a CSV file that have errors, as a file to put right and import again: with its head, and what is wrong in a column that
 * an import leaves alone.
 */
export function faultyRows(text: string, rows: readonly ImportRow[], say: (words: TextRecord) => string): string {
  const wrong = new Map(rows.filter(({ errors }) => errors.length > 0).map((row) => [row.line, row.errors]))
  let head: readonly string[] | null = null
  const kept: (readonly string[])[] = []
  eachRecord(text, ({ cells, line }) => {
    if (head === null && cells.some((cell) => cell.trim() !== '')) {
      head = cells
      kept.push([...cells, `${NOTE_COLUMN}errors`])
    }
    const errors = wrong.get(line)
    if (errors && head) {
      const told = errors.map(({ field, text }) => (field ? `${field}: ${say(text)}` : say(text))).join('; ')
      kept.push([...head.map((_, n) => cells[n] ?? ''), told])
    }
    return true
  })
  return `${Papa.unparse(kept as string[][], { delimiter: markOf(text), newline: '\r\n', escapeFormulae: FORMULA })}\r\n`
}

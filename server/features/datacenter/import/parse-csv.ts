import { type CsvRecord, eachRecord, NOTE_COLUMN } from '../../../domain/import/csv-records.ts'
import type { ImportKind } from '../../../domain/import/kinds.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { withoutGuard } from '../../../domain/shared/formula.ts'
import { msg } from '../../../shared/text.ts'
import { checkColumns, type FileRow, FileRows, invalid, shortName } from './file-rows.ts'

/** @throws PanelError naming the line that is no CSV or passes a bound */
export function parseCsv(kind: ImportKind, text: string): FileRow[] {
  const file = new FileRows()
  const seen: { head: string[] | null; fault: PanelError | null } = { head: null, fault: null }
  const take = ({ cells, line, isBroken }: CsvRecord) => {
    if (isBroken) throw invalid(msg`Line ${line}: a quotation mark is not closed, or stands in the middle of a cell`)
    if (cells.every((cell) => cell.trim() === '')) return
    checkColumns(cells.length, line)
    const { head } = seen
    if (!head) {
      seen.head = cells.map((cell) => cell.trim())
      rejectTwice(seen.head)
    } else if (cells.length > head.length)
      throw invalid(msg`Line ${line} has ${cells.length} cells, the first ${head.length}`)
    else {
      const named = head.map((name, n) => [name, withoutGuard((cells[n] ?? '').trim())] as const)
      file.add(kind, line, new Map(named.filter(([name]) => !name.startsWith(NOTE_COLUMN))))
    }
  }
  eachRecord(text, (record) => {
    try {
      take(record)
      return true
    } catch (fault) {
      // The reader goes on after what its callback throws.
      if (!(fault instanceof PanelError)) throw fault
      seen.fault = fault
      return false
    }
  })
  if (seen.fault) throw seen.fault
  if (!seen.head) throw invalid(msg`The file is empty: its first line has to name the columns`)
  return file.rows
}

function rejectTwice(names: readonly string[]) {
  const twice = names.find((name, n) => name !== '' && names.indexOf(name) !== n)
  if (twice) throw invalid(msg`The column ${shortName(twice)} appears twice`)
}

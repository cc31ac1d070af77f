import {
  type ImportKind,
  LONGEST_CELL,
  MOST_BYTES,
  MOST_CELLS,
  MOST_COLUMNS,
  MOST_ROWS,
} from '../../../domain/import/kinds.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'

/** One record as the file has it: texts by column. */
export type FileRow = { kind: ImportKind; line: number; cells: ReadonlyMap<string, string> }

export const invalid = (words: Text) => invalidInput(words, 'file')

/** A column's name as errors quote it. */
export const shortName = (name: string) => name.slice(0, 60)

/** Collects the rows of a file within the bounds of one. */
export class FileRows {
  readonly rows: FileRow[] = []
  private cells = 0
  private characters = 0

  /** @throws PanelError when a bound is passed */
  add(kind: ImportKind, line: number, cells: ReadonlyMap<string, string>) {
    if (this.rows.length === MOST_ROWS) throw invalid(msg`The file has over ${MOST_ROWS} rows: split it`)
    this.cells += cells.size
    if (this.cells > MOST_CELLS)
      throw invalid(msg`Line ${line}: the file has over ${MOST_CELLS} cells up to here: split it`)
    for (const [name, cell] of cells) {
      this.characters += cell.length
      if (cell.length > LONGEST_CELL)
        throw invalid(msg`Line ${line}, column ${shortName(name)}: a cell has at most ${LONGEST_CELL} characters`)
      if (/[\0\p{Cs}]/u.test(cell))
        throw invalid(msg`Line ${line}, column ${shortName(name)}: a cell must not contain NUL or half of a character`)
    }
    // Aliases repeat texts: the file itself may be far smaller.
    if (this.characters > 2 * MOST_BYTES)
      throw invalid(msg`Line ${line}: the texts of its aliases are too long in total`)
    this.rows.push({ kind, line, cells })
  }
}

/** @throws PanelError when a row or head has too many columns */
export function checkColumns(count: number, line: number) {
  if (count > MOST_COLUMNS) throw invalid(msg`Line ${line} has over ${MOST_COLUMNS} columns`)
}

import { type Column, importColumns } from '../../../domain/import/columns.ts'
import type { ImportKind } from '../../../domain/import/kinds.ts'
import type { PanelError } from '../../../domain/shared/errors.ts'
import { msg, type Text, type TextRecord } from '../../../shared/text.ts'
import type { FileRow } from './file-rows.ts'

export type Value = string | number | boolean | string[]
/** What a row says: typed, by the names of columns; what it leaves empty is not there. */
export type Given = Record<string, Value>

export type FieldError = { field: string; words: string; text: TextRecord }

/** What is wrong with a column, or with the row when `field` is empty. */
export const fieldError = (field: string, text: Text): FieldError => ({ field, words: text.toString(), text })
/** Why a row cannot be taken: every fault at once. */
export class RowFault extends Error {
  readonly errors: FieldError[]
  constructor(errors: FieldError[]) {
    super('Row refused')
    this.errors = errors
  }
}

/**
 * Reads the cells of a row. An empty cell says nothing.
 * @param known further names that tables export, and that are not read
 * @throws RowFault with every cell that cannot be read
 */
export function readRow(row: FileRow, known: ReadonlySet<string>): Given {
  const columns = importColumns[row.kind]
  const given: Given = {}
  const errors: FieldError[] = []
  const read = new Set<string>()
  for (const column of columns) {
    const name = [column.name, ...(column.also ?? [])].find((one) => row.cells.has(one))
    for (const one of [column.name, ...(column.also ?? [])]) read.add(one)
    const cell = name === undefined ? '' : (row.cells.get(name) ?? '')
    if (cell === '') continue
    const value = readCell(column, cell)
    if (value === null) errors.push(fieldError(column.name, wanted[column.type]))
    else given[column.name] = value
  }
  for (const [name, cell] of row.cells)
    if (name !== '' && cell !== '' && !read.has(name) && !known.has(name))
      errors.push(fieldError(name.slice(0, 60), msg`This column does not exist`))
  for (const { name, key } of columns)
    if (key && given[name] === undefined && !errors.some(({ field }) => field === name))
      errors.push(fieldError(name, msg`Required: it identifies the record`))
  if (errors.length > 0) throw new RowFault(errors.slice(0, MOST_ERRORS))
  return given
}

/** Of one row. */
const MOST_ERRORS = 20

const wanted = {
  text: msg`A text`,
  secret: msg`A text`,
  list: msg`Values with spaces between them`,
  int: msg`A whole number`,
  bool: msg`true or false`,
}

const YES = new Set(['true', 'yes', '1', 'да', 'истина'])
const NO = new Set(['false', 'no', '0', 'нет', 'ложь'])

function readCell({ type }: Column, cell: string): Value | null {
  if (type === 'int')
    return /^-?\d{1,10}(\.0+)?$/.test(cell) && Math.abs(Number(cell)) <= 2_147_483_647 ? Number(cell) : null
  if (type === 'list') return cell.split(/[\s,;]+/).filter((part) => part !== '')
  if (type !== 'bool') return cell
  const word = cell.toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : null
}

/** The value as the current record is compared with it. */
export const asText = (value: Value): string =>
  Array.isArray(value) ? value.map((part) => part.toLowerCase()).join(' ') : String(value)

/** What a service or schema refuses, with the column that it is about. */
export function faultsOf(fault: PanelError, columns: readonly Column[]): FieldError[] {
  return [fieldError(columnOf(fault.value, columns), fault.text)]
}

/** Bodies call a reference `rack`, files `rack.name` or `rack_name`. */
export function columnOf(field: string, columns: readonly Column[]): string {
  const [first = ''] = field.split('.')
  const names = [
    field,
    `${field}.name`,
    `${field}_name`,
    `snmp_params.${field}`,
    first,
    `${first}.name`,
    `${first}_name`,
  ]
  return names.find((name) => columns.some((column) => column.name === name)) ?? ''
}

/** A row as it goes through the import: what it says, or why it cannot be read. */
export type ReadRow = { kind: ImportKind; line: number; name: string } & (
  | { given: Given; errors?: undefined }
  | { given?: undefined; errors: FieldError[] }
)

/** As `readRow`, with the errors as a value: rows come out of another thread. */
export function tryRow(row: FileRow, known: ReadonlySet<string>): ReadRow {
  const named = { kind: row.kind, line: row.line, name: (row.cells.get('name') ?? '').slice(0, 200) }
  try {
    return { ...named, given: readRow(row, known) }
  } catch (fault) {
    if (fault instanceof RowFault) return { ...named, errors: fault.errors }
    throw fault
  }
}

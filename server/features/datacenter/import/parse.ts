import Papa from 'papaparse'
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { type ImportFormat, type ImportKind, importKinds, MOST_ROWS } from '../../../domain/import/kinds.ts'
import { PanelError } from '../../../domain/shared/errors.ts'

/** One record as the file has it: texts by column. */
export type FileRow = { kind: ImportKind; line: number; cells: ReadonlyMap<string, string> }

const refuse = (words: string) => new PanelError('invalid_input', words, { value: 'text' })
const tooMany = () => refuse(`The file has over ${MOST_ROWS} rows: divide it`)

/** @throws PanelError when it is no such file at all; the words name the line, and hold nothing of the file */
export function parseFile(format: ImportFormat, kind: ImportKind | 'all', text: string): FileRow[] {
  const plain = text.replace(/^\ufeff/, '')
  if (format === 'yaml') return parseYaml(kind, plain)
  if (kind === 'all') throw refuse('A CSV file holds one kind: say which')
  return parseCsv(kind, plain)
}

/** An apostrophe in front of what a spreadsheet would run is the export's, not the record's. */
const unguarded = (cell: string) => cell.trim().replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')

function parseCsv(kind: ImportKind, text: string): FileRow[] {
  const rows: FileRow[] = []
  const seen: { head: string[] | null; fault: PanelError | null } = { head: null, fault: null }
  let at = 0
  let line = 1
  Papa.parse<string[]>(text, {
    delimiter: markOf(text),
    step({ data, errors, meta }, parser) {
      const here = line
      line += text.slice(at, meta.cursor).split(/\r\n|\n|\r/).length - 1
      at = meta.cursor
      const problem = errors.find(({ type }) => type === 'Quotes')
      const { head } = seen
      if (problem)
        seen.fault = refuse(`Line ${here}: a quotation mark is not closed, or stands in the middle of a cell`)
      else if (data.every((cell) => cell.trim() === '')) return
      else if (!head) seen.head = data.map((cell) => cell.trim())
      else if (data.length > head.length)
        seen.fault = refuse(`Line ${here} has ${data.length} cells, the first ${head.length}`)
      else if (rows.length === MOST_ROWS) seen.fault = tooMany()
      else rows.push({ kind, line: here, cells: new Map(head.map((name, n) => [name, unguarded(data[n] ?? '')])) })
      if (seen.fault) parser.abort()
    },
  })
  if (seen.fault) throw seen.fault
  if (!seen.head) throw refuse('The file is empty: its first line has to name the columns')
  refuseTwice(seen.head)
  return rows
}

/** What stands between the cells, by the first line: names of columns have none of these. */
function markOf(text: string): string {
  const first = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const count = (mark: string) => first.split(mark).length
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

function refuseTwice(names: readonly string[]) {
  const twice = names.find((name, n) => name !== '' && names.indexOf(name) !== n)
  if (twice) throw refuse(`The column ${twice.slice(0, 60)} is there twice`)
}

/** Every scalar is a text here (the failsafe schema of YAML 1.2): 007 stays 007, and no is no country's fault. */
function parseYaml(kind: ImportKind | 'all', text: string): FileRow[] {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const [error] = document.errors
  if (error) throw refuse(`Line ${lines.linePos(error.pos[0]).line}: this is not valid YAML (${error.code})`)
  const rows: FileRow[] = []
  const take = (of: ImportKind, list: unknown) => {
    if (!isSeq(list)) throw refuse(`${of}: a list of records is expected`)
    for (const item of list.items) {
      const line = isMap(item) && item.range ? lines.linePos(item.range[0]).line : 1
      if (!isMap(item)) throw refuse(`${of}: every entry of the list has to be a record with fields`)
      if (rows.length === MOST_ROWS) throw tooMany()
      const cells = new Map<string, string>()
      // Aliases are few and shallow, or refused: one could stand for millions.
      flatten(
        plainly(() => item.toJS(document, { maxAliasCount: 10, mapAsMap: true }), line),
        '',
        cells,
        line,
      )
      rows.push({ kind: of, line, cells })
    }
  }
  const { contents } = document
  if (isMap(contents)) {
    for (const { key, value } of contents.items) {
      const name = isScalar(key) ? String(key.value) : ''
      const of = importKinds.find((one) => one === name)
      if (!of) throw refuse(`There is no kind ${name.slice(0, 60)}: ${importKinds.join(', ')}`)
      if (kind !== 'all' && of !== kind) throw refuse(`The file has ${of} too: import it as a whole`)
      take(of, value)
    }
  } else if (kind === 'all') throw refuse('A list for each kind is expected: location, rack, server and so on')
  else take(kind, contents)
  return rows.sort((a, b) => importKinds.indexOf(a.kind) - importKinds.indexOf(b.kind))
}

function flatten(value: unknown, name: string, into: Map<string, string>, line: number) {
  if (value instanceof Map)
    for (const [key, inner] of value) {
      if (typeof key !== 'string') throw refuse(`Line ${line}: names of fields are texts`)
      flatten(inner, name ? `${name}.${key}` : key, into, line)
    }
  else if (Array.isArray(value) && value.every((item) => typeof item === 'string')) into.set(name, value.join(' '))
  else if (typeof value === 'string') into.set(name, value.trim())
  else if (value !== null && value !== undefined)
    throw refuse(`Line ${line}: ${name.slice(0, 60)} is no text, number or list`)
}

/** @throws PanelError for aliases that are too many, or of nothing */
function plainly(read: () => unknown, line: number): unknown {
  try {
    return read()
  } catch {
    throw refuse(`Line ${line}: its aliases are too many, or name nothing`)
  }
}

import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'
import { type ImportKind, importKinds, LONGEST_CELL } from '../../../domain/import/kinds.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { checkColumns, type FileRow, FileRows, invalid, shortName } from './file-rows.ts'

/** Signs and texts of a document; what the parser makes of each takes about half a KiB. */
const MOST_TOKENS = 1_000_000
/** Nodes that are looked at, those of an alias again each time. */
const MOST_VISITS = 2_000_000
const DEEPEST = 20

/**
 * Every scalar is a text here (the failsafe schema of YAML 1.2): 007 stays 007, and no is no country's fault. Aliases are written
 * out by the walk below: the library looks through the whole document for each of them.
 * @throws PanelError naming the line that is no such document or passes a bound
 */
export function parseYaml(kind: ImportKind | 'all', text: string): FileRow[] {
  rejectMany(text)
  const lines = new LineCounter()
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const [error] = document.errors
  if (error) throw invalid(msg`Line ${lines.linePos(error.pos[0]).line}: this is not valid YAML (${error.code})`)
  const file = new FileRows()
  const seen = { targets: targetsOf(document), visits: 0 }
  const take = (of: ImportKind, list: unknown) => {
    if (!isSeq(list)) throw invalid(msg`${of}: a list of records is expected`)
    for (const item of list.items) {
      const line = isMap(item) && item.range ? lines.linePos(item.range[0]).line : 1
      if (!isMap(item)) throw invalid(msg`${of}: every entry of the list has to be a record with fields`)
      file.add(of, line, new RowReader(line, seen).read(item))
    }
  }
  const { contents } = document
  if (isMap(contents)) {
    for (const { key, value } of contents.items) {
      const name = isScalar(key) ? String(key.value) : ''
      const of = importKinds.find((one) => one === name)
      if (!of) throw invalid(msg`Kind ${shortName(name)} does not exist: ${importKinds.join(', ')}`)
      if (kind !== 'all' && of !== kind) throw invalid(msg`The file also contains ${of}: import it as a whole`)
      take(of, value)
    }
  } else if (kind === 'all') throw invalid(msg`A list for each kind is expected: location, rack, server and so on`)
  else take(kind, contents)
  return file.rows.sort((a, b) => importKinds.indexOf(a.kind) - importKinds.indexOf(b.kind))
}

function rejectMany(text: string) {
  let count = 0
  for (const _ of new Lexer().lex(text))
    if (++count > MOST_TOKENS) throw invalid(msg`The document is too large for YAML: import it as CSV, or split it`)
}

/** What each alias stands for: the last node before it with that anchor. */
function targetsOf(document: Document): Map<Node, Node> {
  const anchors = new Map<string, Node>()
  const targets = new Map<Node, Node>()
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) {
        const target = anchors.get(node.source)
        if (target) targets.set(node, target)
      } else if (node.anchor) anchors.set(node.anchor, node)
    },
  })
  return targets
}

/** What the records of a document have in common. */
type Seen = { targets: ReadonlyMap<Node, Node>; visits: number }

/** Makes cells of one record: inner records become `rack.name`, lists become values with spaces between them. */
class RowReader {
  private readonly cells = new Map<string, string>()
  private readonly line: number
  private readonly seen: Seen
  constructor(line: number, seen: Seen) {
    this.line = line
    this.seen = seen
  }

  read(record: unknown): ReadonlyMap<string, string> {
    this.flatten(record, '', 0)
    return this.cells
  }

  private flatten(given: unknown, name: string, depth: number) {
    const node = this.open(given, depth)
    if (isMap(node))
      for (const { key, value } of node.items) {
        const field = this.open(key, depth + 1)
        if (!isScalar(field) || typeof field.value !== 'string') throw this.fault(msg`names of fields are texts`)
        this.flatten(value, name ? `${name}.${field.value}` : field.value, depth + 1)
      }
    else if (isSeq(node)) this.set(name, this.join(node.items, name, depth))
    else if (isScalar(node) && typeof node.value === 'string') this.set(name, node.value.trim())
    else if (node !== null && !(isScalar(node) && node.value === null)) throw this.noText(name)
  }

  private join(items: readonly unknown[], name: string, depth: number): string {
    const parts: string[] = []
    let length = 0
    for (const item of items) {
      const node = this.open(item, depth + 1)
      if (!isScalar(node) || typeof node.value !== 'string') throw this.noText(name)
      parts.push(node.value)
      length += node.value.length + 1
      if (length > LONGEST_CELL + 1) break
    }
    return parts.join(' ')
  }

  /** The node itself, or what an alias stands for. */
  private open(node: unknown, depth: number): unknown {
    if (++this.seen.visits > MOST_VISITS) throw this.fault(msg`its aliases are too many, or name nothing`)
    if (depth > DEEPEST) throw this.fault(msg`fields lie at most ${DEEPEST} levels deep`)
    if (!isAlias(node)) return node
    const target = this.seen.targets.get(node)
    if (!target) throw this.fault(msg`its aliases are too many, or name nothing`)
    return target
  }

  private set(name: string, text: string) {
    this.cells.set(name, text)
    checkColumns(this.cells.size, this.line)
  }

  private fault = (words: Text) => invalid(msg`Line ${this.line}: ${words}`)
  private noText = (name: string) => invalid(msg`Line ${this.line}: ${shortName(name)} is not a text, number or list`)
}

import { isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml'
import { textOf } from '../../shared/spoken-error.ts'
import { msg } from '../../shared/text.ts'
import { refused } from '../shared/errors.ts'
import type { Piece } from './fill.ts'
import { shellText } from './lines.ts'

type Value = Exclude<Piece, string>
/** How a text is used: by a shell, as one word of a program's arguments, or by neither. */
type Use = 'shell' | 'word' | 'text'
type Edit = { from: number; to: number; text: string }

/** What cloud-init and Ubuntu's installer run: a text by a shell, a list as it is. */
const COMMANDS = /^(early-commands|late-commands|error-commands|runcmd|bootcmd)$/
const MAX_NODES = 20_000

/** Signs that YAML has only as escapes, beside those of JSON. */
const ESCAPED = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g
/** A text in double quotes: one for YAML 1.1 as well, where yes, 012 and 1:30 are none. */
const quoted = (text: string) =>
  JSON.stringify(text).replace(ESCAPED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * A YAML file, such as an autoinstall file of Ubuntu. The template is read first, with a word in the place of each value; then the texts
 * that have such words are written anew and all else stays as it is, so that a value is part of its text whatever it holds. A list alone
 * in its place becomes one of YAML. In commands values are words of a shell.
 */
export function yamlText(pieces: readonly Piece[]): string {
  const mark = markFor(pieces)
  const filled = pieces.map((piece, n) => (typeof piece === 'string' ? piece : `${mark}${n}z`)).join('')
  const document = parseDocument(filled, { prettyErrors: false })
  const [fault] = document.errors
  if (fault) throw refused(msg`The answer file is not valid YAML: ${textOf(fault)}`)
  const edits: Edit[] = []
  let nodes = 0

  const visit = (node: unknown, use: Use): void => {
    if (++nodes > MAX_NODES) throw refused(msg`The template becomes too large`)
    if (isScalar(node)) visitScalar(node, use)
    else if (isSeq(node)) for (const item of node.items) visit(item, use === 'shell' && isSeq(item) ? 'word' : use)
    else if (isMap(node))
      for (const { key, value } of node.items) {
        visitScalarKey(key)
        visit(value, isScalar(key) && COMMANDS.test(String(key.value)) ? 'shell' : use)
      }
  }
  const partsOf = (words: string): Piece[] =>
    words
      .split(new RegExp(`${mark}(\\d+)z`))
      .flatMap((part, n): Piece[] => (n % 2 === 1 ? [pieces[Number(part)] as Value] : part === '' ? [] : [part]))
  const isMarked = (node: unknown): node is Scalar<string> =>
    isScalar(node) && typeof node.value === 'string' && node.value.includes(mark)
  const visitScalarKey = (key: unknown) => {
    if (isMarked(key)) throw refused(msg`A macro stands in a name of the answer file`)
  }
  const visitScalar = (node: unknown, use: Use) => {
    if (!isMarked(node) || !node.range) return
    const [from, to] = node.range
    // What a block has at its end is its line's as well.
    const end = filled.slice(from, to).endsWith('\n') ? '\n' : ''
    edits.push({ from, to, text: `${textFor(partsOf(node.value), use)}${end}` })
  }
  visit(document.contents, 'text')
  const made = edits
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to), filled)
  if (made.includes(mark)) throw refused(msg`A macro stands in a comment, a tag or an alias of the answer file`)
  return made
}

function textFor(parts: readonly Piece[], use: Use): string {
  const [only] = parts
  const alone = parts.length === 1 && typeof only === 'object' && !only.sh ? only : null
  if (use === 'shell' || (use === 'word' && !alone)) return quoted(shellText(parts))
  if (alone?.whole) return `[${alone.value.map(quoted).join(', ')}]`
  const plain = (piece: Piece) =>
    typeof piece === 'string' ? piece : piece.sh ? shellText([piece]) : piece.value.join(' ')
  return quoted(parts.map(plain).join(''))
}

/** A word that is in no text of the template and in no value. */
function markFor(pieces: readonly Piece[]): string {
  const all = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.value.join('\n'))).join('\n')
  let mark = 'value'
  while (all.includes(mark)) mark += 'x'
  return mark
}

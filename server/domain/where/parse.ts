import { msg, type Text } from '../../shared/text.ts'
import { invalidQuery, shown } from './query-error.ts'
import { type Token, tokenize } from './tokens.ts'

/** Nesting of brackets that an expression may have. */
export const MAX_DEPTH = 64

export type Operator = 'EQ' | 'LT' | 'LE' | 'GT' | 'GE' | 'CP'

/** A value as written: numbers, true and false stay text until the type of the field is known. */
export type Literal = string | null

/**
 * A parsed filter. NE, NCP, NOT IN and IS NOT NULL are `not` around their positive twin, a null that a field is compared
 * with by EQ or IN is IS NULL, so that every comparison is the exact complement of its negation. `at` is the field's offset in the text.
 */
export type Where =
  | { kind: 'and' | 'or'; items: Where[] }
  | { kind: 'not'; item: Where }
  | { kind: 'compare'; field: string; at: number; op: Operator; value: Literal }
  | { kind: 'in'; field: string; at: number; values: string[] }
  | { kind: 'null'; field: string; at: number }

const FIELD = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/

const RESERVED: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'IN', 'IS', 'NULL'])

const isField = ({ kind, text }: Token) => kind === 'word' && FIELD.test(text) && !RESERVED.has(text.toUpperCase())

const OPERATORS: ReadonlyMap<string, { op: Operator; negated: boolean }> = new Map([
  ['EQ', { op: 'EQ', negated: false }],
  ['NE', { op: 'EQ', negated: true }],
  ['NEQ', { op: 'EQ', negated: true }],
  ['LT', { op: 'LT', negated: false }],
  ['LE', { op: 'LE', negated: false }],
  ['GT', { op: 'GT', negated: false }],
  ['GE', { op: 'GE', negated: false }],
  ['CP', { op: 'CP', negated: false }],
  ['NCP', { op: 'CP', negated: true }],
])

const not = (item: Where, negated: boolean): Where => (negated ? { kind: 'not', item } : item)

const among = (field: string, at: number, listed: Literal[]): Where => {
  const values = listed.filter((value) => value !== null)
  const isNull: Where = { kind: 'null', field, at }
  if (!values.length) return isNull
  const isListed: Where = { kind: 'in', field, at, values }
  return values.length < listed.length ? { kind: 'or', items: [isListed, isNull] } : isListed
}

class Parser {
  readonly #tokens: Token[]
  #next = 0

  readonly #parameter: string

  constructor(text: string, parameter: string) {
    this.#parameter = parameter
    this.#tokens = tokenize(parameter, text)
  }

  get empty(): boolean {
    return this.#peek().kind === 'end'
  }

  whole(): Where {
    const where = this.#chain('OR', 0)
    if (this.#peek().kind !== 'end') throw this.#expected(msg`AND, OR or the end`)
    return where
  }

  #peek(): Token {
    return this.#tokens[this.#next] as Token
  }

  #take(): Token {
    const token = this.#peek()
    if (token.kind !== 'end') this.#next++
    return token
  }

  #expected(what: Text, found: Token = this.#peek()): Error {
    const got = found.kind === 'end' ? msg`the end` : shown(found.text)
    return invalidQuery(this.#parameter, msg`expected ${what}, found ${got}`, found.at, found.text || this.#parameter)
  }

  #keyword(word: string): boolean {
    const token = this.#peek()
    if (token.kind !== 'word' || token.text.toUpperCase() !== word) return false
    this.#next++
    return true
  }

  #symbol(kind: '(' | ')' | ','): boolean {
    if (this.#peek().kind !== kind) return false
    this.#next++
    return true
  }

  /** `OR` over `AND` over comparisons: one method, the weaker word first. */
  #chain(word: 'OR' | 'AND', depth: number): Where {
    const part = () => (word === 'OR' ? this.#chain('AND', depth) : this.#not(depth))
    const first = part()
    if (!this.#keyword(word)) return first
    const items = [first, part()]
    while (this.#keyword(word)) items.push(part())
    return { kind: word === 'OR' ? 'or' : 'and', items }
  }

  #not(depth: number): Where {
    const negated = this.#keyword('NOT')
    return not(this.#primary(depth), negated)
  }

  #primary(depth: number): Where {
    const open = this.#peek()
    if (!this.#symbol('(')) return this.#comparison()
    if (depth >= MAX_DEPTH)
      throw invalidQuery(this.#parameter, msg`brackets nested deeper than ${MAX_DEPTH}`, open.at, '(')
    const inner = this.#chain('OR', depth + 1)
    if (!this.#symbol(')')) throw this.#expected(msg`a closing bracket, AND or OR`)
    return inner
  }

  #comparison(): Where {
    const name = this.#take()
    if (!isField(name)) throw this.#expected(msg`a field`, name)
    const { text: field, at } = name

    if (this.#keyword('IS')) {
      const negated = this.#keyword('NOT')
      if (!this.#keyword('NULL')) throw this.#expected(negated ? msg`NULL` : msg`NULL or NOT NULL`)
      return not({ kind: 'null', field, at }, negated)
    }
    const outside = this.#keyword('NOT')
    if (this.#keyword('IN')) return not(among(field, at, this.#values()), outside)
    if (outside) throw this.#expected(msg`IN`)

    const operator = this.#take()
    const found = operator.kind === 'word' ? OPERATORS.get(operator.text.toUpperCase()) : undefined
    if (!found) throw this.#expected(msg`an operator (EQ, NE, LT, LE, GT, GE, CP, NCP, IN, IS)`, operator)
    const value = this.#value()
    if (found.op === 'EQ' && value === null) return not({ kind: 'null', field, at }, found.negated)
    return not({ kind: 'compare', field, at, op: found.op, value }, found.negated)
  }

  #values(): Literal[] {
    if (!this.#symbol('(')) throw this.#expected(msg`an opening bracket`)
    const values = [this.#value()]
    while (this.#symbol(',')) values.push(this.#value())
    if (!this.#symbol(')')) throw this.#expected(msg`a comma or a closing bracket`)
    return values
  }

  #value(): Literal {
    const token = this.#take()
    if (token.kind === 'quoted') return token.text
    if (token.kind !== 'word') throw this.#expected(msg`a value`, token)
    return token.text.toLowerCase() === 'null' ? null : token.text
  }
}

/**
 * Parses a decoded `where` text, or another of that grammar; null when it is empty.
 * @throws PanelError `invalid_query` with the position for bad syntax, over 8 KiB, or brackets deeper than 64
 */
export const parseWhere = (text: string, parameter = 'where'): Where | null => {
  const parser = new Parser(text, parameter)
  return parser.empty ? null : parser.whole()
}

/** Whether a filter holds a comparison that satisfies `test`. */
export const someComparison = (where: Where, test: (leaf: Where) => boolean): boolean => {
  if (where.kind === 'and' || where.kind === 'or') return where.items.some((item) => someComparison(item, test))
  return where.kind === 'not' ? someComparison(where.item, test) : test(where)
}

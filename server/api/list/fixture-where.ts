import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { accounts, addresses, moments, nodes, type TestRow, uuids, words } from './fixture-rows.ts'

/** A value as a client writes it: quoted, bare, or null. */
export type Written = { text: string; quoted: boolean } | null

/** A filter as the generator makes it and the reference judges it; `renderFilter` writes it in the language. */
export type Filter =
  | { kind: 'and'; items: Filter[] }
  | { kind: 'or'; items: Filter[] }
  | { kind: 'not'; item: Filter }
  | { kind: 'compare'; field: string; op: string; value: Written }
  | { kind: 'in'; field: string; negated: boolean; values: Written[] }
  | { kind: 'null'; field: string; negated: boolean }

type Kind = 'number' | 'bool' | 'text' | 'uuid' | 'time' | 'inet'
type Value = string | number | boolean | Date | null

/** Every name that `where` takes: how it is compared, and its values in a row (several for the members of a list). */
const fields: Record<string, { kind: Kind; of: (row: TestRow) => Value[] }> = {
  id: { kind: 'number', of: (row) => [row.id] },
  name: { kind: 'text', of: (row) => [row.name] },
  state: { kind: 'text', of: (row) => [row.state] },
  cpu_number: { kind: 'number', of: (row) => [row.cpu_number] },
  ram_mib: { kind: 'number', of: (row) => [row.ram_mib] },
  load: { kind: 'number', of: (row) => [row.load] },
  is_protected: { kind: 'bool', of: (row) => [row.protected] },
  comment: { kind: 'text', of: (row) => [row.comment] },
  ip_addr: { kind: 'inet', of: (row) => [row.ip_addr] },
  uuid: { kind: 'uuid', of: (row) => [row.uuid] },
  roles: { kind: 'text', of: (row) => [JSON.stringify(row.roles)] },
  property: { kind: 'text', of: (row) => [row.property.a ? '{"a": 1}' : '{}'] },
  create_date: { kind: 'time', of: (row) => [row.create_date] },
  account: { kind: 'number', of: (row) => [row.account_id] },
  'account.id': { kind: 'number', of: (row) => [row.account_id] },
  'account.email': { kind: 'text', of: (row) => [accounts.find(({ id }) => id === row.account_id)?.email ?? null] },
  node: { kind: 'number', of: (row) => [row.node_id] },
  'node.name': { kind: 'text', of: (row) => [nodes.find(({ id }) => id === row.node_id)?.name ?? null] },
  tag: { kind: 'number', of: (row) => row.tags.map(({ id }) => id) },
  'tag.name': { kind: 'text', of: (row) => row.tags.map(({ name }) => name) },
}

/** Fields that have one value a row. */
export const sortable = Object.keys(fields).filter((name) => !name.startsWith('tag') && name !== 'property')
/** A row's value of a field for sorting. */
export const sortValue = (row: TestRow, field: string): Value => fields[field]?.of(row)[0] ?? null

const addressKey = (text: string): number[] => {
  const address = ipaddr.parse(text)
  return [address.kind() === 'ipv4' ? 4 : 6, ...address.toByteArray()]
}

/** Order of two values of one field as lists sort them; nulls first. */
export const compareValues = (field: string, left: Value, right: Value): number => {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null)
  if (typeof left !== 'string' || typeof right !== 'string') return Number(left) - Number(right)
  if (fields[field]?.kind !== 'inet') return Buffer.compare(Buffer.from(left), Buffer.from(right))
  return Buffer.compare(Buffer.from(addressKey(left)), Buffer.from(addressKey(right)))
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/
const holds = (op: string, order: number): boolean =>
  ({ EQ: order === 0, LT: order < 0, LE: order <= 0, GT: order > 0, GE: order >= 0 })[op] ?? false

const shownText = (value: Exclude<Value, null>): string =>
  value instanceof Date ? value.toISOString().slice(0, 19).replace('T', ' ') : String(value)

const like = (pattern: string, text: string): boolean => {
  const source = [...pattern.toLowerCase()].map((char) =>
    char === '%' ? '[^]*' : char === '_' ? '[^]' : char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
  )
  return new RegExp(`^${source.join('')}$`, 'u').test(text.toLowerCase())
}

/** Whether a row's one value meets a positive comparison. */
const meets = (kind: Kind, op: string, value: Value, written: Written): boolean => {
  if (written === null) return op === 'EQ' && value === null
  if (value === null) return false
  const { text } = written
  if (text.includes('\0')) return false
  if (op === 'CP') return like(text, shownText(value))
  const word = text.trim().toLowerCase()
  if (kind === 'number') {
    const number = word === 'true' ? 1 : word === 'false' ? 0 : NUMBER.test(word) ? Number(word) : Number.NaN
    return !Number.isNaN(number) && holds(op, Number(value) < number ? -1 : Number(value) > number ? 1 : 0)
  }
  if (kind === 'bool') {
    const index = ['false', '0', 'no', 'off', 'f', 'true', '1', 'yes', 'on', 't'].indexOf(word)
    return index >= 0 && holds(op, Number(value) - Number(index >= 5))
  }
  if (kind === 'time') {
    const iso = /^\d{4}-\d\d-\d\d([ t]\d\d:\d\d(:\d\d(\.\d+)?)?z?)?$/.test(word)
      ? word.replace(' ', 'T').replace('z', '')
      : ''
    const from = Date.parse(iso.length === 10 ? `${iso}T00:00:00Z` : `${iso}Z`)
    const at = Number(value)
    const until = from + (iso.includes('.') ? 1 : 1000)
    const isReal = !Number.isNaN(from) && new Date(from).toISOString().startsWith(iso.slice(0, 10))
    return isReal && holds(op, at < from ? -1 : at >= until ? 1 : 0)
  }
  if (kind === 'inet') {
    return (
      (ipaddr.IPv4.isValidFourPartDecimal(word) || ipaddr.IPv6.isValid(word)) &&
      !word.includes('%') &&
      holds(op, Buffer.compare(Buffer.from(addressKey(String(value))), Buffer.from(addressKey(word))))
    )
  }
  if (kind === 'uuid' && !uuids.includes(word)) return false
  return holds(op, Buffer.compare(Buffer.from(String(value)), Buffer.from(kind === 'uuid' ? word : text)))
}

const POSITIVE: Record<string, string> = { NE: 'EQ', NEQ: 'EQ', NCP: 'CP' }

/** Expected result for a row, written independently of the engine: a null matches no comparison, and every negation. */
export const judge = (filter: Filter, row: TestRow): boolean => {
  if (filter.kind === 'and') return filter.items.every((item) => judge(item, row))
  if (filter.kind === 'or') return filter.items.some((item) => judge(item, row))
  if (filter.kind === 'not') return !judge(filter.item, row)
  const field = fields[filter.field]!
  const values = field.of(row)
  const isNull = values.every((value) => value === null)
  if (filter.kind === 'null') return isNull !== filter.negated
  const some = (op: string, written: Written) =>
    op === 'EQ' && written === null ? isNull : values.some((value) => meets(field.kind, op, value, written))
  if (filter.kind === 'compare') return some(POSITIVE[filter.op] ?? filter.op, filter.value) !== filter.op in POSITIVE
  return filter.values.some((written) => some('EQ', written)) !== filter.negated
}

const caseless = (word: string, flip: number) =>
  [...word].map((char, at) => ((flip >> at) & 1 ? char.toLowerCase() : char)).join('')

const renderValue = (written: Written): string => {
  if (written === null) return 'null'
  if (!written.quoted) return written.text
  return written.text.includes("'") && !written.text.includes('"')
    ? `"${written.text}"`
    : `'${written.text.replaceAll("'", "''")}'`
}

/** A filter in the language. `flip` varies the case of keywords. */
export const renderFilter = (filter: Filter, flip = 0): string => {
  const key = (word: string) => caseless(word, flip)
  const inner = (item: Filter) =>
    item.kind === 'and' || item.kind === 'or' || item.kind === 'not'
      ? `(${renderFilter(item, flip)})`
      : renderFilter(item, flip)
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.items.map(inner).join(` ${key(filter.kind.toUpperCase())} `)
    case 'not':
      return `${key('NOT')} ${inner(filter.item)}`
    case 'null':
      return `${filter.field} ${key(filter.negated ? 'IS NOT NULL' : 'IS NULL')}`
    case 'in':
      return `${filter.field} ${key(filter.negated ? 'NOT IN' : 'IN')} (${filter.values.map(renderValue).join(', ')})`
    default:
      return `${filter.field} ${key(filter.op)} ${renderValue(filter.value)}`
  }
}

const BARE = /^[^\s(),'"]+$/
const texts = [
  ...words,
  ...addresses,
  ...uuids,
  ...moments,
  '1',
  '2',
  '-1',
  '5.5',
  '5.0',
  '.5',
  '1e400',
  '-1e400',
  '9223372036854775808',
  '-9223372036854775809',
  '9007199254740991',
  'NaN',
  'Infinity',
  '0x10',
  'FALSE',
  'yes',
  '2026-01-01',
  '2026-01-01 00:00:00',
  '2026-13-45',
  '2026-02-30 00:00',
  'active',
  '%@admin%',
  '["@admin"]',
  '%vm%',
  '_m1',
  '%\\%',
  '10.0.0.%',
  '{"a": 1}',
  '%01-01 00%',
  'a\0b',
  "' OR 1=1 --",
  '1); DROP TABLE vm; --',
  '$1',
  '300.1.1.1',
  'fe80::1%eth0',
  '10.0.0.2/33',
  'web',
  uuids[1]!.toUpperCase(),
]
const written: fc.Arbitrary<Written> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 12,
    arbitrary: fc.record({ text: fc.constantFrom(...texts), quoted: fc.boolean() }).map(({ text, quoted }) => ({
      text,
      quoted: quoted || !BARE.test(text) || text.includes('\0') || text === 'null',
    })),
  },
)
const field = fc.constantFrom(...Object.keys(fields))
const ops = fc.constantFrom('EQ', 'NE', 'NEQ', 'LT', 'LE', 'GT', 'GE', 'CP', 'NCP')

/** Filters over the test list. */
export const filters: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter; leaf: Filter }>((tie) => ({
  leaf: fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('compare' as const), field, op: ops, value: written }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('in' as const),
        field,
        negated: fc.boolean(),
        values: fc.array(written, { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('null' as const), field, negated: fc.boolean() }) },
  ),
  filter: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'filter' },
    tie('leaf'),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      items: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), item: tie('filter') }),
  ),
})).filter

import type { Literal, Operator } from '../../domain/where/parse.ts'
import { type FieldSpec, type FieldType, fieldText } from './fields.ts'
import { type Operand, toBoolean, toInet, toNumber, toText, toTime, toUuid, toWhole } from './operand.ts'
import { type Fragment, joinSql, raw, sql } from './sql.ts'

type Comparison = Exclude<Operator, 'CP'>
type Field = FieldSpec<never>

const SIGNS: Record<Comparison, string> = { EQ: '=', LT: '<', LE: '<=', GT: '>', GE: '>=' }
const NOTHING = raw('false')

/** Rows without a value. */
export const isNull = (field: Field): Fragment => raw(`(${field.sql}) IS NULL`)
/** Rows with a value. */
export const isNotNull = (field: Field): Fragment => raw(`(${field.sql}) IS NOT NULL`)

/** A comparison with a value the type cannot hold: beyond its end every row that has a value is smaller, or greater. */
const outside = (field: Field, op: Comparison, kind: Exclude<Operand<never>['kind'], 'value'>): Fragment => {
  const holds = (kind === 'above' && (op === 'LT' || op === 'LE')) || (kind === 'below' && (op === 'GT' || op === 'GE'))
  return holds ? isNotNull(field) : NOTHING
}

/** `left op $n::type` for types that compare a value as it is. */
const plain = (field: Field, left: string, op: Comparison, operand: Operand<unknown>, type: string): Fragment =>
  operand.kind === 'value'
    ? sql`${raw(`(${left}) ${SIGNS[op]} `)}${operand.value}${raw(`::${type}`)}`
    : outside(field, op, operand.kind)

const compareWhole = (field: Field, op: Comparison, text: string): Fragment => {
  const operand = toWhole(text)
  if (operand.kind !== 'value') return outside(field, op, operand.kind)
  const { floor, ceil } = operand.value
  if (op === 'EQ' && floor !== ceil) return NOTHING
  const bound = op === 'LT' || op === 'GE' ? ceil : floor
  return plain(field, field.sql, op, { kind: 'value', value: bound }, 'bigint')
}

/** A written time covers the second it names: EQ means within it, GT after it, LE up to its end. */
const compareTime = (field: Field, op: Comparison, text: string): Fragment => {
  const operand = toTime(text)
  if (operand.kind !== 'value') return NOTHING
  const { from, until } = operand.value
  const bound = (sign: string, seconds: number) =>
    sql`${raw(`(${field.sql}) ${sign} to_timestamp(`)}${seconds}${raw('::double precision)')}`
  if (op === 'EQ') return sql`(${bound('>=', from)} AND ${bound('<', until)})`
  if (op === 'LT' || op === 'GE') return bound(SIGNS[op], from)
  return op === 'LE' ? bound('<', until) : bound('>=', until)
}

/** A LIKE pattern in which only `%` and `_` mean something. */
const pattern = (text: string): string => text.replaceAll('\\', '\\\\')

/** A text against a LIKE pattern, without case; null matches nothing. */
export const isLike = (text: string, like: string | null): Fragment =>
  sql`${raw(`(${text}) ILIKE `)}${like}${raw('::text')}`

/** The field's text against a LIKE pattern, without case. */
const matches = (field: Field, like: string): Fragment =>
  like.includes('\0') ? NOTHING : isLike(fieldText(field), like)

/** One comparison as SQL that is true for the rows that match; null and false both mean no match. */
export const compare = (field: Field, op: Operator, value: Literal): Fragment => {
  if (value === null) return NOTHING
  if (op === 'CP') return matches(field, pattern(value))
  switch (field.type) {
    case 'int':
      return compareWhole(field, op, value)
    case 'time':
      return compareTime(field, op, value)
    case 'number':
      return plain(field, field.sql, op, toNumber(value), 'double precision')
    case 'bool':
      return plain(field, field.sql, op, toBoolean(value), 'boolean')
    case 'inet':
      return plain(field, field.sql, op, toInet(value), 'inet')
    case 'uuid':
      return plain(field, field.sql, op, toUuid(value), 'uuid')
    default:
      if (field.finds && op === 'EQ') return raw(field.finds([value]))
      return plain(field, fieldText(field), op, toText(value), 'text')
  }
}

/** Types whose values an index finds by one array parameter. */
const ARRAYS: Partial<Record<FieldType, string>> = { int: 'bigint[]', text: 'text[]', enum: 'text[]', uuid: 'uuid[]' }

/** The value as an element of an array parameter; null when nothing can be equal to it. */
export const listed = (field: Field, text: string): string | null => {
  if (field.type === 'int') {
    const whole = toWhole(text)
    return whole.kind === 'value' && whole.value.floor === whole.value.ceil ? whole.value.floor : null
  }
  const operand = field.type === 'uuid' ? toUuid(text) : toText(text)
  return operand.kind === 'value' ? operand.value : null
}

/** `IN`: one array parameter where that helps, otherwise one comparison a value. */
export const isAmong = (field: Field, values: readonly string[]): Fragment => {
  if (field.finds) return raw(field.finds(values))
  const array = ARRAYS[field.type]
  if (!array)
    return sql`(${joinSql(
      values.map((value) => compare(field, 'EQ', value)),
      ' OR ',
    )})`
  const held = values.map((value) => listed(field, value)).filter((item) => item !== null)
  return sql`${raw(`(${field.sql}) = ANY (`)}${held}${raw(`::${array})`)}`
}

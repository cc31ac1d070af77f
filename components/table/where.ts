import type { Filter, FilterOperator } from './filters.ts'
import { isComplete } from './filters.ts'

const plainNumber = /^-?\d{1,15}(\.\d{1,9})?$/

/** A value as the `where` grammar reads it: numbers and truth values bare, else quoted with inner quotes doubled. */
export function literal(value: string): string {
  if (plainNumber.test(value) || value === 'true' || value === 'false') return value
  return `'${value.replaceAll("'", "''")}'`
}

const signs = { is: 'EQ', isNot: 'NE', atLeast: 'GE', atMost: 'LE' } as const

function comparison(field: string, op: FilterOperator, values: readonly string[]): string {
  const [first = ''] = values
  switch (op) {
    case 'empty':
      return `${field} IS NULL`
    case 'filled':
      return `${field} IS NOT NULL`
    case 'contains':
      return `${field} CP ${quoted(`%${first}%`)}`
    case 'lacks':
      return `${field} NCP ${quoted(`%${first}%`)}`
    case 'is':
    case 'isNot':
      if (values.length > 1) return `${field} ${op === 'is' ? 'IN' : 'NOT IN'} (${values.map(literal).join(',')})`
      return `${field} ${signs[op]} ${literal(first)}`
    case 'atLeast':
    case 'atMost':
      return `${field} ${signs[op]} ${literal(first)}`
  }
}

// A pattern is text even when it looks like a number.
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 *
 * Composes the `where` of a list: every condition must hold.
 *
 * @param base fixed condition of the page, already in the grammar (disks of one VM)
 * @returns undefined without conditions
 */
export function composeWhere(filters: readonly Filter[], base?: string): string | undefined {
  const parts = filters.filter(isComplete).map(
    ({ field, op, values }) =>
      `(${comparison(
        field,
        op,
        values.filter((value) => value !== ''),
      )})`,
  )
  if (base) parts.unshift(`(${base})`)
  return parts.length > 0 ? parts.join(' AND ') : undefined
}

/** One column and its direction. */
export type Sort = { field: string; desc: boolean }

/** `name`, `-name`: as the address holds it. */
export const sortText = (sort: Sort): string => (sort.desc ? `-${sort.field}` : sort.field)

export const parseSort = (text: string): Sort | null => {
  const field = text.replace(/^-/, '')
  return /^[a-z_][a-z0-9_.]*$/.test(field) ? { field, desc: text.startsWith('-') } : null
}

/**
 * The `orderby` of a list; the id makes the order of equals certain, so that pages never overlap.
 * @param worstFirst by health before anything else, for lists that know it
 */
export const composeOrderby = (sort: Sort, worstFirst = false): string =>
  [
    ...(worstFirst ? ['health.level desc'] : []),
    `${sort.field} ${sort.desc ? 'desc' : 'asc'}`,
    ...(sort.field === 'id' ? [] : ['id asc']),
  ].join(',')

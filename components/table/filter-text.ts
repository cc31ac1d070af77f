import { type Filter, type FilterOperator, operators } from './filters.ts'

// In the address a filter is `field:op:value,value` and filters are divided by `;`. Inside a value the two dividers and
// the backslash carry a backslash; a colon needs none, because only the first two divide.

const escapeValue = (value: string) => value.replace(/[\\,;]/g, '\\$&')

/** Cuts at a divider that carries no backslash; the backslashes stay. */
function cut(text: string, divider: string): string[] {
  const parts = ['']
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === divider) parts.push('')
    else parts[parts.length - 1] += char === '\\' ? char + text.charAt(++at) : char
  }
  return parts
}

const isOperator = (text: string): text is FilterOperator => (operators as readonly string[]).includes(text)

/** Filters as the address holds them. */
export const filtersToText = (filters: readonly Filter[]): string =>
  filters.map(({ field, op, values }) => `${field}:${op}:${values.map(escapeValue).join(',')}`).join(';')

/** Reads them back; what is no filter is left out, an address may come from anywhere. */
export function filtersFromText(text: string): Filter[] {
  return cut(text, ';').flatMap((part) => {
    const match = /^([a-z_][a-z0-9_.]*):(\w+):(.*)$/s.exec(part)
    const [, field, op, rest] = match ?? []
    if (!field || !op || rest === undefined || !isOperator(op)) return []
    const values = rest === '' ? [] : cut(rest, ',').map((value) => value.replace(/\\(.)/gs, '$1'))
    return [{ field, op, values }]
  })
}

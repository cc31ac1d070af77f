import { type FieldSpec, fieldText } from './fields.ts'

type Field = FieldSpec<never>

/**
 * Hexadecimal digits of a word that may be an address of a network card or a part of one, from two bytes on: `db-` is how names begin. Null for any
 * other word.
 */
export const macDigits = (term: string): string | null => {
  const isPairs = /^[0-9a-f]{2}([:-][0-9a-f]{2})+[:-]?[0-9a-f]?$/i.test(term)
  const isFours = /^[0-9a-f]{4}(\.[0-9a-f]{4}){0,2}\.?[0-9a-f]{0,3}$/i.test(term) && term.includes('.')
  const isBare = /^[0-9a-f]{6,12}$/i.test(term)
  return isPairs || isFours || isBare ? term.replace(/[^0-9a-f]/gi, '').toLowerCase() : null
}

/** The text of a field as a search compares it; an index on it has the same expression. */
export const searchedText = (field: Field): string =>
  field.searchAs === 'mac' ? `replace(${field.sql}, ':', '')` : fieldText(field)

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export type SearchPatterns = { exact: string; prefix: string; anywhere: string }

/** LIKE patterns of a word in a field; null where the word cannot stand in it. A number is found whole or not at all. */
export function searchPatterns(field: Field, term: string): SearchPatterns | null {
  if (term.includes('\0')) return null
  if (field.searchAs === 'number') return /^\d{1,9}$/.test(term) ? { exact: term, prefix: term, anywhere: term } : null
  const word = field.searchAs === 'mac' ? macDigits(term) : term
  if (word === null) return null
  const exact = escaped(word)
  return { exact, prefix: `${exact}%`, anywhere: `%${exact}%` }
}

import type { Where } from '../../domain/where/parse.ts'
import { invalidQuery, shown } from '../../domain/where/query-error.ts'
import { msg } from '../../shared/text.ts'
import { compare, isAmong, isLike, isNotNull, isNull, listed } from './compare.ts'
import type { ListDefinition, Resolved } from './define.ts'
import type { FieldSpec } from './fields.ts'
import { searchedText, searchPatterns } from './searched.ts'
import { type Fragment, joinSql, raw, sql } from './sql.ts'

type Leaf = Exclude<Where, { kind: 'and' | 'or' | 'not' }>

/** A condition on a row's list: some member meets it. */
const amongMembers = ({ member }: Resolved<never>, condition: Fragment): Fragment =>
  member ? sql`EXISTS (SELECT 1 FROM ${raw(`${member.from} WHERE (${member.where})`)} AND ${condition})` : condition

/**
 * Rows whose array has one of the values. They are collected first: with an order and a limit PostgreSQL expects so many that it would read rows in that order
 * until it has met enough, which for a rare value is all of them.
 */
const withElement = <Actor>(
  list: ListDefinition<Actor>,
  field: FieldSpec<never>,
  array: string,
  texts: readonly string[],
) => {
  const id = `(${list.key.sql})`
  const held = texts.map((text) => listed(field, text)).filter((item) => item !== null)
  return sql`${raw(`${id} = ANY (ARRAY(SELECT ${id} FROM ${list.from} WHERE ${array} && `)}${held}${raw('::text[]))')}`
}

/** What a condition compares for equality with; null for any other. */
const equalTo = (leaf: Leaf): readonly string[] | null => {
  if (leaf.kind === 'in') return leaf.values
  return leaf.kind === 'compare' && leaf.op === 'EQ' && leaf.value !== null ? [leaf.value] : null
}

const compileLeaf = <Actor>(list: ListDefinition<Actor>, actor: Actor, leaf: Leaf): Fragment => {
  const resolved = list.resolve(actor, leaf.field)
  if (!resolved) throw invalidQuery('where', msg`no field called ${shown(leaf.field)}`, leaf.at, leaf.field)
  const { field, member } = resolved
  const values = member?.array === undefined ? null : equalTo(leaf)
  if (member?.array && values) return withElement(list, field, member.array, values)
  if (leaf.kind === 'null') {
    return member ? sql`NOT ${amongMembers(resolved, isNotNull(field))}` : isNull(field)
  }
  return amongMembers(resolved, leaf.kind === 'in' ? isAmong(field, leaf.values) : compare(field, leaf.op, leaf.value))
}

/**
 * A parsed filter as an SQL condition that is true exactly for the rows that match. Nulls never match a comparison, and
 * always match its negation: `IS NOT TRUE` turns the unknown of SQL into a yes.
 * @throws PanelError `invalid_query` for a field that the list has not
 */
export const compileWhere = <Actor>(list: ListDefinition<Actor>, actor: Actor, where: Where): Fragment => {
  switch (where.kind) {
    case 'not':
      return sql`(${compileWhere(list, actor, where.item)}) IS NOT TRUE`
    case 'and':
    case 'or': {
      const items = where.items.map((item) => compileWhere(list, actor, item))
      return sql`(${joinSql(items, where.kind === 'and' ? ' AND ' : ' OR ')})`
    }
    default:
      return compileLeaf(list, actor, where)
  }
}

/** Words of a search that are looked for; more would only slow the search down. */
const MAX_TERMS = 8

/** The words of a search text, separated by spaces. */
export const searchTerms = (text: string): string[] =>
  text
    .slice(0, 200)
    .split(/\s+/)
    .filter((term) => term !== '')
    .slice(0, MAX_TERMS)

const searched = <Actor>(list: ListDefinition<Actor>, actor: Actor): Resolved<Actor>[] =>
  (list.search ?? []).map((name) => list.resolve(actor, name)).filter((found) => found !== undefined)

/** A trigram index finds no word shorter than this. */
const TRIGRAM = 3

/**
 * The rows that are in one of several places. An OR over tables makes PostgreSQL read every row; ids collected from
 * each place separately use the indexes (measured on 100,000 VMs: 1 ms for a rare word instead of 50).
 */
const gathered = <Actor>(list: ListDefinition<Actor>, places: readonly Fragment[]): Fragment => {
  const id = `(${list.key.sql})`
  const each = places.map(
    (place) => sql`SELECT ${raw(`${id} FROM ${list.from}${list.joinsFor(place.parts)}`)} WHERE ${place}`,
  )
  return sql`${raw(id)} IN (${joinSql(each, ' UNION ALL ')})`
}

/** Where a word is looked for: a condition for each search field that it can stand in. */
const placesOf = <Actor>(list: ListDefinition<Actor>, actor: Actor, term: string): Fragment[] =>
  searched(list, actor).flatMap((found) => {
    const like = searchPatterns(found.field, term)?.anywhere
    return like === undefined ? [] : [amongMembers(found, isLike(searchedText(found.field), like))]
  })

const eitherOf = (places: readonly Fragment[]): Fragment =>
  places.length > 0 ? sql`(${joinSql(places, ' OR ')})` : raw('false')

/** Whether every word stands somewhere in the search fields of a row, without case: for rows that were found otherwise. */
export const compileMatch = <Actor>(list: ListDefinition<Actor>, actor: Actor, text: string): Fragment =>
  joinSql(
    searchTerms(text).map((term) => eitherOf(placesOf(list, actor, term))),
    ' AND ',
  )

/** Rows in which every word stands somewhere in the search fields, without case. Null when there is no word. */
export const compileSearch = <Actor>(list: ListDefinition<Actor>, actor: Actor, text: string): Fragment | null => {
  const terms = searchTerms(text)
  if (!terms.length) return null
  const usesIndexes = list.searchIndexed && list.visible(actor) === null
  const anywhere = terms.map((term) => {
    const places = placesOf(list, actor, term)
    return usesIndexes && places.length > 0 && term.length >= TRIGRAM ? gathered(list, places) : eitherOf(places)
  })
  return joinSql(anywhere, ' AND ')
}

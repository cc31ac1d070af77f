import { isLike } from './compare.ts'
import { compileMatch } from './compile.ts'
import type { ListDefinition, Resolved } from './define.ts'
import { fieldText } from './fields.ts'
import { type SearchPatterns, searchedText, searchPatterns } from './searched.ts'
import { type Fragment, joinSql, raw, sql } from './sql.ts'

/** A list whose rows are found beside those of others. */
export type Findable<Actor, Kind extends string = string> = {
  kind: Kind
  list: ListDefinition<Actor>
  /** Search fields that are looked into, when not all of the list's; the first is the name. */
  fields?: readonly string[]
  /** Rows of the same name are many, so that none is looked for by its whole name first. */
  repeats?: true
  /** Field of the record that the row's id is a part of: the location of a VLAN. */
  within?: string
  /** Fields that describe location or use of an object, as texts. */
  facts?: readonly string[]
}

/** A match by its list's key; `rank` 0 for an exact match, up to 4; `field` and `value`: where it was found. */
export type Match<Kind extends string = string> = {
  kind: Kind
  key: number
  field: string
  value: string
  rank: number
}

/** What is shown of a match. */
export type Shown = {
  kind: string
  key: number
  id: number
  within: number | null
  name: string
  facts: (string | null)[]
}

/** Maximum number of matches read from one place: more only mean that the text is too short. */
const LOOKED_AT = 200
/** A shorter word has no trigram to find it by, so that names alone are looked at, from their beginning. */
const TRIGRAM = 3

/** A field with the patterns that are looked for in it. */
type Place<Actor> = Resolved<Actor> & { text: string; first: boolean; like: string; patterns: SearchPatterns }

const fieldsOf = <Actor>({ list, fields }: Findable<Actor>): readonly string[] => fields ?? list.search ?? []

const placesOf = <Actor>(one: Findable<Actor>, actor: Actor, term: string): Place<Actor>[] =>
  fieldsOf(one).flatMap((name, at) => {
    const found = one.list.resolve(actor, name)
    const patterns = found && searchPatterns(found.field, term)
    const short = term.length < TRIGRAM
    if (!patterns || (short && at > 0 && found.field.searchAs !== 'number')) return []
    const like = short ? patterns.prefix : patterns.anywhere
    return [{ ...found, text: searchedText(found.field), first: at === 0, like, patterns }]
  })

const and = (conditions: readonly (Fragment | null)[]) =>
  joinSql(
    conditions.filter((one) => one !== null).map((one) => sql`(${one})`),
    ' AND ',
  )

/** The first field's exact match is the best, then its beginning, then any part of it, then other fields. */
const rankOf = <Actor>({ text, first, like, patterns: { exact, prefix } }: Place<Actor>): Fragment =>
  sql`CASE WHEN ${isLike(text, exact)} THEN 0 WHEN ${isLike(text, prefix)} THEN ${raw(first ? '1' : '3')}
    WHEN ${isLike(text, like)} THEN ${raw(first ? '2' : '4')} END`

/** Rows in which one of several fields of the same tables matches. */
const branch = <Actor>({ list }: Findable<Actor>, actor: Actor, places: readonly Place<Actor>[]): Fragment => {
  const member = places[0]?.member
  const either = joinSql(
    places.map(({ text, like }) => isLike(text, like)),
    ' OR ',
  )
  const where = and([member ? raw(member.where) : null, either, list.visible(actor)])
  const pick = (then: (place: Place<Actor>) => string) =>
    joinSql(
      places.map((place) => sql`WHEN ${isLike(place.text, place.like)} THEN ${raw(then(place))}`),
      ' ',
    )
  const tables = list.from + list.joinsFor(where.parts) + (member ? `, ${member.from}` : '')
  return sql`(SELECT ${raw(`(${list.key.sql})::bigint AS key`)}, CASE ${pick(({ name }) => `'${name}'`)} END AS field,
    CASE ${pick(({ text }) => `(${text})`)} END AS value, LEAST(${joinSql(places.map(rankOf), ', ')}) AS rank
    FROM ${raw(tables)} WHERE ${where} LIMIT ${raw(String(LOOKED_AT))})`
}

/** The row whose name is the text, which must not be lost among the many names that contain it. */
const named = <Actor>({ list }: Findable<Actor>, actor: Actor, { name, field, text }: Place<Actor>, term: string) => {
  const where = and([sql`${raw(`${field.sql} = `)}${term}${raw('::text')}`, list.visible(actor)])
  const tables = list.from + list.joinsFor(where.parts)
  return sql`(SELECT ${raw(`(${list.key.sql})::bigint AS key, '${name}' AS field, (${text}) AS value, 0 AS rank FROM ${tables}`)}
    WHERE ${where} LIMIT ${raw(String(LOOKED_AT))})`
}

/** Branches that together have every match of a word: the name itself, and one for the fields of the same tables. */
const branchesOf = <Actor>(one: Findable<Actor>, actor: Actor, word: string): Fragment[] => {
  const places = placesOf(one, actor, word)
  const [name] = places
  const bySource = new Map<string, Place<Actor>[]>()
  for (const place of places) {
    const source = one.list.joinsFor([place.text]) + (place.member?.from ?? '')
    bySource.set(source, [...(bySource.get(source) ?? []), place])
  }
  return [
    ...(name?.first && name.field.type === 'text' && !one.repeats ? [named(one, actor, name, word)] : []),
    ...[...bySource.values()].map((group) => branch(one, actor, group)),
  ]
}

/** The best matches of a word in all lists, `count` of each at most. Null when the word can stand in none of them. */
export const matchStatement = <Actor>(all: readonly Findable<Actor>[], actor: Actor, word: string, count: number) => {
  const best = all.flatMap((one) => {
    const branches = branchesOf(one, actor, word)
    if (branches.length === 0) return []
    return [
      sql`(SELECT ${raw(`'${one.kind}' AS kind`)}, * FROM (SELECT DISTINCT ON (key) key, field, value, rank
        FROM (${joinSql(branches, ' UNION ALL ')}) every ORDER BY key, rank) one
        ORDER BY rank, length(value), key LIMIT ${raw(String(count))})`,
    ]
  })
  return best.length > 0 ? joinSql(best, ' UNION ALL ') : null
}

const keysOf = <Actor>(one: Findable<Actor>, matches: readonly Match[]) => [
  ...new Set(matches.flatMap(({ kind, key }) => (kind === one.kind ? [key] : []))),
]

/** Which of several texts a row has every word of, by kind and key: `has` in the order of the texts. */
export type Checked = { kind: string; key: number; has: boolean[] }

/** Checks rows that were found by one word for the words of whole texts. */
export const checkStatement = <Actor>(
  all: readonly Findable<Actor>[],
  actor: Actor,
  matches: readonly Match[],
  texts: readonly string[],
) =>
  joinSql(
    all.flatMap((one) => {
      const keys = keysOf(one, matches)
      if (keys.length === 0) return []
      const { list } = one
      const has = texts.map((text) => sql`coalesce(${compileMatch(list, actor, text)}, false)`)
      const where = and([sql`${raw(`(${list.key.sql}) = ANY(`)}${keys}${raw('::bigint[])')}`, list.visible(actor)])
      const tables = list.from + list.joinsFor([...has.flatMap(({ parts }) => parts), ...where.parts])
      return [
        sql`SELECT ${raw(`'${one.kind}' AS kind, (${list.key.sql})::bigint AS key`)}, ARRAY[${joinSql(has, ', ')}] AS has
          FROM ${raw(tables)} WHERE ${where}`,
      ]
    }),
    ' UNION ALL ',
  )

/**
 * What is shown of matches, by kind and key. The text names every list, found or not, so it is always the same and planned once;
 * matches come as a common table, whose size a plan does not depend on.
 */
export const shownStatement = <Actor>(all: readonly Findable<Actor>[], actor: Actor, matches: readonly Match[]) => {
  const each = all.map(({ kind, list, within, facts = [], ...one }) => {
    const textOf = (name: string) => {
      const found = list.resolve(actor, name)
      return found && !found.member ? `(${fieldText(found.field)})` : 'NULL'
    }
    const of = (within && list.resolve(actor, within)?.field.sql) || 'NULL'
    const name = textOf(fieldsOf({ kind, list, ...one })[0] ?? 'name')
    const shown = facts.map(textOf)
    return raw(`SELECT '${kind}' AS kind, (${list.key.sql})::bigint AS key, (${list.id.sql})::bigint AS id, (${of})::bigint AS within,
      ${name} AS name, ARRAY[${shown.join(', ')}]::text[] AS facts
      FROM ${list.from}${list.joinsFor([...shown, name, of])}
      WHERE (${list.key.sql}) IN (SELECT key FROM found WHERE found.kind = '${kind}')`)
  })
  const kinds = matches.map(({ kind }) => kind)
  const keys = matches.map(({ key }) => key)
  return sql`WITH found AS MATERIALIZED (SELECT * FROM unnest(${kinds}${raw('::text[]')}, ${keys}${raw('::bigint[]')}) AS found(kind, key))
    ${joinSql(each, ' UNION ALL ')}`
}

import { parseWhere, someComparison } from '../../domain/where/parse.ts'
import { invalidQuery, shown } from '../../domain/where/query-error.ts'
import { msg } from '../../shared/text.ts'
import { compare } from './compare.ts'
import { compileSearch, compileWhere } from './compile.ts'
import type { ListDefinition } from './define.ts'
import { fieldText } from './fields.ts'
import { type Limit, type ListQuery, parseLimit } from './limit.ts'
import { type Order, parseOrderby } from './orderby.ts'
import { rowSql } from './row.ts'
import { type Fragment, joinSql, raw, sql } from './sql.ts'

/** Offset from which the nearer end of the list is looked for; before it the plain statement is cheaper. */
const DEEP_OFFSET = 1000

/** The number of the last change event whose effect the same snapshot shows. */
const LAST_CHANGE = '(SELECT coalesce(max(id), 0) FROM change)'

export type PageRequest<Actor> = {
  list: ListDefinition<Actor>
  actor: Actor
  query: ListQuery
  /** Condition that belongs to the path of the request: the addresses of one pool. */
  scope?: Fragment | undefined
  /** The record that the listed rows are part of; `known` in the answer: whether the actor may see it. */
  of?: { list: ListDefinition<Actor>; id: number } | undefined
  /** Rows built in the same statement; the ids of the others are answered for later statements. */
  inline: number
}

type SortKey = { key: Fragment; descending: boolean; nullable: boolean }

const sortKeys = <Actor>({ list, actor, query }: PageRequest<Actor>): SortKey[] => {
  const asked = parseOrderby(query.orderby ?? '')
  return (asked.length ? asked : list.order).map(({ field: name, at, descending }: Order): SortKey => {
    const found = list.resolve(actor, name)
    if (!found) throw invalidQuery('orderby', msg`no field called ${shown(name)}`, at, name)
    if (found.member) throw invalidQuery('orderby', msg`a row has many ${shown(name)}, sort by another field`, at, name)
    const { order, sql: own, type, nullable = false } = found.field
    // Arrays and JSON sort as they compare: by their text.
    const isText = type === 'array' || type === 'json'
    return { key: raw(order ?? (isText ? fieldText(found.field) : own)), descending, nullable }
  })
}

/** Sorting by the columns k0, k1, … of the matches, the id last. Nulls are the least value, whichever way it goes. */
const orderBy = (keys: readonly SortKey[], forward: boolean): string => {
  const columns = keys.map(({ descending, nullable }, index) => {
    const down = descending === forward
    const nulls = nullable ? (down ? ' NULLS LAST' : ' NULLS FIRST') : ''
    return `k${index}${down ? ' DESC' : ''}${nulls}`
  })
  return [...columns, forward ? 'id' : 'id DESC'].join(', ')
}

const ARRAY = (order: string, limit: string, from = 'list_matched') =>
  `ARRAY(SELECT id FROM ${from} ORDER BY ${order} LIMIT ${limit})`

/**
 * Ids of the page. Past the middle of a long list the rows are counted off from its end, so that the last page costs what
 * the first one does; PostgreSQL runs only the branch that is taken.
 */
const pageIds = (keys: readonly SortKey[], { offset, count }: Limit): string => {
  const forward = ARRAY(orderBy(keys, true), `${count} OFFSET ${offset}`)
  if (offset < DEEP_OFFSET) return forward
  const remaining = `(SELECT greatest(0, least(${count}, n - ${offset})) FROM list_total)`
  const behind = `(SELECT greatest(0, n - ${offset} - ${count}) FROM list_total)`
  const tail = `(SELECT * FROM list_matched ORDER BY ${orderBy(keys, false)} LIMIT ${remaining} OFFSET ${behind}) tail`
  const backward = ARRAY(orderBy(keys, true), 'ALL', tail)
  return `CASE WHEN (SELECT n FROM list_total) < 2 * ${offset}::bigint THEN ${backward} ELSE ${forward} END`
}

/** Conditions that all must hold, each in brackets of its own, so that no OR of one can open another. */
const allOf = (...conditions: (Fragment | null | undefined)[]): Fragment =>
  joinSql(
    conditions.filter((condition) => condition != null).map((condition) => sql`(${condition})`),
    ' AND ',
  )

const isEmpty = ({ parts }: Fragment): boolean => parts.join('') === ''

const isSlowToMatch = <Actor>({ list, actor }: PageRequest<Actor>, where: ReturnType<typeof parseWhere>): boolean =>
  where !== null &&
  someComparison(
    where,
    (leaf) =>
      (leaf.kind === 'compare' && leaf.op === 'CP') ||
      ('field' in leaf && list.resolve(actor, leaf.field)?.field.costly === true),
  )

/** The id's type for an array parameter. */
const idArray = <Actor>({ list }: PageRequest<Actor>, ids: readonly unknown[]): Fragment =>
  sql`${ids}${raw(`::${list.key.type === 'int' ? 'bigint' : 'text'}[]`)}`

/**
 * FROM and WHERE that find the rows of given ids, numbered by list_place.
 * @param ids SQL of an array
 * @param wanted the expressions that will be selected, for the joins they need
 */
const fromIds = <Actor>({ list, scope }: PageRequest<Actor>, ids: Fragment, wanted: readonly string[]): Fragment => {
  const tables = list.from + list.joinsFor([...wanted, ...(scope?.parts ?? [])])
  return sql`FROM unnest(${ids}) WITH ORDINALITY AS list_page(list_id, list_place)
    CROSS JOIN ${raw(`${tables} WHERE (${list.key.sql}) = list_page.list_id`)}${scope ? sql` AND (${scope})` : raw('')}`
}

/**
 * Rows in one text of the answer. A text of all of them would be too long for the place where Node keeps what is soon
 * forgotten: to take a few hundred such answers away again it has to look through all of its memory.
 */
const ROWS_IN_TEXT = 16

/**
 * SQL of the ids of the rows that a statement shows, for joins that would otherwise sum up far more than these rows; only for joins of
 * values that rows are shown by, not of what is filtered or sorted by.
 */
export const SHOWN_IDS = '(SELECT ids FROM list_ids)'

const asksForIds = <Actor>(list: ListDefinition<Actor>, wanted: readonly string[]) =>
  list.joinsFor(wanted).includes(SHOWN_IDS)

/** What `SHOWN_IDS` reads, before a statement that is given the ids. */
const withIds = <Actor>(request: PageRequest<Actor>, ids: readonly unknown[], wanted: readonly string[]): Fragment =>
  asksForIds(request.list, wanted)
    ? sql`WITH list_ids AS MATERIALIZED (SELECT ${idArray(request, ids)} AS ids) `
    : raw('')

/** Texts of some rows each, and which of them it is. */
const rowsOf = <Actor>(request: PageRequest<Actor>, ids: Fragment): Fragment => {
  const row = rowSql(request.list, request.actor)
  return sql`SELECT string_agg(${raw(`(${row})::text, ',' ORDER BY list_place) AS rows, (list_place - 1) / ${ROWS_IN_TEXT} AS part`)}
    ${fromIds(request, ids, [row])} GROUP BY part`
}

/**
 * The one statement of a list: matches from a narrow scan, their number, the page's ids, its rows as JSON text and the last
 * change, all from one snapshot. Answers at least one row of columns `size`, `last_notify`, with `of` also `known`, and `rows`, some of the
 * rows in their order; the first of them also has `more`, the ids beyond `inline`.
 *
 * A filter that has to look at every row is run once and its matches kept; otherwise the matches are a name for two
 * narrow queries of which each has its own best plan (measured: up to twice as fast either way).
 */
export const pageStatement = <Actor>(request: PageRequest<Actor>): Fragment => {
  const { list, actor, query, scope, of, inline } = request
  const limit = parseLimit(query.limit)
  const where = parseWhere(query.where ?? '')
  const search = compileSearch(list, actor, query.search ?? '')
  const filters = allOf(scope, list.visible(actor), where && compileWhere(list, actor, where), search)
  const keys = sortKeys(request)
  const columns = keys.map(({ key }, index) => sql`, ${key} ${raw(`AS k${index}`)}`)
  const mentioned = [filters, ...columns].flatMap(({ parts }) => parts)

  const matched = sql`SELECT ${raw(`${list.key.sql} AS id`)}${joinSql(columns, '')}
    FROM ${raw(list.from + list.joinsFor(mentioned))}${isEmpty(filters) ? filters : sql` WHERE ${filters}`}`
  const size =
    isEmpty(filters) && list.total ? `SELECT (${list.total})::bigint AS n` : 'SELECT count(*) AS n FROM list_matched'
  const once = search || isSlowToMatch(request, where) ? 'MATERIALIZED' : 'NOT MATERIALIZED'
  const rows = inline
    ? rowsOf(request, raw(`(SELECT ids[:${inline}] FROM list_ids)`))
    : raw('SELECT NULL AS rows, 0 AS part')
  const more =
    limit.count > inline
      ? `CASE WHEN row_number() OVER (ORDER BY part) = 1 THEN (SELECT ids[${inline + 1}:] FROM list_ids) END`
      : 'NULL'

  return sql`WITH list_matched AS ${raw(once)} (${matched}),
    list_total AS MATERIALIZED (${raw(size)}),
    list_ids AS MATERIALIZED (SELECT ${raw(pageIds(keys, limit))} AS ids)
    SELECT rows${of ? sql`, EXISTS (SELECT 1 ${fromId(of.list, actor, of.id)}) AS known` : raw('')},
    ${raw(`${more} AS more, n AS size, ${LAST_CHANGE} AS last_notify`)}
    FROM list_total LEFT JOIN (${rows}) list_rows ON true ORDER BY part`
}

/** Texts of the rows of ids that an earlier statement named, in that order; ids that are gone are left out. */
export const rowsStatement = <Actor>(request: PageRequest<Actor>, ids: readonly unknown[]): Fragment =>
  sql`${withIds(request, ids, [rowSql(request.list, request.actor)])}SELECT rows
    FROM (${rowsOf(request, idArray(request, ids))}) list_rows ORDER BY part`

/** Expressions of the rows of given ids as an array of texts named `cells`, a row of the answer for each. */
export const cellsStatement = <Actor>(
  request: PageRequest<Actor>,
  ids: readonly unknown[],
  cells: readonly string[],
): Fragment =>
  sql`${withIds(request, ids, cells)}SELECT ARRAY[${raw(cells.map((cell) => `(${cell})::text`).join(', '))}]::text[] AS cells
    ${fromIds(request, idArray(request, ids), cells)} ORDER BY list_place`

/** FROM and WHERE of one row by its id, if the actor may see it. */
const fromId = <Actor>(
  list: ListDefinition<Actor>,
  actor: Actor,
  id: number | string,
  wanted: readonly string[] = [],
  scope?: Fragment,
): Fragment => {
  const condition = allOf(compare(list.id, 'EQ', String(id)), list.visible(actor), scope)
  const tables = list.from + list.joinsFor([...wanted, ...condition.parts])
  return sql`${raw(`FROM ${tables}`)} WHERE ${condition}`
}

/** One row by its id, if the actor may see it. */
export const rowStatement = <Actor>({ list, actor, scope }: PageRequest<Actor>, id: number | string): Fragment => {
  const row = rowSql(list, actor)
  const ids = asksForIds(list, [row])
    ? sql`WITH list_ids AS MATERIALIZED (SELECT ARRAY(SELECT ${raw(list.key.sql)} ${fromId(list, actor, id, [], scope)}) AS ids) `
    : raw('')
  return sql`${ids}SELECT ${raw(`(${row})::text AS row`)} ${fromId(list, actor, id, [row], scope)}`
}

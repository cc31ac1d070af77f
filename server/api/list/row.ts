import type { ListDefinition, RowShape } from './define.ts'
import { type FieldSpec, fieldJson } from './fields.ts'

type MutableShape = { [field: string]: string | MutableShape }

/** Fields whose object is null as a whole, because a link leads nowhere: object name -> SQL of its id. */
type Absent = ReadonlyMap<string, string>

/** SQL of a JSON object. json_build_object would end at 50 fields. */
export const jsonObject = (shape: RowShape, absent: Absent = new Map(), path = ''): string => {
  const columns = Object.entries(shape).map(([name, value]) => {
    if (typeof value === 'string') return `${value} AS "${name}"`
    const place = path ? `${path}.${name}` : name
    const object = jsonObject(value, absent, place)
    const id = absent.get(place)
    return `${id ? `CASE WHEN ${id} IS NOT NULL THEN ${object} END` : object} AS "${name}"`
  })
  return `(SELECT row_to_json(o) FROM (SELECT ${columns.join(', ')}) o)`
}

/**
 * SQL of a JSON array of objects, [] when there is none, for the lists that a row carries.
 * @param from FROM and WHERE of the members, without the word FROM
 * @param order what the members are sorted by
 */
export const jsonList = (shape: RowShape, from: string, order: string): string =>
  `(SELECT coalesce(json_agg(${jsonObject(shape)} ORDER BY ${order}), '[]') FROM ${from})`

/** Puts `account.email` into the object `account`. Lists and computed parts of the declaration win over fields. */
const place = (shape: MutableShape, path: readonly string[], sql: string): void => {
  const [name = '', ...deeper] = path
  if (!deeper.length) {
    shape[name] = sql
    return
  }
  const inner = shape[name]
  const object: MutableShape = typeof inner === 'object' ? inner : {}
  shape[name] = object
  place(object, deeper, sql)
}

const buildRow = <Actor>(list: ListDefinition<Actor>, fields: readonly [string, FieldSpec<Actor>][]): string => {
  const shape: MutableShape = {}
  for (const [name, field] of fields) if (!field.filterOnly) place(shape, name.split('.'), fieldJson(field))
  const absent = new Map<string, string>()
  for (const [name, target] of Object.entries(list.links ?? {})) {
    const link = list.fields[target]
    if (link?.nullable) absent.set(name, link.sql)
  }
  return jsonObject({ ...shape, ...list.row }, absent)
}

const rows = new WeakMap<object, Map<string, string>>()

/** SQL of one row's JSON with the fields that this actor may see. Built once for each set of hidden fields. */
export const rowSql = <Actor>(list: ListDefinition<Actor>, actor: Actor): string => {
  const all = Object.entries(list.fields)
  const seen = all.filter(([name]) => list.resolve(actor, name))
  const hidden = all.flatMap(([name, field]) => (field.only && !list.resolve(actor, name) ? [name] : [])).join(' ')
  const known = rows.get(list) ?? new Map<string, string>()
  rows.set(list, known)
  const built = known.get(hidden) ?? buildRow(list, seen)
  known.set(hidden, built)
  return built
}

import type { ListDefinition, RowShape } from './define.ts'
import { type FieldSpec, fieldJson } from './fields.ts'

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

const isShape = (part: string | RowShape | undefined): part is RowShape => typeof part === 'object'

/** One shape over another: objects of the same name become one, otherwise the upper part counts. */
const merge = (under: RowShape, over: RowShape): RowShape => {
  const merged: { [field: string]: string | RowShape } = { ...under }
  for (const [name, part] of Object.entries(over)) {
    const below = merged[name]
    merged[name] = isShape(below) && isShape(part) ? merge(below, part) : part
  }
  return merged
}

/** `account.email` is the field email of the object account. */
const fieldShape = ([name, field]: [string, FieldSpec<never>]): RowShape =>
  name.split('.').reduceRight<string | RowShape>((inner, part) => ({ [part]: inner }), fieldJson(field)) as RowShape

/** A part of the row's text that is missing when the part is null: `"vlan_id":7,`. */
const optionalPart = <Actor>(list: ListDefinition<Actor>, name: string, part: string | RowShape): string => {
  const decides = list.fields[list.links?.[name] ?? name]?.sql ?? list.row?.[name]
  const json = `to_json(${isShape(part) ? jsonObject(part) : part})::text`
  const text = `'"${name}":' || ${json} || ','`
  // Null makes all of the text null, so that what decides need not be worked out a second time.
  return decides === part ? text : `CASE WHEN ${decides} IS NOT NULL THEN ${text} END`
}

const buildRow = <Actor>(
  list: ListDefinition<Actor>,
  fields: readonly [string, FieldSpec<Actor>][],
  instead: RowShape,
): string => {
  const own = fields.filter(([, field]) => !field.filterOnly).map(fieldShape)
  const shape = [...own, list.row ?? {}, instead].reduce(merge, {})
  const absent = new Map<string, string>()
  for (const [name, target] of Object.entries(list.links ?? {})) {
    const link = list.fields[target]
    // As it stands in the row: what is filtered by may need joins that the row does without.
    if (link?.nullable) absent.set(name, fieldJson(link))
  }
  const optional = (list.leftOut ?? []).flatMap((name) => {
    const part = shape[name]
    return part === undefined ? [] : [optionalPart(list, name, part)]
  })
  const always = Object.entries(shape).filter(([name]) => !list.leftOut?.includes(name))
  const object = jsonObject(Object.fromEntries(always), absent)
  // As text: taking parts out of a jsonb costs as much as building the row. What comes first is put on in constant time.
  return optional.length === 0 ? object : `concat('{', ${optional.join(', ')}, right(${object}::text, -1))`
}

type Built = {
  /** Fields that only some callers may see. */
  restricted: readonly string[]
  /** By the names of those that are hidden. */
  rows: Map<string, string>
}
const builtOf = new WeakMap<object, Built>()

/** SQL of one row's JSON with the fields that this actor may see. Built once for each set of hidden fields. */
export const rowSql = <Actor>(list: ListDefinition<Actor>, actor: Actor): string => {
  let built = builtOf.get(list)
  if (!built) {
    const restricted = Object.entries(list.fields).flatMap(([name, { only }]) => (only ? [name] : []))
    built = { restricted, rows: new Map() }
    builtOf.set(list, built)
  }
  const hidden = built.restricted.filter((name) => !list.resolve(actor, name))
  const instead = list.others && !list.others.unless(actor) ? list.others.row : {}
  const key = [...hidden, ...Object.keys(instead)].join(' ')
  const known = built.rows.get(key)
  if (known !== undefined) return known
  const seen = Object.entries(list.fields).filter(([name]) => !hidden.includes(name))
  const row = buildRow(list, seen, instead)
  built.rows.set(key, row)
  return row
}

import { notFound } from '../../domain/shared/errors.ts'
import type { Text } from '../../shared/text.ts'
import type { CatalogueField, FieldSpec } from './fields.ts'
import { type Order, parseOrderby } from './orderby.ts'
import type { Fragment } from './sql.ts'

/** SQL of a row's JSON: a text is an expression, an object a nested object. */
export type RowShape = { readonly [field: string]: string | RowShape }

/** One of a row's lists, asked for by the singular: `cluster EQ 1` on pools. */
export type MemberSpec<Actor> = {
  /** FROM of the members, without the word. */
  from: string
  /** What ties a member to its row. */
  where: string
  /** Array of texts in the row whose elements the members are: rows that have one or some of them are found by its GIN index. */
  array?: string
  /** The bare singular is also a column of the CSV file: the members' texts with spaces between them, in this order. */
  csvOrder?: string
  /** Fields of a member; the one called `id`, else the first, is meant by the bare singular. */
  fields: Record<string, FieldSpec<Actor>>
}

export type ListSpec<Actor> = {
  /** Singular of the resource, as in paths: `host`. */
  name: string
  /** What a row is called in errors, of lists of which one row is read: `VM 12 does not exist`. */
  what?: Text
  /** FROM without the word: the table whose rows are listed, with inner joins that are part of what a row is. */
  from: string
  /** LEFT JOINs by alias that give at most one row each, those they build on first. A statement has only those it needs. */
  joins?: Record<string, string>
  /** Every field that can be filtered, sorted and shown; a dotted name is a field of a nested object. `id` is required. */
  fields: Record<string, FieldSpec<Actor>>
  /** A whole number that identifies rows, where the API's `id` alone does not. */
  key?: string
  /** A nested object's name means its id: `{ account: 'account.id' }`. When that field is nullable and null, so is the object. */
  links?: Record<string, string>
  members?: Record<string, MemberSpec<Actor>>
  /** Which rows an actor may see: an SQL condition, or null for all of them. */
  visible: (actor: Actor) => Fragment | null
  /** Parts of a row that are no fields (lists, computed values), or that differ from what the fields give; nested objects are merged. */
  row?: RowShape
  /** Parts that take the place of those above for actors who may not see them as they are. */
  others?: { unless: (actor: Actor) => boolean; row: RowShape }
  /** Fields and links that a row does not have when they are null, where the API knows no null for them. */
  leftOut?: readonly string[]
  /** `orderby` when the client gives none; ascending id when absent. */
  defaultOrder?: string
  /** Fields that the substring search looks into, the most telling first. */
  search?: readonly string[]
  /** Each search field has a trigram index; then long words are looked up there when the actor sees all rows. */
  searchIndexed?: boolean
  /** SQL of the exact number of all rows when counting them is too dear: `total_rows('host')` for a table with `track_rows`. */
  total?: string
}

/** A field found by name: of the row itself, or of one of its lists. */
export type Resolved<Actor> = { name: string; field: FieldSpec<Actor>; member: MemberSpec<Actor> | null }

export type ListDefinition<Actor> = Omit<ListSpec<Actor>, 'joins' | 'key'> & {
  readonly id: FieldSpec<Actor>
  /** What identifies rows: the id, unless the declaration names something else. */
  readonly key: FieldSpec<Actor>
  readonly order: readonly Order[]
  /** The joins that SQL texts mention, and those that these joins mention. */
  readonly joinsFor: (texts: readonly string[]) => string
  readonly allJoins: string
  /** Undefined when there is no such field, or not for this actor. */
  readonly resolve: (actor: Actor, name: string) => Resolved<Actor> | undefined
  readonly catalogue: (actor: Actor) => CatalogueField[]
}

const NAME = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*$/

/** Texts whose joins are remembered: those of rows, which are long and the same at every call. */
const LONG_TEXT = 500
const MOST_REMEMBERED = 50

const joinPlan = (joins: Record<string, string>) => {
  const entries = Object.entries(joins).map(([alias, join]) => ({ join, mentioned: new RegExp(`\\b${alias}\\.`) }))
  const want = (text: string, wanted: Set<string>) => {
    for (const { join, mentioned } of entries) {
      if (wanted.has(join) || !mentioned.test(text)) continue
      wanted.add(join)
      want(join, wanted)
    }
    return wanted
  }
  const remembered = new Map<string, ReadonlySet<string>>()
  const wantedBy = (text: string) => {
    const known = remembered.get(text)
    if (known) return known
    const wanted = want(text, new Set())
    if (text.length > LONG_TEXT && remembered.size < MOST_REMEMBERED) remembered.set(text, wanted)
    return wanted
  }
  return (texts: readonly string[]): string => {
    const wanted = texts.map(wantedBy)
    return entries.flatMap(({ join }) => (wanted.some((of) => of.has(join)) ? [` ${join}`] : [])).join('')
  }
}

const memberFields = <Actor>(name: string, member: MemberSpec<Actor>): [string, Resolved<Actor>][] => {
  const own = Object.entries(member.fields).map(([field, spec]): [string, Resolved<Actor>] => [
    `${name}.${field}`,
    { name: `${name}.${field}`, field: spec, member },
  ])
  const bare = own.find(([field]) => field === `${name}.id`) ?? own[0]
  return bare ? [[name, bare[1]], ...own] : []
}

const fault = (list: string, words: string) => new Error(`list ${list}: ${words}`)

/** No row of this list has that id, or none that the caller may see. */
export const rowNotFound = ({ name, what }: Pick<ListSpec<never>, 'name' | 'what'>, id: number): Error =>
  what ? notFound(what, id) : fault(name, 'what its rows are called is missing')

/**
 * Makes a list out of one declaration: its filters, sorting, rows, search, export and the catalogue of its fields all come
 * from here. The SQL in it is constant text of ours; what clients send only ever chooses among it or becomes a parameter.
 * @throws Error when the declaration contradicts itself
 */
export const defineList = <Actor>(spec: ListSpec<Actor>): ListDefinition<Actor> => {
  const byName = new Map<string, Resolved<Actor>>()
  for (const [name, field] of Object.entries(spec.fields)) byName.set(name, { name, field, member: null })
  for (const [name, target] of Object.entries(spec.links ?? {})) {
    const linked = byName.get(target)
    if (!linked || byName.has(name)) throw fault(spec.name, `link ${name} to ${target}`)
    byName.set(name, linked)
  }
  for (const [name, member] of Object.entries(spec.members ?? {})) {
    for (const [field, resolved] of memberFields(name, member)) {
      if (byName.has(field)) throw fault(spec.name, `member ${field} is a field already`)
      byName.set(field, resolved)
    }
  }
  for (const name of byName.keys()) if (!NAME.test(name)) throw fault(spec.name, `field name ${name}`)
  const id = byName.get('id')?.field
  if (!id) throw fault(spec.name, 'field id is missing')
  for (const name of spec.search ?? []) if (!byName.has(name)) throw fault(spec.name, `search field ${name}`)
  const order = parseOrderby(spec.defaultOrder ?? 'id')
  for (const { field } of order) if (!byName.has(field)) throw fault(spec.name, `default order by ${field}`)

  const resolve = (actor: Actor, name: string) => {
    const found = byName.get(name)
    return found && (found.field.only?.(actor) ?? true) ? found : undefined
  }
  const joinsFor = joinPlan(spec.joins ?? {})
  return {
    ...spec,
    id,
    key: spec.key === undefined ? id : { type: 'int', sql: spec.key },
    order,
    resolve,
    joinsFor,
    allJoins: Object.values(spec.joins ?? {})
      .map((join) => ` ${join}`)
      .join(''),
    catalogue: (actor) =>
      [...byName].flatMap(([name, { name: target, field, member }]) =>
        name === target && resolve(actor, name)
          ? {
              name,
              type: field.type,
              label: field.label ?? `${spec.name}.${name}`,
              nullable: field.nullable ?? false,
              values: field.values ?? [],
              sortable: !member,
            }
          : [],
      ),
  }
}

/**
 * What a list's fields are: their SQL, how a written value is compared with them, and what a row and a text show.
 * `int` any whole number, `number` a double or numeric, `time` timestamptz, `inet` an address or network, `array` an SQL
 * array, `json` json or jsonb; arrays and json are compared as their JSON text.
 */
export type FieldType = 'int' | 'number' | 'bool' | 'text' | 'enum' | 'uuid' | 'time' | 'inet' | 'array' | 'json'

export type FieldSpec<Actor = unknown> = {
  type: FieldType
  /** Expression over the tables of the list's `from` and `joins`. */
  sql: string
  /** May be null: it can be filtered by IS NULL and sorts nulls as the least value. */
  nullable?: boolean
  /** The words of an `enum`, for the filter builder. */
  values?: readonly string[]
  /** Another expression to sort by, for example the first address of a range whose name is text. */
  order?: string
  /** The value as it stands in a row, when it is not the field itself. */
  json?: string
  /** Worked out for all rows at once: a filter by it is run once and its matches are kept. */
  costly?: true
  /** A condition that finds the rows with one of some values of an `enum`, where that is cheaper than working the field out of each. */
  finds?: (values: readonly string[]) => string
  /** Only for filters: not part of the row. */
  filterOnly?: boolean
  /** Key of the label in the dictionary; `<list>.<field>` when absent. */
  label?: string
  /**
   * How a search looks into it, when not for any part of its text: `mac` in any spelling of an address of a network card, `number` as
   * the whole number.
   */
  searchAs?: 'mac' | 'number'
  /** Who may filter by, sort by and see the field; for all others it does not exist. */
  only?: (actor: Actor) => boolean
}

/** Field as the table's filter builder, the column chooser and the CSV export see it. */
export type CatalogueField = {
  name: string
  type: FieldType
  label: string
  nullable: boolean
  values: readonly string[]
  /** Whether `orderby` takes it; members of a row's lists cannot be sorted by. */
  sortable: boolean
}

const inUtc = (expression: string, format: string): string => `to_char((${expression}) AT TIME ZONE 'UTC', '${format}')`

/** A timestamptz as people write it: `2026-05-01 12:30:00`, UTC. */
export const timeText = (expression: string): string => inUtc(expression, 'YYYY-MM-DD HH24:MI:SS')

/** The value as a person reads it: what CP compares, and what a CSV cell holds. */
export const fieldText = ({ type, sql }: FieldSpec<never>): string => {
  if (type === 'text' || type === 'enum') return sql
  if (type === 'time') return timeText(sql)
  if (type === 'inet') return `abbrev(${sql})`
  return type === 'array' ? `array_to_json(${sql})::text` : `(${sql})::text`
}

/** The value as it stands in the JSON of a row; a time is ISO 8601 in UTC. */
export const fieldJson = (field: FieldSpec<never>): string => {
  if (field.json !== undefined) return field.json
  if (field.type === 'time') return inUtc(field.sql, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  return field.type === 'inet' ? fieldText(field) : field.sql
}

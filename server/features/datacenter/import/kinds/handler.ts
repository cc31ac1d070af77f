import type { z } from 'zod'
import type { Actor, Context } from '../../../../api/context.ts'
import type { ListDefinition } from '../../../../api/list/define.ts'
import { importColumns } from '../../../../domain/import/columns.ts'
import type { ImportKind } from '../../../../domain/import/kinds.ts'
import { type Fields, importable } from '../../../../domain/shared/field.ts'
import { textOfIssue } from '../../../../shared/rule.ts'
import { msg } from '../../../../shared/text.ts'
import type { Lookup } from '../lookup.ts'
import { columnOf, type FieldError, fieldError, type Given, RowFault, type Value } from '../read.ts'

/** What rows that were only tried would have taken, for those after them. */
export type Tried = object

/** How records of a kind are found: SQL over `from`, columns as import and export call them. Secrets are none of them. */
export type Current = {
  from: string
  id: string
  columns: Record<string, string>
  /** Condition for what belongs to the location `$1`. */
  inLocation: string
  /** Sealed columns, for `secrets`. */
  sealed?: readonly string[]
}

export type Handler = {
  /** Its further fields are columns that tables export and that are not read. */
  list: ListDefinition<Actor>
  current: Current
  create(ctx: Context, given: Given, at: Lookup): Promise<unknown>
  /**
   * The same of many at once, only of rows that it takes. What it answers stands for each row: why it was left out, or nothing. What it
   * throws says nothing of which row is at fault, and nothing was made.
   */
  createAll?(
    ctx: Context,
    rows: readonly Given[],
    at: Lookup,
    tried: Tried | null,
  ): Promise<(unknown | undefined)[] | undefined>
  takes?(given: Given): boolean
  /** What only tries keep between batches; a kind without it is tried by being made and taken back. */
  tries?(): Tried
  /** Columns that can be changed whatever else there is: to try them, it is enough to read them. */
  free?: readonly string[]
  /** Reads the body of an edit as the operation does. @throws RowFault */
  readEdit?(changed: Given): unknown
  /** @param changed what differs from the record. @param given all that the row says */
  edit(ctx: Context, id: number, changed: Given, given: Given, at: Lookup): Promise<unknown>
  /** Secrets of a record by column, to see whether they change. */
  secrets?(id: number, row: Record<string, unknown>): Given
}

/** A resource's own fields as they are, for `Current`; its table has the alias d. */
export const columnsNow = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    importable(fields).map((name) => {
      const field = fields[name]
      return [name, field?.type === 'text' && field.format === 'ipv4' ? `host(d.${name})` : `d.${name}`]
    }),
  )

/** A body of these columns: `snmp_params.version` is a field of `snmp_params`. */
export function bodyOf(given: Given, names: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const name of names) {
    const value = given[name]
    if (value === undefined) continue
    const [first = '', second] = name.split('.')
    if (second === undefined) body[first] = value
    else body[first] = { ...(body[first] as object | undefined), [second]: value }
  }
  return body
}

/** The body as the operation's own schema takes it. @throws RowFault with a fault for each column */
export function checked<S extends z.ZodType>(kind: ImportKind, schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const columns = importColumns[kind]
  throw new RowFault(
    parsed.error.issues.slice(0, 20).map((issue): FieldError => {
      const { path } = issue
      const value = path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part], body)
      const words = value === undefined ? msg`Required for a new record` : textOfIssue(issue)
      return fieldError(columnOf(path.join('.'), columns), words)
    }),
  )
}

export const textOf = (value: Value | undefined): string | undefined =>
  value === undefined ? undefined : String(value)
export const numberOf = (value: Value | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined
/** True when the row has a value for one of the columns. */
export const says = (given: Given, names: readonly string[]) => names.some((name) => given[name] !== undefined)

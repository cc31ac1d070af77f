import type { ColumnMeta } from './columns.ts'
import { ordered, type Preferences } from './preferences.ts'

type Exported = { id: string; meta: Pick<ColumnMeta, 'sort' | 'always' | 'extra' | 'csv'> }

/**
 *
 * Names of the fields in a list's file: those behind the chosen columns, in their order.
 * @returns undefined without a choice: then the file has all fields
 */
export function csvFields(columns: readonly Exported[], preferences: Pick<Preferences, 'hidden' | 'order'>) {
  const { hidden, order } = preferences
  if (hidden === null && order.length === 0) return undefined
  const ids = ordered(
    columns.map(({ id }) => id),
    order,
  )
  const shown = ids
    .flatMap((id) => columns.find((column) => column.id === id) ?? [])
    .filter(({ id, meta }) => meta.always || (hidden === null ? !meta.extra : !hidden.includes(id)))
  const fields = shown.flatMap(({ meta }) => meta.csv ?? meta.sort ?? [])
  return fields.length > 0 ? [...new Set(fields)].join(',') : undefined
}

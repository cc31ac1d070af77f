import type { ColumnMeta } from './columns.ts'
import { ordered, type Preferences } from './preferences.ts'

type Exported = { id: string; meta: Pick<ColumnMeta, 'sort' | 'always' | 'extra' | 'csv'> }

/**
 * Names of the fields that a file of the list has: those behind the columns that a person chose, in their order.
 * @returns undefined while nobody has chosen: then the file has all fields
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

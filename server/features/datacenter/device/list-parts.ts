import type { FieldSpec } from '../../../api/list/fields.ts'
import { raw } from '../../../api/list/sql.ts'

export const adminsOnly = (actor: { isAdmin: boolean }) => (actor.isAdmin ? null : raw('false'))

/** SQL of a moment as answers carry it, empty when it has not been yet. */
export const dateText = (column: string) =>
  `coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`

/** A moment in a row whose contract knows no null: empty when it has not been yet. */
export const dateField = (column: string): FieldSpec => ({
  type: 'time',
  sql: column,
  nullable: true,
  json: dateText(column),
})

/** What the fields of a device (alias d) and its place need besides. */
export const placedJoins = {
  l: 'left join location l on l.id = d.location_id',
  r: 'left join rack r on r.id = d.rack_id',
}

/** Where every device of a rack stands, and when it was read; its table has the alias d, beside `placedJoins`. */
export const placedFields = {
  id: { type: 'int', sql: 'd.id' },
  location_id: { type: 'int', sql: 'd.location_id' },
  'location.id': { type: 'int', sql: 'd.location_id' },
  'location.name': { type: 'text', sql: 'l.name' },
  'rack.id': { type: 'int', sql: 'd.rack_id' },
  'rack.name': { type: 'text', sql: 'r.name' },
  'rack.size': { type: 'int', sql: 'r.size' },
  last_update: dateField('d.last_update'),
  last_success_update: dateField('d.last_success_update'),
  version: { type: 'int', sql: 'd.version' },
} satisfies Record<string, FieldSpec>

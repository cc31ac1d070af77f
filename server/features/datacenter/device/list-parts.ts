import type { FieldSpec } from '../../../api/list/fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { faces } from '../../../domain/placement/cells.ts'

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
export const gearJoins = {
  l: 'left join location l on l.id = d.location_id',
  r: 'left join rack r on r.id = d.rack_id',
}

/** Fields that every device of a rack has; its table has the alias d, beside `gearJoins`. */
export const deviceFields = {
  id: { type: 'int', sql: 'd.id' },
  name: { type: 'text', sql: 'd.name' },
  device: { type: 'text', sql: 'd.device' },
  ip: { type: 'inet', sql: 'd.ip' },
  note: { type: 'text', sql: 'd.note' },
  location_id: { type: 'int', sql: 'd.location_id' },
  'location.id': { type: 'int', sql: 'd.location_id' },
  'location.name': { type: 'text', sql: 'l.name' },
  'rack.id': { type: 'int', sql: 'd.rack_id' },
  'rack.name': { type: 'text', sql: 'r.name' },
  'rack.size': { type: 'int', sql: 'r.size' },
  unit: { type: 'int', sql: 'd.unit' },
  size: { type: 'int', sql: 'd.size' },
  face: { type: 'enum', sql: 'd.face', values: faces },
  depth: { type: 'enum', sql: 'd.depth', values: ['full', 'half'] },
  last_update: dateField('d.last_update'),
  last_success_update: dateField('d.last_success_update'),
  version: { type: 'int', sql: 'd.version' },
} satisfies Record<string, FieldSpec>

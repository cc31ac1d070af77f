import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'
import { msg } from '../../../shared/text.ts'

const text = (name: string) => `coalesce(r.report->>'${name}', '')`
const size = (name: string) => `coalesce(jsonb_array_length(r.report->'${name}'), 0)`

/** What live systems found in servers; they name switches and controllers, so it is for administrators. */
export const reportList = defineList<Actor>({
  name: 'hardware_report',
  what: msg`Hardware report`,
  from: 'hardware_report r join server s on s.id = r.server_id left join operation o on o.id = r.operation_id',
  fields: {
    id: { type: 'int', sql: 'r.id' },
    'server.id': { type: 'int', sql: 'r.server_id' },
    'server.name': { type: 'text', sql: 's.name' },
    'operation.id': { type: 'int', sql: 'r.operation_id', nullable: true },
    'operation.type': { type: 'text', sql: 'o.type', nullable: true },
    'operation.auth_id': { type: 'text', sql: 'o.auth_id', nullable: true },
    serial: { type: 'text', sql: text('serial') },
    product: { type: 'text', sql: text('product') },
    processors: { type: 'int', sql: size('cpus') },
    memory_mib: { type: 'int', sql: "coalesce((r.report->>'memory_mib')::int, 0)" },
    modules: { type: 'int', sql: size('memory_modules') },
    disks: { type: 'int', sql: size('disks') },
    cards: { type: 'int', sql: size('nics') },
    has_load: { type: 'bool', sql: 'r.load is not null' },
    at: { type: 'time', sql: 'r.at' },
  },
  links: { operation: 'operation.id' },
  search: ['server.name', 'serial', 'product'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

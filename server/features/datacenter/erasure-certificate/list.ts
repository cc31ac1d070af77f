import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'
import { erasureResults } from '../../../domain/erasure/certificate.ts'

/** Certificates of cleared disks, also of servers that are gone: for administrators. */
export const certificateList = defineList<Actor>({
  name: 'erasure_certificate',
  from: 'erasure_certificate e',
  joins: { s: 'left join server s on s.id = e.server_id' },
  fields: {
    id: { type: 'int', sql: 'e.id' },
    number: { type: 'text', sql: 'e.number' },
    operation: { type: 'int', sql: 'e.operation_id' },
    'server.id': { type: 'int', sql: 'e.server_id' },
    'server.name': { type: 'text', sql: 'e.server_name' },
    server_gone: { type: 'bool', sql: 's.id is null' },
    result: { type: 'enum', sql: 'e.result', values: erasureResults },
    created_at: { type: 'time', sql: 'e.created_at' },
  },
  members: {
    serial: {
      from: 'unnest(e.serials) as d(serial)',
      where: 'true',
      fields: { serial: { type: 'text', sql: 'd.serial' } },
    },
  },
  links: { server: 'server.id' },
  row: { serials: 'e.serials' },
  search: ['number', 'server.name', 'serial.serial'],
  defaultOrder: 'id desc',
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

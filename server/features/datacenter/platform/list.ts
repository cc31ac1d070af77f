import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { platformFields } from '../../../domain/platform/fields.ts'
import { msg } from '../../../shared/text.ts'

export const platformList = defineList<Actor>({
  name: 'platform',
  what: msg`Platform`,
  from: 'platform p join cpu_socket c on c.id = p.cpu_socket',
  fields: {
    id: { type: 'int', sql: 'p.id' },
    ...listFields(platformFields, 'p'),
    cpu_socket: { type: 'int', sql: 'p.cpu_socket' },
    cpu_socket_name: { type: 'text', sql: 'c.name' },
    cpu_socket_count: { type: 'int', sql: 'p.cpu_socket_count' },
    server_count: { type: 'int', sql: '(select count(*)::int from server s where s.platform_id = p.id)' },
    version: { type: 'int', sql: 'p.version' },
  },
  search: ['name'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { cpuSocketFields } from '../../../domain/cpu-socket/fields.ts'
import { msg } from '../../../shared/text.ts'

export const cpuSocketList = defineList<Actor>({
  name: 'cpu_socket',
  what: msg`CPU socket`,
  from: 'cpu_socket c',
  fields: {
    id: { type: 'int', sql: 'c.id' },
    ...listFields(cpuSocketFields, 'c'),
    platform_count: { type: 'int', sql: '(select count(*)::int from platform p where p.cpu_socket = c.id)' },
    version: { type: 'int', sql: 'c.version' },
  },
  search: ['name', 'note'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { nameServerFields } from '../../../domain/name-server/fields.ts'
import { nameServerStatuses } from '../../../domain/name-server/schema.ts'
import { msg } from '../../../shared/text.ts'

/** Name servers are the administrators'. */
export const nameServerList = defineList<Actor>({
  name: 'name_server',
  what: msg`Name server`,
  from: 'name_server n',
  fields: {
    id: { type: 'int', sql: 'n.id' },
    ...listFields(nameServerFields, 'n'),
    status: { type: 'enum', sql: 'n.status', values: nameServerStatuses },
    fault: { type: 'text', sql: 'n.fault', nullable: true },
    checked_at: { type: 'time', sql: 'n.checked_at', nullable: true },
    record_count: { type: 'int', sql: '(select count(*)::int from ptr r where r.name_server_id = n.id)' },
    version: { type: 'int', sql: 'n.version' },
  },
  search: ['name', 'address', 'zones'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

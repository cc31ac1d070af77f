import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'
import { msg } from '../../../shared/text.ts'

const of = 'access_list_member m join account a on a.id = m.account_id where m.access_list_id = l.id'

/** Access lists are the administrators'. */
export const accessListList = defineList<Actor>({
  name: 'acl',
  what: msg`Access list`,
  from: 'access_list l',
  fields: {
    id: { type: 'int', sql: 'l.id', json: 'l.id::text' },
    name: { type: 'text', sql: 'l.name' },
    ip_list: { type: 'array', sql: 'l.ip_list' },
    users: { type: 'array', sql: `array(select a.email from ${of} order by a.email)` },
    members: { type: 'array', sql: `array(select a.id::text from ${of} order by a.email)` },
    created_at: { type: 'time', sql: 'l.created_at' },
    version: { type: 'int', sql: 'l.version' },
  },
  members: {
    user: {
      from: 'access_list_member m join account a on a.id = m.account_id',
      where: 'm.access_list_id = l.id',
      fields: { id: { type: 'int', sql: 'a.id' }, email: { type: 'text', sql: 'a.email' } },
    },
  },
  search: ['name'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { msg } from '../../../shared/text.ts'

/** SQL of VMs whose rules name a group; `group` is SQL of its id. */
export const namesGroup = (host: string, group: string) =>
  `${host}.packet_rules <> '[]' and ${host}.packet_rules @> jsonb_build_array(jsonb_build_object('group', ${group}))`

/** Groups of addresses: administrators see all, others their own and those for all. */
export const addressGroupList = defineList<Actor>({
  name: 'address_group',
  what: msg`Group of addresses`,
  from: 'address_group g',
  joins: { a: 'left join account a on a.id = g.account_id' },
  fields: {
    id: { type: 'int', sql: 'g.id' },
    name: { type: 'text', sql: 'g.name' },
    note: { type: 'text', sql: 'g.note' },
    for_all: { type: 'bool', sql: 'g.account_id is null' },
    members: { type: 'json', sql: 'to_json(g.members)' },
    members_count: { type: 'int', sql: 'cardinality(g.members)' },
    account: { type: 'int', sql: 'g.account_id', nullable: true },
    account_email: { type: 'text', sql: 'a.email', nullable: true },
    host_count: {
      type: 'int',
      sql: `(select count(*)::int from host h where ${namesGroup('h', 'g.id')})`,
      only: (actor) => actor.isAdmin,
    },
    version: { type: 'int', sql: 'g.version' },
  },
  search: ['name', 'note'],
  visible: (actor) => (actor.isAdmin ? null : sql`(g.account_id = ${actor.account_id} or g.account_id is null)`),
})

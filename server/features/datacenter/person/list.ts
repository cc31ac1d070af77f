import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'
import { personRoles } from '../../../domain/person/schema.ts'
import { msg } from '../../../shared/text.ts'

/** The users of the panel with the servers they have. */
export const personList = defineList<Actor>({
  name: 'user',
  what: msg`User`,
  from: 'account a',
  fields: {
    id: { type: 'int', sql: 'a.id' },
    email: { type: 'text', sql: 'a.email' },
    // The data-centre service knows two roles.
    roles: {
      type: 'array',
      sql: "case when '@admin' = any(a.roles) then array['@admin'] else array['@user'] end",
      values: personRoles,
    },
    full_name: { type: 'text', sql: "coalesce(a.full_name, '')" },
    phone_number: { type: 'text', sql: "coalesce(a.phone_number, '')" },
    server_count: { type: 'int', sql: '(select count(*)::int from server s where s.owner_id = a.id)' },
    vlans_per_user: {
      type: 'int',
      sql: `(select count(distinct (s.location_id, v.vlan_id))::int from server s join switch_connection k on k.server_id = s.id
              join switch_port p on p.id = k.switch_port_id
              cross join lateral unnest(case when p.is_trunk then p.vlan_id || p.trunk_members else array[p.vlan_id] end) v(vlan_id)
             where s.owner_id = a.id and v.vlan_id is not null)`,
    },
    version: { type: 'int', sql: 'a.version' },
  },
  search: ['email', 'full_name'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

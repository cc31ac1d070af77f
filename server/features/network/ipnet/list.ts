import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { raw } from '../../../api/list/sql.ts'
import { ipnetFields } from '../../../domain/ipnet/fields.ts'
import { msg } from '../../../shared/text.ts'

const bits = 'case n.family when 2 then 32 else 128 end'
const size = `(2::numeric ^ (${bits} - masklen(n.net)))::numeric(40, 0)`
const total = `(${size} - (select count(distinct a) from unnest(ipnet_reserved(n.net, n.gateway, n.need_reserve)) a))`
const used = `(select count(*)::int from ip i where i.ip_addr between host(n.net)::inet and host(broadcast(n.net))::inet)`

/** Networks are the administrators'. */
export const ipnetList = defineList<Actor>({
  name: 'ipnet',
  what: msg`Network`,
  from: 'ipnet n',
  joins: { l: 'left join location l on l.id = n.location_id' },
  fields: {
    id: { type: 'int', sql: 'n.id' },
    name: { type: 'text', sql: 'n.name', order: 'n.net' },
    net: { type: 'inet', sql: 'n.net', filterOnly: true },
    mask: { type: 'int', sql: 'masklen(n.net)' },
    family: { type: 'int', sql: 'n.family' },
    gateway: { type: 'inet', sql: 'n.gateway', nullable: true, json: "coalesce(host(n.gateway), '')" },
    vlan: {
      type: 'text',
      sql: 'n.vlan',
      nullable: true,
      json: "coalesce(n.vlan, '')",
      order: "nullif(n.vlan, '')::int",
    },
    ...listFields(ipnetFields, 'n'),
    userspace: { type: 'int', sql: 'n.userspace' },
    is_public: { type: 'bool', sql: 'n.is_public' },
    size: { type: 'number', sql: size, json: `${size}::text` },
    total_ip: { type: 'number', sql: total, json: `${total}::text` },
    using_ip: { type: 'int', sql: used, json: `${used}::text` },
    'location.id': { type: 'int', sql: 'n.location_id', nullable: true },
    'location.name': { type: 'text', sql: 'l.name', nullable: true },
    version: { type: 'int', sql: 'n.version' },
  },
  links: { location: 'location.id' },
  members: {
    cluster: {
      from: 'ipnet_cluster nc join cluster c on c.id = nc.cluster_id',
      where: 'nc.ipnet_id = n.id',
      fields: { id: { type: 'int', sql: 'c.id' }, name: { type: 'text', sql: 'c.name' } },
    },
  },
  row: {
    clusters: jsonList(
      { id: 'c.id', name: 'c.name' },
      'ipnet_cluster nc join cluster c on c.id = nc.cluster_id where nc.ipnet_id = n.id',
      'c.id',
    ),
  },
  leftOut: ['location'],
  search: ['name', 'note', 'vlan'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

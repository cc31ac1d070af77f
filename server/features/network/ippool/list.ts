import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { raw } from '../../../api/list/sql.ts'
import { ippoolFields } from '../../../domain/ippool/fields.ts'
import { msg } from '../../../shared/text.ts'
import { rangeTotal } from '../range/list.ts'

/** Sums over the ranges and addresses of one pool: one visit each, whatever the number of addresses. */
const SUMS = `LEFT JOIN LATERAL (
    select coalesce(sum(t.total), 0) as total, coalesce(sum(t.total) filter (where r.family = 2), 0) as total4,
           coalesce(sum(t.total) filter (where r.family = 10), 0) as total6, count(*)::int as ranges,
           min(128 - floor(log(2, r.size) + 1e-9)) filter (where r.family = 10) as prefix6
      from iprange r left join ipnet n on n.id = r.ipnet_id cross join lateral (select ${rangeTotal('r', 'n')} as total) t
     where r.ippool_id = p.id) s ON true`
const USED = `LEFT JOIN LATERAL (
    select count(*)::int as used, count(*) filter (where i.family = 2)::int as used4, count(*) filter (where i.family = 10)::int as used6
      from ip i where i.ippool_id = p.id) u ON true`
const clusters =
  'cluster c where exists (select from ippool_cluster pc where pc.cluster_id = c.id and pc.ippool_id = p.id)'

/** Pools are the administrators'. */
export const ippoolList = defineList<Actor>({
  name: 'ippool',
  what: msg`Pool`,
  from: 'ippool p',
  joins: { s: SUMS, u: USED, l: 'left join location l on l.id = p.location_id' },
  fields: {
    id: { type: 'int', sql: 'p.id' },
    ...listFields(ippoolFields, 'p'),
    userspace: { type: 'int', sql: 'p.userspace' },
    total_ip: { type: 'number', sql: 's.total', json: 's.total::text' },
    using_ip: { type: 'int', sql: 'u.used', json: 'u.used::text' },
    'ipv4.total': { type: 'number', sql: 's.total4' },
    'ipv4.used': { type: 'int', sql: 'u.used4' },
    'ipv6.total': { type: 'number', sql: 's.total6' },
    'ipv6.used': { type: 'int', sql: 'u.used6' },
    min_ipv6_prefix: { type: 'int', sql: 's.prefix6::int', nullable: true },
    ranges: { type: 'int', sql: 's.ranges' },
    'location.id': { type: 'int', sql: 'p.location_id', nullable: true },
    'location.name': { type: 'text', sql: 'l.name', nullable: true },
    version: { type: 'int', sql: 'p.version' },
  },
  links: { location: 'location.id' },
  leftOut: ['location'],
  members: {
    cluster: {
      from: 'ippool_cluster mc join cluster c on c.id = mc.cluster_id',
      where: 'mc.ippool_id = p.id',
      fields: {
        id: { type: 'int', sql: 'c.id' },
        name: { type: 'text', sql: 'c.name' },
        interface: { type: 'int', sql: 'mc.interface' },
      },
    },
    range: {
      from: 'iprange mr',
      where: 'mr.ippool_id = p.id',
      fields: { id: { type: 'int', sql: 'mr.id' }, name: { type: 'text', sql: 'mr.name' } },
    },
  },
  row: { clusters: jsonList({ id: 'c.id', name: 'c.name', type: 'c.virtualization_type' }, clusters, 'c.id') },
  search: ['name', 'note', 'range.name'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

/** Every cluster beside one pool, whether the pool serves it or not; to be asked with the pool as scope. */
export const poolClusterList = defineList<Actor>({
  name: 'ippool_cluster',
  from: 'cluster c cross join ippool p',
  fields: {
    id: { type: 'int', sql: 'c.id' },
    name: { type: 'text', sql: 'c.name' },
    enabled: {
      type: 'bool',
      sql: 'exists (select from ippool_cluster pc where pc.cluster_id = c.id and pc.ippool_id = p.id)',
    },
    interface: {
      type: 'int',
      sql: 'coalesce((select min(pc.interface) from ippool_cluster pc where pc.cluster_id = c.id and pc.ippool_id = p.id), 0)',
    },
  },
  search: ['name'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'
import { msg } from '../../../shared/text.ts'

/** SQL of the number of addresses of a range that can be given: without the reserved ones of its network. */
export const rangeTotal = (range: string, net: string) =>
  `(${range}.size - (select count(distinct a) from unnest(ipnet_reserved(${net}.net, ${net}.gateway, ${net}.need_reserve)) a
     where a between ${range}.first and ${range}.last))`

/** SQL of how many IPv4 addresses the ranges `r` that a condition is true for can give together. */
export const ipv4Total = (of: string) =>
  `select coalesce(sum(${rangeTotal('r', 'n')}), 0)::bigint from iprange r left join ipnet n on n.id = r.ipnet_id where r.family = 2 and ${of}`

export const rangeList = defineList<Actor>({
  name: 'range',
  what: msg`Range`,
  from: 'iprange r join ippool p on p.id = r.ippool_id',
  joins: { n: 'LEFT JOIN ipnet n ON n.id = r.ipnet_id' },
  fields: {
    id: { type: 'int', sql: 'r.id' },
    name: { type: 'text', sql: 'r.name', order: 'r.first' },
    ippool: { type: 'int', sql: 'r.ippool_id' },
    ippool_name: { type: 'text', sql: 'p.name' },
    network: { type: 'int', sql: 'r.ipnet_id', nullable: true },
    ipnet: { type: 'int', sql: 'r.ipnet_id', nullable: true, filterOnly: true },
    ipnet_name: { type: 'text', sql: 'n.name', nullable: true, order: 'n.net' },
    family: { type: 'int', sql: 'r.family' },
    first: { type: 'inet', sql: 'r.first', filterOnly: true },
    last: { type: 'inet', sql: 'r.last', filterOnly: true },
    total_ip: { type: 'number', sql: rangeTotal('r', 'n') },
    using_ip: {
      type: 'int',
      sql: '(select count(*)::int from ip i where i.ip_addr between r.first and r.last)',
    },
  },
  search: ['name', 'ippool_name'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

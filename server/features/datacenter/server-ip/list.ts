import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { ipLifecycle } from '../../../domain/ip/states.ts'
import { addressFamilies } from '../../../domain/server-ip/schema.ts'
import { msg } from '../../../shared/text.ts'

/** Addresses in use, with the servers that have them. An account sees its own. */
export const serverIpList = defineList<Actor>({
  name: 'ip',
  what: msg`Address`,
  from: 'ip i',
  joins: {
    n: 'left join ipnet n on n.id = i.ipnet_id',
    s: 'left join server s on s.id = i.server_id',
    h: 'left join host h on h.id = i.host_id',
  },
  fields: {
    id: { type: 'int', sql: 'i.id' },
    name: { type: 'inet', sql: 'i.ip_addr' },
    domain: { type: 'text', sql: "coalesce(i.domain, '')" },
    gateway: { type: 'text', sql: "coalesce(i.gateway, '')" },
    mask: { type: 'text', sql: 'i.mask' },
    network: { type: 'text', sql: "coalesce(n.name, '')", order: 'n.net' },
    server: { type: 'text', sql: "coalesce(s.name, '')" },
    server_id: { type: 'int', sql: 'i.server_id', nullable: true },
    family: { type: 'enum', sql: "case i.family when 2 then 'ipv4' else 'ipv6' end", values: addressFamilies },
    status: { type: 'enum', sql: 'i.state', values: ipLifecycle.states },
    is_main: { type: 'bool', sql: 'coalesce(s.main_ip_id = i.id, false)' },
    ippool: { type: 'int', sql: 'i.ippool_id', nullable: true },
    'host.id': { type: 'int', sql: 'i.host_id', nullable: true },
    'host.name': { type: 'text', sql: 'h.name', nullable: true },
  },
  links: { host: 'host.id' },
  row: { status_info: "'{}'::json" },
  search: ['name', 'domain', 'server'],
  visible: (actor) => (actor.isAdmin ? null : sql`i.account_id = ${actor.account_id}`),
})

import type { Actor } from '../../../api/context.ts'
import { defineList, type ListSpec } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { ipLifecycle } from '../../../domain/ip/states.ts'
import { ptrStatuses } from '../../../domain/ptr/states.ts'
import { OWN_RECORD, PTR_STATUS } from '../ptr/sql.ts'

/** An account sees its own addresses. */
const addresses: ListSpec<Actor> = {
  name: 'ip',
  from: 'ip i',
  joins: {
    n: 'LEFT JOIN ipnet n ON n.id = i.ipnet_id',
    h: 'LEFT JOIN host h ON h.id = i.host_id',
    a: 'LEFT JOIN account a ON a.id = i.account_id',
    s: 'LEFT JOIN server s ON s.id = i.server_id',
    r: OWN_RECORD,
  },
  fields: {
    id: { type: 'int', sql: 'i.id' },
    ip_addr: { type: 'inet', sql: 'i.ip_addr' },
    name: { type: 'inet', sql: 'i.ip_addr' },
    domain: { type: 'text', sql: 'i.domain', nullable: true },
    gateway: { type: 'text', sql: 'i.gateway', nullable: true },
    mask: { type: 'text', sql: 'i.mask' },
    prefix: { type: 'text', sql: 'i.prefix::text', nullable: true },
    state: { type: 'enum', sql: 'i.state', values: ipLifecycle.states },
    status: { type: 'enum', sql: 'i.state', values: ipLifecycle.states },
    family: { type: 'int', sql: 'i.family' },
    ippool: { type: 'int', sql: 'i.ippool_id', nullable: true },
    range: { type: 'int', sql: 'i.iprange_id', nullable: true },
    network: { type: 'int', sql: 'i.ipnet_id', nullable: true },
    ipnet: { type: 'int', sql: 'i.ipnet_id', nullable: true },
    ipnet_name: { type: 'text', sql: 'n.name', nullable: true, order: 'n.net' },
    cluster_interface: { type: 'int', sql: 'i.cluster_interface', nullable: true },
    'host.id': { type: 'int', sql: 'i.host_id', nullable: true },
    'host.name': { type: 'text', sql: 'h.name', nullable: true },
    'host.interface': { type: 'int', sql: 'coalesce(i.host_interface_id, 0)' },
    'account.id': { type: 'int', sql: 'i.account_id', nullable: true },
    'account.email': { type: 'text', sql: 'a.email', nullable: true },
    ptr: { type: 'text', sql: 'r.domain', nullable: true },
    ptr_status: { type: 'enum', sql: PTR_STATUS, values: ptrStatuses },
    ptr_found: { type: 'text', sql: "array_to_string(r.found, ', ')", nullable: true },
    ptr_fault: { type: 'text', sql: 'r.fault', nullable: true },
    'server.id': { type: 'int', sql: 'i.server_id', nullable: true },
    'server.name': { type: 'text', sql: 's.name', nullable: true },
  },
  links: { host: 'host.id', account: 'account.id', server: 'server.id' },
  search: ['ip_addr', 'domain', 'host.name', 'server.name'],
  searchIndexed: true,
  visible: (actor) => (actor.isAdmin ? null : sql`i.account_id = ${actor.account_id}`),
}

export const ipList = defineList<Actor>(addresses)

const { domain, ipnet, ipnet_name } = addresses.fields
/** As the address manager shows them: without nulls where its documents have none. */
export const ipmgrList = defineList<Actor>({
  ...addresses,
  fields: {
    ...addresses.fields,
    domain: { ...domain!, json: "coalesce(i.domain, '')" },
    ipnet: { ...ipnet!, json: 'coalesce(i.ipnet_id, 0)' },
    ipnet_name: { ...ipnet_name!, json: "coalesce(n.name, '')" },
  },
})

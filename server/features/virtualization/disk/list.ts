import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { sql } from '../../../api/list/sql.ts'
import { buses } from '../../../domain/disk/buses.ts'
import { diskStates } from '../../../domain/disk/states.ts'
import { msg } from '../../../shared/text.ts'
import { API_TYPE, IS_SHARED } from '../storage/sql.ts'

/** `shared_storage.id GT 0` finds disks in storages that nodes share. */
const shared_storage = {
  from: 'storage s',
  where: `s.id = d.storage_id and ${IS_SHARED}`,
  fields: { id: { type: 'int', sql: 's.id' } },
} as const

/** Owners see the disks of their own VMs, administrators all of them. */
export const diskList = defineList<Actor>({
  name: 'disk',
  what: msg`Disk`,
  from: 'disk d',
  joins: {
    a: 'left join account a on a.id = d.account_id',
    h: 'left join host h on h.id = d.host_id',
    n: 'left join node n on n.id = d.node_id',
    cl: 'join cluster cl on cl.id = d.cluster_id',
    s: 'join storage s on s.id = d.storage_id',
  },
  fields: {
    id: { type: 'int', sql: 'd.id' },
    name: { type: 'text', sql: 'd.name' },
    target_dev: { type: 'text', sql: 'd.target_dev', nullable: true },
    size_mib: { type: 'int', sql: 'd.size_mib' },
    size_mib_new: { type: 'int', sql: 'd.size_mib_new', nullable: true },
    state: { type: 'enum', sql: 'd.state', values: diskStates },
    bus: { type: 'enum', sql: 'd.bus', nullable: true, values: buses },
    expand_part: { type: 'text', sql: 'd.expand_part', nullable: true },
    boot_order: { type: 'int', sql: 'd.boot_order', nullable: true },
    tags: { type: 'array', sql: "coalesce(d.tags, '{}')" },
    'account.id': { type: 'int', sql: 'd.account_id', nullable: true },
    'account.email': { type: 'text', sql: 'a.email' },
    'storage.id': { type: 'int', sql: 'd.storage_id' },
    'storage.name': { type: 'text', sql: 's.name' },
    'host.id': { type: 'int', sql: 'd.host_id', nullable: true },
    'host.name': { type: 'text', sql: 'h.name' },
    'host.boot_order': { type: 'int', sql: 'd.boot_order' },
    'host.is_main': { type: 'bool', sql: 'd.is_main' },
    'host.bus': { type: 'enum', sql: 'd.bus', values: buses },
    'node.id': { type: 'int', sql: 'd.node_id', nullable: true },
    'node.name': { type: 'text', sql: 'n.name' },
    'cluster.id': { type: 'int', sql: 'd.cluster_id' },
    'cluster.name': { type: 'text', sql: 'cl.name' },
    'cluster.type': { type: 'text', sql: API_TYPE },
  },
  members: { shared_storage },
  links: {
    account: 'account.id',
    storage: 'storage.id',
    host: 'host.id',
    node: 'node.id',
    cluster: 'cluster.id',
  },
  row: {
    reserved_storage2node: "(select m.storage_id from disk_move m where m.disk_id = d.id and m.kind <> 'old')",
    move_task: `(select m.task_id from disk_move m join task t on t.id = m.task_id
      where m.disk_id = d.id and m.kind <> 'old' and t.status in ('created', 'running'))`,
  },
  search: ['name', 'host.name'],
  visible: (actor) => (actor.isAdmin ? null : sql`d.account_id = ${actor.account_id}`),
})

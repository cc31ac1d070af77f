import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { storageStates } from '../../../domain/storage/states.ts'
import { adminsOnly } from './list.ts'
import { FULL_IN_DAYS, growth } from './outlook.ts'
import { API_TYPE, IS_SHARED, promised } from './sql.ts'

const common = {
  state: { type: 'enum', sql: 'ns.state', values: storageStates },
  enabled: { type: 'bool', sql: "(ns.enabled and cs.enabled and s.state = 'active')" },
  hdd_overselling: { type: 'number', sql: 'coalesce(ns.hdd_overselling, cs.hdd_overselling)' },
  total_mib: { type: 'int', sql: 'ns.total_mib' },
  used_mib: { type: 'int', sql: 'ns.used_mib' },
  promised_mib: { type: 'int', sql: promised('s.id', 'ns.node_id') },
  error: { type: 'text', sql: 'ns.error', nullable: true },
} as const

const from = `node_storage ns join storage s on s.id = ns.storage_id join node n on n.id = ns.node_id
  join cluster cl on cl.id = n.cluster_id join cluster_storage cs on cs.cluster_id = n.cluster_id and cs.storage_id = s.id`

/** The nodes of a storage. */
export const nodeStorageList = defineList<Actor>({
  name: 'storage_node',
  from,
  joins: { g: growth },
  fields: {
    id: { type: 'int', sql: 'n.id' },
    name: { type: 'text', sql: 'n.name' },
    'cluster.id': { type: 'int', sql: 'cl.id' },
    'cluster.name': { type: 'text', sql: 'cl.name' },
    'storage.id': { type: 'int', sql: 's.id' },
    'storage.name': { type: 'text', sql: 's.name' },
    ...common,
    disk_count: {
      type: 'int',
      sql: '(select count(*)::int from disk d where d.storage_id = s.id and d.node_id = n.id)',
    },
    full_in_days: { type: 'int', sql: FULL_IN_DAYS, nullable: true, costly: true },
    error_at: { type: 'time', sql: 'ns.error_at', nullable: true },
    checked_at: { type: 'time', sql: 'ns.checked_at', nullable: true },
  },
  links: { cluster: 'cluster.id', storage: 'storage.id' },
  search: ['name'],
  visible: adminsOnly,
})

/** Storages that each node has for itself, a row a node. */
export const localStorageList = defineList<Actor>({
  name: 'local_storage',
  from: `${from} and not (${IS_SHARED})`,
  key: '(ns.storage_id::bigint << 32 | ns.node_id)',
  fields: {
    id: { type: 'int', sql: 's.id' },
    name: { type: 'text', sql: 's.name' },
    type: { type: 'text', sql: API_TYPE },
    is_main: { type: 'bool', sql: 'cs.is_main' },
    ...common,
    'node.id': { type: 'int', sql: 'n.id' },
    'node.name': { type: 'text', sql: 'n.name' },
    'cluster.id': { type: 'int', sql: 'cl.id' },
    'cluster.name': { type: 'text', sql: 'cl.name' },
  },
  links: { node: 'node.id', cluster: 'cluster.id' },
  search: ['name', 'node.name'],
  visible: adminsOnly,
})

/** What records and a storage differ in. */
export const findingList = defineList<Actor>({
  name: 'storage_finding',
  from: 'storage_finding f join node n on n.id = f.node_id',
  joins: { d: 'left join disk d on d.id = f.disk_id' },
  fields: {
    id: { type: 'int', sql: 'f.id' },
    kind: { type: 'enum', sql: 'f.kind', values: ['volume', 'disk'] },
    name: { type: 'text', sql: 'f.name' },
    size_mib: { type: 'int', sql: 'f.size_mib' },
    'node.id': { type: 'int', sql: 'n.id' },
    'node.name': { type: 'text', sql: 'n.name' },
    'disk.id': { type: 'int', sql: 'f.disk_id', nullable: true },
    'disk.name': { type: 'text', sql: 'd.name' },
    found_at: { type: 'time', sql: 'f.found_at' },
    seen_at: { type: 'time', sql: 'f.seen_at' },
  },
  links: { node: 'node.id', disk: 'disk.id' },
  search: ['name'],
  visible: adminsOnly,
})

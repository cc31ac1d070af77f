import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { raw } from '../../../api/list/sql.ts'
import { storageFields } from '../../../domain/storage/fields.ts'
import { paramFields, poolFields, storageKind, storageKinds, storageTypes } from '../../../domain/storage/kinds.ts'
import { overallStates } from '../../../domain/storage/states.ts'
import { msg } from '../../../shared/text.ts'
import { FULL_IN_DAYS_OF_ALL, TREND } from './outlook.ts'
import { API_TYPE, BADNESS, overNodes, promised } from './sql.ts'

export const adminsOnly = (actor: Actor) => (actor.isAdmin ? null : raw('false'))

/** Parameters with all names, those without a value null; a password is never shown. */
const param = (name: string) => {
  if (name === 'password') return "case when s.password is not null then '' end"
  return name === 'ssh_port' ? "(s.storage_params->>'ssh_port')::int" : `s.storage_params->>'${name}'`
}
const params = Object.fromEntries(paramFields.map((name) => [name, param(name)]))
const emptyPool = `jsonb_build_object(${poolFields.map((name) => `'${name}', null`).join(', ')})`

const abilities = Object.fromEntries(storageKinds.map((kind) => [kind, storageKind[kind].can]))
const CAN = `coalesce('${JSON.stringify(abilities)}'::jsonb->s.type, '[]')`

const NODES =
  'select count(*)::int from node n join cluster_storage cs on cs.cluster_id = n.cluster_id where cs.storage_id = s.id'
const worst = (column: string) =>
  `(select ${column} from node_storage ns where ns.storage_id = s.id and ns.enabled order by ${BADNESS}, ns.error_at limit 1)`
const STATE = `case when s.state = 'disabled' then 'disabled' else coalesce(${worst('ns.state')}, 'unknown') end`
const percent = (part: string) => `round(100.0 * ${part} / nullif(${overNodes('total_mib')}, 0), 1)::float8`

const cluster = {
  id: 'c.id',
  name: 'c.name',
  type: 'c.virtualization_type',
  enabled: 'cs.enabled',
  is_main: 'cs.is_main',
  hdd_overselling: 'cs.hdd_overselling',
  virt_pool: `${emptyPool} || cs.virt_pool`,
}
export const TAGS = jsonList(
  { id: 't.id', name: 't.name', note: 't.note', immortal: 't.immortal' },
  'storage_tagged st join storage_tag t on t.id = st.tag_id where st.storage_id = s.id',
  't.id',
)

/** Storages are the administrators'. */
export const storageList = defineList<Actor>({
  name: 'storage',
  what: msg`Storage`,
  from: 'storage s',
  fields: {
    id: { type: 'int', sql: 's.id' },
    ...listFields(storageFields, 's'),
    type: { type: 'enum', sql: API_TYPE, values: storageTypes },
    kind: { type: 'enum', sql: 's.type', values: storageKinds },
    is_network: { type: 'bool', sql: 's.is_network' },
    state: { type: 'enum', sql: STATE, values: overallStates },
    enabled: { type: 'bool', sql: "(s.state = 'active')" },
    error: { type: 'text', sql: worst('ns.error'), nullable: true },
    total_mib: { type: 'int', sql: overNodes('total_mib') },
    used_mib: { type: 'int', sql: overNodes('used_mib') },
    promised_mib: { type: 'int', sql: promised('s.id', 'null') },
    used_percent: { type: 'number', sql: percent(overNodes('used_mib')), nullable: true },
    promised_percent: { type: 'number', sql: percent(promised('s.id', 'null')), nullable: true },
    full_in_days: { type: 'int', sql: FULL_IN_DAYS_OF_ALL, nullable: true, costly: true },
    node_count: {
      type: 'int',
      sql: "(select count(*)::int from node_storage ns where ns.storage_id = s.id and ns.enabled and ns.state in ('active', 'degraded'))",
    },
    node_total: { type: 'int', sql: `(${NODES})` },
    disk_count: { type: 'int', sql: '(select count(*)::int from disk d where d.storage_id = s.id)' },
    host_count: { type: 'int', sql: '(select count(distinct d.host_id)::int from disk d where d.storage_id = s.id)' },
    finding_count: { type: 'int', sql: '(select count(*)::int from storage_finding f where f.storage_id = s.id)' },
    checked_at: {
      type: 'time',
      sql: '(select max(ns.checked_at) from node_storage ns where ns.storage_id = s.id)',
      nullable: true,
    },
    version: { type: 'int', sql: 's.version' },
  },
  members: {
    cluster: {
      from: 'cluster_storage cs join cluster c on c.id = cs.cluster_id',
      where: 'cs.storage_id = s.id',
      fields: { id: { type: 'int', sql: 'c.id' }, name: { type: 'text', sql: 'c.name' } },
    },
    tag: {
      from: 'storage_tagged st join storage_tag t on t.id = st.tag_id',
      where: 'st.storage_id = s.id',
      fields: { id: { type: 'int', sql: 't.id' }, name: { type: 'text', sql: 't.name' } },
    },
  },
  row: {
    storage_params: params,
    ...params,
    can: CAN,
    clusters: jsonList(
      cluster,
      'cluster_storage cs join cluster c on c.id = cs.cluster_id where cs.storage_id = s.id',
      'c.id',
    ),
    tags: TAGS,
    trend: TREND,
  },
  search: ['name', 'comment'],
  visible: adminsOnly,
})

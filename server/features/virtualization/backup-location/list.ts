import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonObject } from '../../../api/list/row.ts'
import { raw } from '../../../api/list/sql.ts'
import { backupLocationFields } from '../../../domain/backup-location/fields.ts'
import { backupLocationKinds, locationStatuses } from '../../../domain/backup-location/kinds.ts'
import { msg } from '../../../shared/text.ts'
import { FULL_IN_DAYS, growth, heldLast } from './outlook.ts'

const joins = { r: 'left join store_round r on r.location_id = b.id', u: heldLast, g: growth }
const round = {
  collected_at: 'r.collected_at',
  trash_mib: 'ceil(r.trash_bytes / 1048576.0)::int',
  fault: 'r.collect_fault',
  verified_at: 'r.verified_at',
  verify_fault: 'r.verify_fault',
  deep_at: 'r.deep_at',
  deep_percent: 'r.deep_next * 100 / 256',
  damaged_count: 'r.damaged_count',
  unknown_count: 'r.unknown_count',
  unknown_since: 'r.unknown_since',
}

/** Backup locations are the administrators'. */
export const backupLocationList = defineList<Actor>({
  name: 'backup_location',
  what: msg`Backup location`,
  from: 'backup_location b',
  joins,
  fields: {
    id: { type: 'int', sql: 'b.id' },
    ...listFields(backupLocationFields, 'b'),
    type: { type: 'enum', sql: 'b.type', values: backupLocationKinds },
    state: {
      type: 'enum',
      sql: "case when b.status in ('ok', 'full') then 'active' else 'unavailable' end",
      values: ['active', 'unavailable'],
    },
    status: { type: 'enum', sql: 'b.status', values: locationStatuses },
    fault: { type: 'text', sql: 'b.fault', nullable: true },
    checked_at: { type: 'time', sql: 'b.checked_at', nullable: true },
    connection_params: {
      type: 'json',
      sql: "json_build_object('ip', b.ip, 'port', b.port, 'login', b.login, 'password', '', 'path', b.path)",
    },
    has_password: { type: 'bool', sql: '(b.password is not null)' },
    host_key: { type: 'text', sql: 'b.host_key', nullable: true },
    chunk_mib: { type: 'int', sql: '(b.chunk_bytes / 1048576)' },
    total_mib: { type: 'int', sql: 'b.total_mib', nullable: true },
    free_mib: { type: 'int', sql: 'b.free_mib', nullable: true },
    held_since: { type: 'time', sql: 'b.held_since', nullable: true },
    recovery_at: { type: 'time', sql: 'b.recovery_at', nullable: true },
    backup_count: { type: 'int', sql: 'coalesce(u.backups, 0)' },
    stored_mib: { type: 'int', sql: 'u.stored_mib', nullable: true },
    disk_mib: { type: 'int', sql: 'u.disk_mib', nullable: true },
    growth_mib_per_day: { type: 'number', sql: 'g.growth', nullable: true },
    full_in_days: {
      type: 'int',
      sql: FULL_IN_DAYS,
      nullable: true,
    },
    only_here: {
      type: 'int',
      sql: `(select count(distinct c.backup_id)::int from backup_copy c where c.location_id = b.id
               and not exists (select from backup_copy o where o.backup_id = c.backup_id and o.state = 'active'
                                and o.location_id is distinct from b.id))`,
    },
    clusters: {
      type: 'json',
      sql: `(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'datacenter_type', c.datacenter_type,
               'image_storage_path', c.image_storage_path) order by c.id), '[]')
               from backup_location_cluster bc join cluster c on c.id = bc.cluster_id where bc.backup_location_id = b.id)`,
    },
    version: { type: 'int', sql: 'b.version' },
  },
  row: { round: `case when r.id is not null then ${jsonObject(round)} end` },
  search: ['name', 'comment'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

/** What lies in a location by VM; `v.location_id` says in which. */
export const locationHostList = defineList<Actor>({
  name: 'backup_location_host',
  from: `(select c.location_id, min(b.id) as id, max(b.host_id) as host_id, max(coalesce(b.host_name, b.disk_name)) as name,
            count(*)::int as backups, sum(c.stored_bytes) / 1048576.0 as stored_mib, sum(b.size_mib::bigint) as disk_mib,
            count(*) filter (where c.fault is not null)::int as damaged, max(b.made_at) as newest_at
       from backup_copy c join backup b on b.id = c.backup_id and b.deleted_at is null
      where c.state = 'active' and c.location_id is not null group by c.location_id, b.subject) v`,
  fields: {
    id: { type: 'int', sql: 'v.id' },
    name: { type: 'text', sql: 'v.name' },
    host: { type: 'int', sql: 'v.host_id', nullable: true },
    backups: { type: 'int', sql: 'v.backups' },
    stored_mib: { type: 'number', sql: 'v.stored_mib::float8' },
    disk_mib: { type: 'number', sql: 'v.disk_mib::float8' },
    damaged: { type: 'int', sql: 'v.damaged' },
    newest_at: { type: 'time', sql: 'v.newest_at', nullable: true },
  },
  defaultOrder: 'stored_mib desc',
  search: ['name'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

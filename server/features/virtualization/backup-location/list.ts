import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { backupLocationFields } from '../../../domain/backup-location/fields.ts'
import { backupLocationKinds, locationStatuses } from '../../../domain/backup-location/kinds.ts'

/** Backup locations are the administrators'. */
export const backupLocationList = defineList<Actor>({
  name: 'backup_location',
  from: 'backup_location b',
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
      sql: "json_build_object('ip', b.ip, 'port', b.port, 'login', b.login, 'path', b.path)",
    },
    has_password: { type: 'bool', sql: '(b.password is not null)' },
    host_key: { type: 'text', sql: 'b.host_key', nullable: true },
    chunk_mib: { type: 'int', sql: '(b.chunk_bytes / 1048576)' },
    total_mib: { type: 'int', sql: 'b.total_mib', nullable: true },
    free_mib: { type: 'int', sql: 'b.free_mib', nullable: true },
    recovery_at: { type: 'time', sql: 'b.recovery_at', nullable: true },
    clusters: {
      type: 'json',
      sql: `(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'datacenter_type', c.datacenter_type,
               'image_storage_path', c.image_storage_path) order by c.id), '[]')
               from backup_location_cluster bc join cluster c on c.id = bc.cluster_id where bc.backup_location_id = b.id)`,
    },
    version: { type: 'int', sql: 'b.version' },
  },
  search: ['name', 'comment'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})

import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { sql } from '../../../api/list/sql.ts'
import { backupFields } from '../../../domain/backup/fields.ts'
import { backupContents, backupModes, backupStates, consistencies } from '../../../domain/backup/states.ts'
import { msg } from '../../../shared/text.ts'

const mib = (bytes: string) => `ceil(${bytes} / 1048576.0)::int`

/** Where a backup was written first, of what is left. */
const first = `lateral (select c.location_id, c.stored_bytes from backup_copy c
  where c.backup_id = b.id and c.state = 'active' order by c.position, c.id limit 1)`

const fields = {
  id: { type: 'int', sql: 'b.id' },
  ...listFields(backupFields, 'b'),
  state: { type: 'enum', sql: 'b.state', values: backupStates },
  mode: { type: 'enum', sql: 'b.mode', values: backupModes },
  run_id: { type: 'text', sql: 'b.run_id::text' },
  is_main: { type: 'bool', sql: 'b.is_main' },
  content: { type: 'enum', sql: "coalesce(b.metadata->>'content', 'disk')", values: backupContents },
  host: { type: 'int', sql: 'b.host_id', nullable: true },
  host_name: { type: 'text', sql: 'b.host_name', nullable: true },
  internal_name: { type: 'text', sql: 'b.internal_name' },
  estimated_size_mib: { type: 'int', sql: 'b.size_mib' },
  actual_size_mib: { type: 'int', sql: mib('w.stored_bytes'), nullable: true },
  read_mib: { type: 'int', sql: mib('b.read_bytes') },
  consistency: { type: 'enum', sql: 'b.consistency', values: consistencies, nullable: true },
  parent: { type: 'int', sql: 'b.parent_id', nullable: true },
  full_because: { type: 'text', sql: 'b.full_because', nullable: true },
  schedule: { type: 'int', sql: 'b.schedule_id', nullable: true },
  fault: {
    type: 'text',
    sql: `coalesce(b.fault, (select c.fault from backup_copy c where c.backup_id = b.id and c.fault is not null order by c.position limit 1))`,
    nullable: true,
  },
  task: { type: 'int', sql: 'b.task', nullable: true },
  date_create: { type: 'time', sql: 'b.created_at' },
  made_at: { type: 'time', sql: 'b.made_at', nullable: true },
  finished_at: { type: 'time', sql: 'b.finished_at', nullable: true },
  available_until: { type: 'time', sql: 'b.available_until', nullable: true },
  deleted_at: { type: 'time', sql: 'b.deleted_at', nullable: true },
  'disk.id': { type: 'int', sql: 'b.disk_id', nullable: true },
  'disk.name': { type: 'text', sql: 'b.disk_name' },
  'backup_location.id': { type: 'int', sql: 'w.location_id', nullable: true },
  'backup_location.name': { type: 'text', sql: 'l.name' },
  'backup_location.type': { type: 'text', sql: 'l.type' },
  version: { type: 'int', sql: 'b.version' },
} as const

const copies = jsonList(
  {
    id: 'c.id',
    state: 'c.state',
    backup_location: `case when c.location_id is not null then json_build_object('id', c.location_id, 'name', cl2.name, 'type', cl2.type) end`,
    node: `case when c.node_id is not null then json_build_object('id', c.node_id, 'name', cn.name) end`,
    stored_mib: mib('c.stored_bytes'),
    fault: 'c.fault',
    verified_at: 'c.verified_at',
    owed_because: "case when c.state = 'owed' then c.owed_because end",
  },
  `backup_copy c left join backup_location cl2 on cl2.id = c.location_id left join node cn on cn.id = c.node_id
    where c.backup_id = b.id`,
  'c.position, c.id',
)

/** Where a backup lies: `copy.backup_location EQ 3` finds those that have a copy there. */
const members = {
  copy: {
    from: 'backup_copy bc',
    where: 'bc.backup_id = b.id',
    fields: {
      backup_location: { type: 'int', sql: 'bc.location_id', nullable: true },
      node: { type: 'int', sql: 'bc.node_id', nullable: true },
      fault: { type: 'text', sql: 'bc.fault', nullable: true },
      verified_at: { type: 'time', sql: 'bc.verified_at', nullable: true },
    },
  },
} as const

const joins = {
  w: `left join ${first} w on true`,
  l: 'left join backup_location l on l.id = w.location_id',
  a: 'left join account a on a.id = b.account_id',
  cl: 'left join cluster cl on cl.id = b.cluster_id',
}
const cluster = {
  'cluster.id': { type: 'int', sql: 'b.cluster_id', nullable: true },
  'cluster.name': { type: 'text', sql: 'cl.name' },
} as const
const common = {
  from: 'backup b',
  joins,
  members,
  search: ['name', 'disk.name', 'host_name'],
  defaultOrder: 'id desc',
  leftOut: ['task'],
}
const links = { disk: 'disk.id', backup_location: 'backup_location.id', cluster: 'cluster.id' }
// A VM may have had another owner, whose name is none of the present one's business.
const made_by = 'case when b.made_by = a.email then b.made_by end'
const others = { unless: (actor: Actor) => actor.isAdmin, row: { made_by } }
const own = (actor: Actor) => sql`b.account_id = ${actor.account_id}`

/** Backups as lists of VMs show them, with those that were deleted. */
export const backupList = defineList<Actor>({
  ...common,
  name: 'host_backup',
  what: msg`Backup`,
  fields: {
    ...fields,
    ...cluster,
    account: { type: 'text', sql: 'a.email', nullable: true },
    expand_part: { type: 'text', sql: 'b.expand_part', nullable: true },
    os: { type: 'int', sql: 'b.os_id', nullable: true },
    os_name: { type: 'text', sql: 'b.os_name', nullable: true },
    node: { type: 'int', sql: 'b.node_id', nullable: true },
    ip_automation: { type: 'text', sql: 'b.ip_automation', nullable: true },
  },
  links,
  row: {
    copies,
    made_by: 'b.made_by',
    for_all: 'false',
    type: "'disk'",
    parent_disk: 'b.disk_id',
    cluster: { image_storage_path: 'cl.image_storage_path' },
  },
  others,
  visible: (actor) => (actor.isAdmin ? null : own(actor)),
})

const ofDisks = {
  ...common,
  fields: {
    ...fields,
    ...cluster,
    'account.id': { type: 'int', sql: 'b.account_id', nullable: true },
    'account.email': { type: 'text', sql: 'a.email' },
  },
  links: { ...links, account: 'account.id' },
  row: {
    copies,
    made_by: 'b.made_by',
    cluster: { datacenter_type: 'cl.datacenter_type', image_storage_path: 'cl.image_storage_path' },
  },
  others,
} as const

/** Backups as lists of disks show them. */
export const diskBackupList = defineList<Actor>({
  ...ofDisks,
  name: 'backup',
  visible: (actor) => (actor.isAdmin ? sql`b.deleted_at is null` : sql`b.deleted_at is null and ${own(actor)}`),
})

const OUTDATED = sql`b.deleted_at is null and b.available_until <= now()`

/** Backups that were deleted and can be brought back. */
export const deletedBackupList = defineList<Actor>({
  ...ofDisks,
  name: 'deleted_backup',
  visible: (actor) => (actor.isAdmin ? sql`b.deleted_at is not null` : sql`b.deleted_at is not null and ${own(actor)}`),
})

/** Backups that their schedules keep no longer and that are still there: they are in use, or go with the next look. */
export const outdatedBackupList = defineList<Actor>({
  ...ofDisks,
  name: 'outdated_backup',
  visible: (actor) => (actor.isAdmin ? OUTDATED : sql`${OUTDATED} and ${own(actor)}`),
})

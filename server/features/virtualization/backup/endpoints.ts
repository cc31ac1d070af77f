import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import {
  backupCreate,
  backupEdit,
  backupPlaces,
  backupRelocate,
  backupRow,
  backupStateChange,
  backupTasks,
  diskBackupCreate,
  diskBackupRow,
  imageCopy,
  imageMove,
} from '../../../domain/backup/schema.ts'
import { empty, idAndTask, idAnswer, idMaybeTask } from '../../../domain/shared/fields.ts'
import { diskList } from '../disk/list.ts'
import { hostList } from '../host/list.ts'
import { backupList, deletedBackupList, diskBackupList, outdatedBackupList } from './list.ts'
import { copyBackup, moveBackup, relocateBackup } from './move.ts'
import {
  bringBackBackup,
  createDiskBackup,
  createHostBackup,
  deleteBackup,
  editBackup,
  placesOfHost,
  setBackupState,
} from './service.ts'

const common = { service: 'vm', tag: 'backup', access: 'user' } as const

const HOW =
  'A running VM goes on: its file systems are frozen for a moment when the guest agent answers (`consistency` says so). Only what has changed since the last backup in the same place is read, where the node can tell; each backup stands by itself all the same. A power action on the VM ends the reading, which is then begun once more. One backup of a VM is made at a time.'

export const backupEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/backup',
    summary: 'List the backups of disks',
    list: diskBackupList,
    row: diskBackupRow,
    csv: true,
  }),
  deleted: listEndpoint({
    ...common,
    path: '/deleted/backup',
    summary: 'List the backups that were deleted and can be brought back',
    description: 'Not in the documents: what was deleted stays for 7 days.',
    list: deletedBackupList,
    row: diskBackupRow,
  }),
  outdated: listEndpoint({
    ...common,
    path: '/outdated/disk/backup',
    summary: 'List outdated backups of disks',
    description: 'Those that their schedules keep no longer and that are not deleted yet.',
    list: outdatedBackupList,
    row: diskBackupRow,
  }),
  get: rowEndpoint({
    ...common,
    path: '/backup/{backup_id}',
    summary: 'Read a backup',
    list: backupList,
    row: backupRow,
  }),
  ofDisk: listEndpoint({
    ...common,
    path: '/disk/{disk_id}/backup',
    summary: 'List the backups of a disk',
    list: diskBackupList,
    row: diskBackupRow,
    of: diskList,
    scope: (id) => sql`b.disk_id = ${id}`,
  }),
  ofHost: listEndpoint({
    ...common,
    path: '/host/{host_id}/backup',
    summary: 'List the backups of a VM',
    description: 'One row a disk; those of one moment have the same `run_id`.',
    list: backupList,
    row: backupRow,
    of: hostList,
    scope: (id) => sql`b.host_id = ${id} and b.deleted_at is null`,
  }),
  createOfHost: endpoint({
    ...common,
    method: 'POST',
    about: 'backup',
    path: '/host/{host_id}/backup',
    summary: 'Back up a VM',
    description: `${HOW} \`relocate_task\` copies it to the other backup locations.`,
    body: backupCreate,
    answer: backupTasks,
    run: (ctx, p) => createHostBackup(ctx, p.params.host_id, p.body),
  }),
  createOfDisk: endpoint({
    ...common,
    method: 'POST',
    about: 'backup',
    path: '/disk/{disk_id}/backup',
    summary: 'Back up a disk',
    description: HOW,
    body: diskBackupCreate,
    answer: backupTasks,
    run: (ctx, p) => createDiskBackup(ctx, p.params.disk_id, p.body),
  }),
  places: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}/backup_location',
    summary: 'List the backup locations that a VM may be backed up to',
    description: 'Not in the documents. Names only: where they are is for administrators.',
    answer: backupPlaces,
    run: (ctx, p) => placesOfHost(ctx, p.params.host_id),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/backup/{backup_id}',
    summary: 'Change a backup',
    body: backupEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editBackup(ctx, p.params.backup_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/backup/{backup_id}',
    summary: 'Delete a backup',
    description: 'Other backups do not depend on it. It can be brought back for 7 days; then its room is given back.',
    answer: idAndTask,
    run: (ctx, p) => deleteBackup(ctx, p.params.backup_id),
  }),
  deleteOfDisk: endpoint({
    ...common,
    method: 'DELETE',
    path: '/disk/{disk_id}/backup/{backup_id}',
    summary: 'Delete a backup of a disk',
    answer: idAndTask,
    run: (ctx, p) => deleteBackup(ctx, p.params.backup_id, p.params.disk_id),
  }),
  bringBack: endpoint({
    ...common,
    method: 'POST',
    path: '/backup/{backup_id}/bring_back',
    summary: 'Bring back a backup that was deleted',
    description:
      'Not in the documents. Within 7 days of its deletion. One that its schedule took away is pinned by it, or the next run would take it again.',
    answer: idAnswer.extend({ pinned: z.boolean() }),
    run: (ctx, p) => bringBackBackup(ctx, p.params.backup_id),
  }),
  copy: endpoint({
    ...common,
    access: 'admin',
    method: 'POST',
    path: '/backup/{backup_id}/copy',
    summary: 'Copy a backup to a node',
    body: imageCopy,
    answer: idAndTask,
    run: (ctx, p) => copyBackup(ctx, p.params.backup_id, p.body),
  }),
  move: endpoint({
    ...common,
    access: 'admin',
    method: 'POST',
    path: '/backup/{backup_id}/move',
    summary: 'Move a backup between nodes',
    body: imageMove,
    answer: idAndTask,
    run: (ctx, p) => moveBackup(ctx, p.params.backup_id, p.body),
  }),
  relocate: endpoint({
    ...common,
    method: 'POST',
    path: '/backup/{backup_id}/relocate',
    summary: 'Move a backup to a backup location or a node',
    description:
      'The copy that was written first goes there; others stay. Users choose among the backup locations of the cluster.',
    body: backupRelocate,
    answer: idAndTask,
    run: (ctx, p) => relocateBackup(ctx, p.params.backup_id, p.body),
  }),
  state: endpoint({
    ...common,
    access: 'admin',
    method: 'POST',
    path: '/backup/{backup_id}/state',
    summary: 'Set the state of a backup',
    description:
      'For a backup that no task works on: `active` when it has a complete copy, `crashed` for one that is not to be restored. The other states are refused.',
    body: backupStateChange,
    answer: empty,
    run: (ctx, p) => setBackupState(ctx, p.params.backup_id, p.body),
  }),
}

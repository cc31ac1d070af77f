import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { backupFate, deletionInfo } from '../../../domain/backup/fate.ts'
import { diskCreate, diskEdit, diskLink, diskOrder, hostDiskCreate } from '../../../domain/disk/edit.ts'
import { diskMigrate, diskRestoreImage, moveOptions } from '../../../domain/disk/move.ts'
import { diskRow } from '../../../domain/disk/schema.ts'
import { idAndTask, queryFlag } from '../../../domain/shared/fields.ts'
import { addDisk, attachDisk } from '../host/disks/attach.ts'
import { changeDisk } from '../host/disks/change.ts'
import { detachDisk } from '../host/disks/detach.ts'
import { createDisk, deleteDisk, diskDeletion } from '../host/disks/free.ts'
import { orderDisks } from '../host/disks/link.ts'
import { migrateDisk } from '../host/disks/move/accept.ts'
import { restoreDiskFromImage } from '../host/disks/move/image.ts'
import { moveTargets } from '../host/disks/move/targets.ts'
import { hostList } from '../host/list.ts'
import { diskList } from './list.ts'

const AT_ONCE =
  'A running VM has it at once where its bus takes disks while it runs (`virtio`, `scsi`), otherwise from its next start on.'
const WHO = 'Users do this in clusters with `manage_disk_enabled` only.'

const REASONS =
  '`reason` says why it cannot be one of them, and the one of the answer why the disk cannot be moved at all; null where it can.'

const common = { service: 'vm', tag: 'disk', method: 'GET', access: 'user' } as const

export const diskEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/disk',
    summary: 'List the disks',
    list: diskList,
    row: diskRow,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/disk/{disk_id}',
    summary: 'Read a disk',
    list: diskList,
    row: diskRow,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/disk/{disk_id}',
    summary: 'Change a disk',
    description:
      'A disk only grows. A running VM gets the size at once, with `live_resize: false`, here or else of the VM, at its next start, with `defer` at its next stop or within its next restart; until then it is in `size_mib_new`. What is stored is the size that the hypervisor reports. The partition in `expand_part` is expanded through the guest agent while the VM runs; the root partition grows at each start in guests with cloud-init, and that of another disk, which grew while the VM was off, is expanded by a task of its own after the next start. A disk belongs to the owner of its VM and stays in its pool.',
    body: diskEdit,
    answer: idAndTask,
    run: (ctx, p) => changeDisk(ctx, p.params.disk_id, p.body),
  }),
  ofHost: listEndpoint({
    ...common,
    path: '/host/{host_id}/disk',
    summary: 'List the disks of a VM',
    list: diskList,
    row: diskRow,
    of: hostList,
    scope: (id) => sql`d.host_id = ${id}`,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/disk',
    summary: 'Create a disk',
    description: `A disk that belongs to no VM, until it is attached to one. Without \`node\` it is on the one where \`storage\`, else the main storage of its cluster, has most room. ${WHO}`,
    body: diskCreate,
    answer: idAndTask,
    run: (ctx, { body }) => createDisk(ctx, body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/disk/{disk_id}',
    summary: 'Delete a disk',
    description: `Only one that belongs to no VM: those of a VM are detached first, or deleted with it. With \`force\`, for administrators, one whose node does not answer is forgotten: its volume stays on the node. ${WHO}`,
    query: z.object({ backups: backupFate, force: queryFlag.optional() }),
    answer: idAndTask,
    run: (ctx, p) => deleteDisk(ctx, p.params.disk_id, { backups: p.query.backups, force: p.query.force ?? false }),
  }),
  deletion: endpoint({
    ...common,
    path: '/disk/{disk_id}/deletion',
    summary: 'Read what the deletion of a disk is asked with',
    description: 'Not in the documents: its backups, and the schedules that back it up.',
    answer: deletionInfo,
    run: (ctx, p) => diskDeletion(ctx, p.params.disk_id),
  }),
  migrate: endpoint({
    ...common,
    access: 'admin',
    method: 'POST',
    path: '/disk/{disk_id}/migrate',
    summary: 'Move a disk to another storage',
    description:
      'The VM goes on meanwhile: what it writes goes to both volumes until it changes over in one step. A disk that belongs to no VM can go to another `node` as well. The task says how far it is; until the disk has changed over it can be cancelled at any time, and the VM stays on the old volume. With `plain: false` the new volume stands on the same system image as the old one, otherwise by itself. `limit_mbitps` bounds the copying. Snapshots that hold a state of the disk have to be deleted first, and the next backup reads all of it.',
    body: diskMigrate,
    answer: idAndTask,
    run: (ctx, p) => migrateDisk(ctx, p.params.disk_id, p.body),
  }),
  restoreFromImage: endpoint({
    ...common,
    access: 'admin',
    method: 'POST',
    path: '/disk/{disk_id}/restore_from_image',
    summary: 'Restore a disk from an image file',
    description:
      'Gives the disk what is in a file on its node, in the folder of images or of system images of its cluster; what the disk has now is lost. Its name says what it is: `.qcow2`, or `.raw` and `.img` for the bytes themselves. One that refers to other files, is encrypted, larger than the disk, or a link out of the folder is refused. The VM has to be off.',
    body: diskRestoreImage,
    answer: idAndTask,
    run: (ctx, p) => restoreDiskFromImage(ctx, p.params.disk_id, p.body),
  }),
  migrateLocal: endpoint({
    ...common,
    access: 'admin',
    path: '/disk/{disk_id}/migrate/local',
    summary: 'List the local storages a disk can move to',
    description: `Storages that each node has for itself: a row a node for a disk that belongs to no VM. ${REASONS}`,
    answer: moveOptions,
    run: (ctx, p) => moveTargets(ctx, p.params.disk_id, 'local'),
  }),
  migrateNetwork: endpoint({
    ...common,
    access: 'admin',
    path: '/disk/{disk_id}/migrate/network',
    summary: 'List the network storages a disk can move to',
    description: `Storages that all nodes share. ${REASONS}`,
    answer: moveOptions,
    run: (ctx, p) => moveTargets(ctx, p.params.disk_id, 'network'),
  }),
  add: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/disk',
    summary: 'Add a disk to a VM',
    description: `Not in the documents: makes a disk and attaches it, in one task. ${AT_ONCE} ${WHO}`,
    body: hostDiskCreate,
    answer: idAndTask,
    run: (ctx, p) => addDisk(ctx, p.params.host_id, p.body),
  }),
  attach: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/disk/{disk_id}',
    summary: 'Attach a disk to a VM, or change how it is attached',
    description: `A disk that belongs to no VM is attached: it has to be on the node of the VM and of the same owner. Of a disk of this VM \`is_main\` makes it the one that is booted from first, and \`bus\` puts it on another bus, while the VM is off. ${AT_ONCE} ${WHO}`,
    body: diskLink,
    answer: idAndTask,
    run: (ctx, p) => attachDisk(ctx, p.params.host_id, p.params.disk_id, p.body),
  }),
  detach: endpoint({
    ...common,
    method: 'DELETE',
    path: '/host/{host_id}/disk/{disk_id}',
    summary: 'Detach a disk from a VM',
    description: `The disk stays, with all that is on it. A running VM is asked to give it back, and keeps it when it does not. The main disk cannot be detached. ${WHO}`,
    answer: idAndTask,
    run: (ctx, p) => detachDisk(ctx, p.params.host_id, p.params.disk_id),
  }),
  order: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/disk_order',
    summary: 'Set the order in which a VM boots from its disks',
    description: `Disks that are not named keep their places; no two may have the same. The next start follows it. ${WHO}`,
    body: diskOrder,
    answer: idAndTask,
    run: (ctx, p) => orderDisks(ctx, p.params.host_id, p.body),
  }),
}

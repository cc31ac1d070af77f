import { endpoint } from '../../../../api/endpoint.ts'
import { backupToDisk, backupToHost, inPlace } from '../../../../domain/backup/restore.ts'
import { idAndTask } from '../../../../domain/shared/fields.ts'
import { restoreAsDisk, restoreAsHost } from './as-new.ts'
import { restoreDisk, restoreHost } from './in-place.ts'

const common = { service: 'vm', tag: 'backup', method: 'POST', access: 'user' } as const
const SIZE = 'A disk that has grown since keeps its size, and its end is empty; none becomes smaller.'
const SAFE =
  'The content goes into new volumes beside the present ones, which are swapped at the end and removed then: until then nothing changes, and the VM runs on.'

export const restoreEndpoints = {
  host: endpoint({
    ...common,
    path: '/host/{host_id}/restore',
    summary: 'Restore a VM from a backup',
    description: `Gives all disks that were backed up at the moment of the backup the content of then; disks that were attached since stay. ${SAFE} Then it is stopped, and started again if it ran: what was written to these disks since the backup is lost. ${SIZE} Network, owner, name and processors stay as they are. Rejected while snapshots of these disks are there, and when one of them no longer belongs to the VM. The next backup reads them in full.`,
    body: inPlace,
    answer: idAndTask,
    run: (ctx, p) => restoreHost(ctx, p.params.host_id, p.body.backup),
  }),
  disk: endpoint({
    ...common,
    path: '/disk/{disk_id}/restore',
    summary: 'Restore a disk from a backup',
    description: `Gives a disk the content of a backup of it. ${SAFE} A VM that it belongs to is stopped for that, and started again if it ran. ${SIZE} Rejected while snapshots of the disk are there.`,
    body: inPlace,
    answer: idAndTask,
    run: (ctx, p) => restoreDisk(ctx, p.params.disk_id, p.body.backup),
  }),
  asHost: endpoint({
    ...common,
    about: 'host',
    path: '/backup/{backup_id}/restore_as_host',
    summary: 'Make a VM of a backup',
    description:
      'Makes a VM with the size and settings of then and all disks that were backed up at the moment of the backup, and starts it. It has other MAC addresses, other addresses unless `ip_addr` names one, and keys of its own; users and passwords are those in the backup, unless `password` is given. Neither VM nor disks nor cluster have to be there still. Rejected where disks that the VM had then are not among the backups of that moment, unless only the main disk was to be backed up (`host_main`). Without `cluster` it goes where the VM was; of administrators it belongs to the owner of the backup unless `account` is given.',
    body: backupToHost,
    answer: idAndTask,
    run: (ctx, p) => restoreAsHost(ctx, p.params.backup_id, p.body),
  }),
  asDisk: endpoint({
    ...common,
    about: 'disk',
    path: '/backup/{backup_id}/restore_as_disk',
    summary: 'Make a disk of a backup',
    description: 'The disk belongs to no VM. Users do this in clusters with `manage_disk_enabled` only.',
    body: backupToDisk,
    answer: idAndTask,
    run: (ctx, p) => restoreAsDisk(ctx, p.params.backup_id, p.body),
  }),
}

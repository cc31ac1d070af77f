import { endpoint } from '../../../../api/endpoint.ts'
import { listEndpoint } from '../../../../api/list/endpoints.ts'
import { sql } from '../../../../api/list/sql.ts'
import { idAndTask } from '../../../../domain/shared/fields.ts'
import { snapshotCreate, snapshotRow } from '../../../../domain/snapshot/schema.ts'
import { hostList } from '../list.ts'
import { deleteSnapshot, deleteSnapshots } from './delete.ts'
import { snapshotList } from './list.ts'
import { revertSnapshot } from './revert.ts'
import { takeSnapshot } from './take.ts'

const common = { service: 'vm', tag: 'snapshot', access: 'user' } as const

export const snapshotEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/snapshot',
    summary: 'List the snapshots',
    list: snapshotList,
    row: snapshotRow,
    csv: true,
  }),
  ofHost: listEndpoint({
    ...common,
    path: '/host/{host_id}/snapshot',
    summary: 'List the snapshots of a VM',
    list: snapshotList,
    row: snapshotRow,
    of: hostList,
    scope: (id) => sql`s.host_id = ${id}`,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    about: 'snapshot',
    path: '/host/{host_id}/snapshot',
    summary: 'Take a snapshot of a VM',
    description:
      'Keeps what all disks of the VM hold at one moment. Of a running VM the file systems are frozen for that moment when the guest agent answers (`quiesced` says so). `with_ram` keeps the memory of a running VM too: it stands still while that is written. The settings `snapshots_allowed`, `snapshot_ram` and `snapshot_limit` of the VM are kept to; no VM has more than 100. A snapshot is on the storage of the disks and no backup. One that could not be taken stays with its reason (`fault`) until it is deleted.',
    body: snapshotCreate,
    answer: idAndTask,
    run: (ctx, p) => takeSnapshot(ctx, p.params.host_id, p.body),
  }),
  deleteAll: endpoint({
    ...common,
    method: 'DELETE',
    path: '/host/{host_id}/snapshot',
    summary: 'Delete all snapshots of a VM',
    description: 'The VM stays as it is now. `id` is that of the VM.',
    answer: idAndTask,
    run: (ctx, p) => deleteSnapshots(ctx, p.params.host_id),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/snapshot/{snapshot_id}',
    summary: 'Delete a snapshot',
    description: 'The VM stays as it is now. Snapshots that were made from this one come from its parent afterwards.',
    answer: idAndTask,
    run: (ctx, p) => deleteSnapshot(ctx, p.params.snapshot_id),
  }),
  revert: endpoint({
    ...common,
    method: 'POST',
    path: '/snapshot/{snapshot_id}/revert',
    summary: 'Go back to a snapshot',
    description:
      'Turns the VM off and gives its disks the content and the size that they had, and the VM its processors and memory of then. What was written since is lost; all snapshots stay, those made since as a branch of their own. A VM that ran starts again; one whose memory was kept goes on where it was, unless its disks, interfaces or screens were changed since: then it starts (`resumed` in the history says which). Network, owner, name, protection and disks that were attached since stay as they are. When a step fails, all disks get back what they had. Rejected while another action on the VM is under way or waits.',
    answer: idAndTask,
    run: (ctx, p) => revertSnapshot(ctx, p.params.snapshot_id),
  }),
}

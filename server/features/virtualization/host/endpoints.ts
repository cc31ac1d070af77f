import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { serveList } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { backupFate, deletionInfo } from '../../../domain/backup/fate.ts'
import { hostCreated } from '../../../domain/host/answers.ts'
import { createFromMetadata, hostMetadata } from '../../../domain/host/metadata.ts'
import { historyRecord, hostRecord } from '../../../domain/host/record.ts'
import { hostCreate, hostEdit } from '../../../domain/host/schema.ts'
import { empty, idAndTask, idMaybeTask, listOf, listQuery, queryFlag } from '../../../domain/shared/fields.ts'
import { changeAccount, deleteHost, hostDeletion } from './actions.ts'
import { createHost } from './create.ts'
import { createFromMetadata as createVmFromMetadata } from './create-from-metadata.ts'
import { historyList } from './history.ts'
import { hostList } from './list.ts'
import { readMetadata } from './metadata.ts'
import { addHistory, editHost, readHost } from './service.ts'

const common = { service: 'vm', tag: 'host', access: 'user' } as const
// The pipe says in the API document that it is a boolean.
const flag = queryFlag.or(z.literal('').transform(() => false)).pipe(z.boolean())

export const hostEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/host',
    summary: 'List the VMs',
    list: hostList,
    row: hostRecord,
    csv: true,
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}',
    summary: 'Read a VM',
    answer: hostRecord,
    run: (ctx, p) => readHost(ctx, p.params.host_id),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/host',
    summary: 'Create a VM',
    description:
      'With a `preset` the VM takes over its size, disks, limits and settings. What the request gives as well counts instead; null, an empty text and an empty list give nothing. `disks` or `hdd_mib` replace all disks of the preset, `cpu_mode` also its model.',
    access: 'create_host',
    body: hostCreate,
    tolerated: ['ip4'],
    answer: hostCreated,
    run: (ctx, { body }) => createHost(ctx, body),
  }),
  metadata: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}/metadata',
    summary: 'Read everything that it takes to make a VM again',
    description: 'No secrets and no content of disks. It names the node, so only administrators read it.',
    access: 'admin',
    answer: z.object({ metadata: hostMetadata }),
    run: (ctx, p) => readMetadata(ctx, p.params.host_id),
  }),
  createFromMetadata: endpoint({
    ...common,
    method: 'POST',
    path: '/host/metadata',
    summary: 'Create a VM from saved metadata',
    description:
      'Takes what `GET /host/{host_id}/metadata` answers, in `metadata`; fields beside it count instead. The disks are new and empty, and the VM is not started, unless `os` names a system to install. Without a name it is named by its domain.',
    access: 'admin',
    body: createFromMetadata,
    answer: hostCreated,
    run: (ctx, { body }) => createVmFromMetadata(ctx, body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}',
    summary: 'Change a VM',
    description:
      '`is_protected` refuses deletion and reinstallation (409), `extended_protection` also shutting down, restarting, and changes of password and owner, until it is taken off again. `task` only when work was queued.',
    body: hostEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editHost(ctx, p.params.host_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/host/{host_id}',
    summary: 'Delete a VM',
    access: 'delete_host',
    description: 'With force, a VM whose node does not answer is forgotten; its files stay on the node.',
    query: z.object({ force: flag.optional(), backups: backupFate }),
    answer: idAndTask,
    run: (ctx, p) => deleteHost(ctx, p.params.host_id, p.query.force ?? false, p.query.backups),
  }),
  deletion: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}/deletion',
    summary: 'Read what the deletion of a VM is asked with',
    description: 'Not in the documents: its backups, and the schedules that back it up.',
    answer: deletionInfo,
    run: (ctx, p) => hostDeletion(ctx, p.params.host_id),
  }),
  account: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/account',
    summary: 'Give a VM to another account',
    access: 'admin',
    body: z.strictObject({ account: z.int() }),
    answer: idAndTask,
    run: (ctx, p) => changeAccount(ctx, p.params.host_id, p.body.account),
  }),
  history: endpoint({
    ...common,
    method: 'GET',
    path: '/host/{host_id}/history',
    summary: 'Read the history of a VM',
    query: listQuery,
    answer: z.object({ ...listOf(historyRecord).shape, max_id: z.int().optional() }),
    run: (ctx, p) =>
      serveList(historyList(ctx.actor), ctx, p.query, {
        of: { list: hostList, id: p.params.host_id },
        scope: sql`x.host_id = ${p.params.host_id}`,
      }),
  }),
  addHistory: endpoint({
    ...common,
    method: 'POST',
    path: '/host/{host_id}/history',
    summary: 'Add a note to the history of a VM',
    body: z.strictObject({ name: z.string().max(255) }),
    answer: empty,
    run: (ctx, p) => addHistory(ctx, p.params.host_id, p.body.name),
  }),
}

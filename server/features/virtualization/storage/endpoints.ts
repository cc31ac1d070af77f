import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { deletedAnswer, idAndTask, idAnswer } from '../../../domain/shared/fields.ts'
import {
  findingRecord,
  nodeStorageRecord,
  stateBody,
  storageCreate,
  storageEdit,
  storageRecord,
  storageUse,
} from '../../../domain/storage/schema.ts'
import { msg } from '../../../shared/text.ts'
import { compareNow, removeFinding } from './findings.ts'
import { storageList } from './list.ts'
import { findingList, nodeStorageList } from './node-list.ts'
import { createStorage, deleteStorage, editStorage } from './service.ts'
import { changeState, changeStateOnNode } from './settings.ts'
import { storageUseOf } from './use.ts'

const common = { service: 'vm', tag: 'storage', access: 'admin' } as const
const _what = msg`Storage`

export const storageEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/storage',
    summary: 'List the storages',
    list: storageList,
    row: storageRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/storage/{storage_id}',
    summary: 'Read a storage',
    list: storageList,
    row: storageRecord,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/storage',
    summary: 'Add a storage',
    description:
      'A record of it; nodes are connected when it is attached to their cluster. What `storage_params` has to hold depends on the kind.',
    body: storageCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createStorage(ctx, body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/storage/{storage_id}',
    summary: 'Change a storage',
    body: storageEdit,
    answer: idAnswer,
    run: (ctx, p) => editStorage(ctx, p.params.storage_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/storage/{storage_id}',
    summary: 'Delete a storage',
    description: 'Refused while disks are on it or clusters have it attached. What else is on it stays there.',
    answer: deletedAnswer,
    run: (ctx, p) => deleteStorage(ctx, p.params.storage_id),
  }),
  changeState: endpoint({
    ...common,
    method: 'POST',
    path: '/storage/{storage_id}/change_state',
    summary: 'Set the state of a storage',
    description: '`disabled`: it takes no new disks; those on it go on.',
    body: stateBody,
    answer: idAnswer,
    run: (ctx, p) => changeState(ctx, p.params.storage_id, p.body.state),
  }),
  nodes: listEndpoint({
    ...common,
    path: '/storage/{storage_id}/node',
    summary: 'List the nodes of a storage',
    list: nodeStorageList,
    row: nodeStorageRecord,
    of: storageList,
    scope: (id) => sql`ns.storage_id = ${id}`,
  }),
  changeNodeState: endpoint({
    ...common,
    method: 'POST',
    path: '/storage/{storage_id}/node/{node_id}/change_state',
    summary: 'Set the state of a storage on a node',
    body: stateBody,
    answer: idAnswer,
    run: (ctx, p) => changeStateOnNode(ctx, p.params.storage_id, p.params.node_id, p.body.state),
  }),
  use: endpoint({
    ...common,
    method: 'GET',
    path: '/storage/{storage_id}/use',
    summary: 'Read the use of a storage over time',
    query: z.object({
      days: z.coerce.number().int().min(1).max(1095).default(90),
      node: z.coerce.number().int().positive().optional().describe('Only on this node'),
    }),
    answer: storageUse,
    async run(ctx, p) {
      await serveRow(storageList, ctx, p.params.storage_id)
      return storageUseOf(p.params.storage_id, p.query)
    },
  }),
  findings: listEndpoint({
    ...common,
    path: '/storage/{storage_id}/finding',
    summary: 'List what records and a storage differ in',
    description: 'Found once a day, and by `compare`. Nothing of it is removed by itself.',
    list: findingList,
    row: findingRecord,
    of: storageList,
    scope: (id) => sql`f.storage_id = ${id}`,
  }),
  compare: endpoint({
    ...common,
    method: 'POST',
    path: '/storage/{storage_id}/compare',
    summary: 'Compare a storage with the records now',
    answer: idAndTask,
    run: (ctx, p) => compareNow(ctx, p.params.storage_id),
  }),
  removeFinding: endpoint({
    ...common,
    method: 'DELETE',
    path: '/storage/{storage_id}/finding/{finding_id}',
    summary: 'Delete a volume that no record knows',
    answer: idAndTask,
    run: (ctx, p) => removeFinding(ctx, p.params.storage_id, p.params.finding_id),
  }),
}

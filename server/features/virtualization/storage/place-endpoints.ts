import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { deletedAnswer, idAndTask, idAnswer } from '../../../domain/shared/fields.ts'
import { localStorageRecord } from '../../../domain/storage/local.ts'
import {
  connectParams,
  overselledAnswer,
  overselledBody,
  storageAttach,
  storageTasks,
} from '../../../domain/storage/schema.ts'
import { clusterList } from '../cluster/list.ts'
import { nodeList } from '../node/list.ts'
import { attachStorage, detachStorage } from './attach.ts'
import { localStorageList } from './node-list.ts'
import { connectParamsOf } from './params.ts'
import {
  checkOnCluster,
  checkOnNode,
  connectCeph,
  enableOnCluster,
  makeMain,
  oversellOnCluster,
  oversellOnNode,
} from './settings.ts'

const common = { service: 'vm', tag: 'storage', about: 'storage', access: 'admin' } as const
const post = { ...common, method: 'POST' } as const

/** A storage in a cluster. */
export const clusterStorageEndpoints = {
  localStorages: listEndpoint({
    ...common,
    path: '/cluster/{cluster_id}/local_storage',
    summary: 'List the local storages of a cluster',
    description: 'What each node has for itself: a row a storage and node.',
    list: localStorageList,
    row: localStorageRecord,
    of: clusterList,
    scope: (id) => sql`n.cluster_id = ${id}`,
  }),
  attachStorage: endpoint({
    ...post,
    path: '/cluster/{cluster_id}/storage/{storage_id}',
    summary: 'Attach a storage to a cluster',
    description:
      'The task connects the nodes of the cluster; when one cannot be connected the attachment is taken back, unless `ignore_checks` is set.',
    body: storageAttach,
    answer: storageTasks,
    run: (ctx, p) => attachStorage(ctx, p.params.cluster_id, p.params.storage_id, p.body),
  }),
  detachStorage: endpoint({
    ...common,
    method: 'DELETE',
    path: '/cluster/{cluster_id}/storage/{storage_id}',
    summary: 'Detach a storage from a cluster',
    description: 'Refused for the main one, and while disks of the cluster are on it. Volumes stay where they are.',
    answer: deletedAnswer,
    run: (ctx, p) => detachStorage(ctx, p.params.cluster_id, p.params.storage_id),
  }),
  connectCeph: endpoint({
    ...post,
    path: '/cluster/{cluster_id}/storage/{storage_id}/ceph_connect',
    summary: 'Connect the nodes of a cluster to a Ceph storage',
    answer: storageTasks,
    run: (ctx, p) => connectCeph(ctx, p.params.cluster_id, p.params.storage_id),
  }),
  checkStorage: endpoint({
    ...post,
    path: '/cluster/{cluster_id}/storage/{storage_id}/check',
    summary: 'Check a storage of a cluster',
    description: 'Writes, reads and removes a small file on each node, and reads the size.',
    answer: idAndTask,
    run: (ctx, p) => checkOnCluster(ctx, p.params.cluster_id, p.params.storage_id),
  }),
  disableStorage: endpoint({
    ...post,
    path: '/cluster/{cluster_id}/storage/{storage_id}/disable',
    summary: 'Disable a storage of a cluster',
    answer: idAndTask,
    run: (ctx, p) => enableOnCluster(ctx, p.params.cluster_id, p.params.storage_id, false),
  }),
  enableStorage: endpoint({
    ...post,
    path: '/cluster/{cluster_id}/storage/{storage_id}/enable',
    summary: 'Enable a storage of a cluster',
    answer: idAndTask,
    run: (ctx, p) => enableOnCluster(ctx, p.params.cluster_id, p.params.storage_id, true),
  }),
  oversellStorage: endpoint({
    ...post,
    path: '/cluster/{cluster_id}/storage/{storage_id}/hdd_overselling',
    summary: 'Set the disk overselling of a cluster storage',
    body: overselledBody,
    answer: overselledAnswer,
    run: (ctx, p) => oversellOnCluster(ctx, p.params.cluster_id, p.params.storage_id, p.body.value),
  }),
  makeStorageMain: endpoint({
    ...post,
    path: '/cluster/{cluster_id}/storage/{storage_id}/make_main',
    summary: 'Make a storage the main one of a cluster',
    answer: idAnswer,
    run: (ctx, p) => makeMain(ctx, p.params.cluster_id, p.params.storage_id),
  }),
}

/** A storage on a node. */
export const nodeStorageEndpoints = {
  localStorages: listEndpoint({
    ...common,
    path: '/node/{node_id}/local_storage',
    summary: 'List the local storages of a node',
    list: localStorageList,
    row: localStorageRecord,
    of: nodeList,
    scope: (id) => sql`n.id = ${id}`,
  }),
  checkStorage: endpoint({
    ...post,
    path: '/node/{node_id}/storage/{storage_id}/check',
    summary: 'Check a storage on a node',
    answer: idAndTask,
    run: (ctx, p) => checkOnNode(ctx, p.params.node_id, p.params.storage_id),
  }),
  storageConnection: endpoint({
    ...common,
    method: 'GET',
    path: '/node/{node_id}/storage/{storage_id}/connect_params',
    summary: 'Read how a node connects to a storage',
    answer: connectParams,
    run: (_, p) => connectParamsOf(p.params.node_id, p.params.storage_id),
  }),
  oversellStorage: endpoint({
    ...post,
    path: '/node/{node_id}/storage/{storage_id}/hdd_overselling',
    summary: 'Set the disk overselling of a node storage',
    body: overselledBody,
    answer: overselledAnswer,
    run: (ctx, p) => oversellOnNode(ctx, p.params.node_id, p.params.storage_id, p.body.value),
  }),
}

/** What each node has for itself. */
export const localStorageEndpoints = {
  local: listEndpoint({
    ...common,
    path: '/storage/local',
    summary: 'List the local storages',
    description: 'What each node has for itself: a row a storage and node.',
    list: localStorageList,
    row: localStorageRecord,
  }),
}

import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { type Cluster, clusterRecord } from '../../../domain/cluster/record.ts'
import { clusterCreate, clusterEdit } from '../../../domain/cluster/schema.ts'
import { deletedAnswer, idAndTask, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { clusterList, clusterListFor } from './list.ts'
import { createCluster, deleteCluster, editCluster } from './service.ts'

const service = 'vm'
const tag = 'cluster'
/** Numbers of autonomous systems have 32 bits and no sign. */
const wideNumbers = ['bgp_as', 'bgp_as_v6']

export const clusterEndpoints = {
  list: endpoint({
    service,
    tag,
    method: 'GET',
    path: '/cluster',
    summary: 'List the clusters',
    access: 'user',
    query: listQuery,
    answer: listOf(clusterRecord),
    csv: clusterList,
    run: (ctx, { query }) => serveList(clusterListFor(ctx.actor), ctx, query),
  }),
  get: endpoint({
    service,
    tag,
    method: 'GET',
    path: '/cluster/{cluster_id}',
    summary: 'Read a cluster',
    access: 'user',
    answer: clusterRecord,
    run: (ctx, p) => serveRow<Cluster>(clusterListFor(ctx.actor), ctx, p.params.cluster_id, msg`Cluster`),
  }),
  create: endpoint({
    service,
    tag,
    method: 'POST',
    path: '/cluster',
    summary: 'Create a cluster',
    access: 'admin',
    body: clusterCreate,
    wideNumbers,
    answer: idAndTask,
    run: (ctx, { body }) => createCluster(ctx, body),
  }),
  edit: endpoint({
    service,
    tag,
    method: 'POST',
    path: '/cluster/{cluster_id}',
    summary: 'Change a cluster',
    access: 'admin',
    body: clusterEdit,
    wideNumbers,
    tolerated: ['virtualization_type', 'datacenter_type', 'os_storage_path', 'image_storage_path'],
    answer: z.object({ id: z.int(), tasks: z.array(z.int()) }),
    run: (ctx, p) => editCluster(ctx, p.params.cluster_id, p.body),
  }),
  delete: endpoint({
    service,
    tag,
    method: 'DELETE',
    path: '/cluster/{cluster_id}',
    summary: 'Delete an empty cluster',
    access: 'admin',
    answer: deletedAnswer,
    run: (ctx, p) => deleteCluster(ctx, p.params.cluster_id),
  }),
}

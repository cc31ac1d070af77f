import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { clusterRecord } from '../../../domain/cluster/record.ts'
import { clusterCreate, clusterEdit } from '../../../domain/cluster/schema.ts'
import { deletedAnswer, idAndTask } from '../../../domain/shared/fields.ts'
import { clusterList, clusterListFor } from './list.ts'
import { createCluster, deleteCluster, editCluster } from './service.ts'

const service = 'vm'
const tag = 'cluster'
/** Numbers of autonomous systems have 32 bits and no sign. */
const wideNumbers = ['bgp_as', 'bgp_as_v6']

export const clusterEndpoints = {
  list: listEndpoint({
    service,
    tag,
    path: '/cluster',
    summary: 'List the clusters',
    access: 'user',
    list: clusterListFor,
    row: clusterRecord,
    csv: clusterList,
  }),
  get: rowEndpoint({
    service,
    tag,
    path: '/cluster/{cluster_id}',
    summary: 'Read a cluster',
    access: 'user',
    list: clusterListFor,
    row: clusterRecord,
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

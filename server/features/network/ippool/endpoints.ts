import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import {
  ippoolCreate,
  ippoolEdit,
  ippoolRecord,
  poolCluster,
  poolClusters,
  poolEdit,
  userspace,
} from '../../../domain/ippool/schema.ts'
import { rangeCreate } from '../../../domain/range/schema.ts'
import { deletedAnswer, idMaybeTask } from '../../../domain/shared/fields.ts'
import { createRange } from '../range/service.ts'
import { ippoolList, poolClusterList } from './list.ts'
import { createPool, deletePool, editPool, setPoolClusters, userspaceOf } from './service.ts'

const common = { service: 'vm', tag: 'network', access: 'admin' } as const

export const ippoolEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/ippool',
    summary: 'List the address pools',
    list: ippoolList,
    row: ippoolRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/ippool/{ippool_id}',
    summary: 'Read an address pool',
    list: ippoolList,
    row: ippoolRecord,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    about: 'ippool',
    path: '/userspace/{userspace}/ippool',
    summary: 'Create a pool',
    description:
      'The word public stands for userspace 1. Networks, ranges and addresses share one space, whatever the number.',
    params: z.object({ userspace }),
    body: ippoolCreate,
    answer: idMaybeTask,
    run: (ctx, p) => createPool(ctx, p.body, userspaceOf(p.params.userspace)),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/ippool/{ippool_id}',
    summary: 'Change an address pool',
    body: ippoolEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editPool(ctx, p.params.ippool_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/ippool/{ippool_id}',
    summary: 'Delete an address pool',
    description: 'With its ranges. Refused while an address of it is in use.',
    answer: deletedAnswer,
    run: (ctx, p) => deletePool(ctx, p.params.ippool_id),
  }),
  clusters: listEndpoint({
    ...common,
    path: '/ippool/{ippool_id}/cluster',
    summary: 'List the clusters of a pool',
    description: 'Every cluster; `enabled` says whether the pool gives addresses to its VMs.',
    list: poolClusterList,
    row: poolCluster,
    of: ippoolList,
    scope: (id) => sql`p.id = ${id}`,
  }),
  setClusters: endpoint({
    ...common,
    method: 'POST',
    path: '/ippool/{ippool_id}/cluster',
    summary: 'Connect a pool to clusters',
    description:
      'A cluster is named by id or name. `enabled: false` takes the pool away from it; clusters that are not named stay as they are.',
    body: poolClusters,
    answer: idMaybeTask,
    run: (ctx, p) => setPoolClusters(ctx, p.params.ippool_id, p.body.clusters),
  }),
  addRange: endpoint({
    ...common,
    method: 'POST',
    path: '/ippool/{ippool_id}/range',
    summary: 'Add an address range to a pool',
    description:
      'An address, first-last or CIDR. It lies in one network or in none; addresses without a network have no gateway and a mask for themselves alone. The own and the broadcast address of the network and its gateway are never given, so they may lie in the range.',
    body: rangeCreate,
    answer: idMaybeTask,
    about: 'range',
    run: (ctx, p) => createRange(ctx, p.params.ippool_id, p.body.name),
  }),
}

/** `/ip/v3`: one body with the fields of both contracts. */
export const ipServicePoolEndpoints = {
  edit: endpoint({
    service: 'ip',
    tag: 'ippool',
    access: 'admin',
    method: 'POST',
    path: '/ippool/{ippool_id}',
    summary: 'Change an address pool',
    body: poolEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editPool(ctx, p.params.ippool_id, p.body),
  }),
}

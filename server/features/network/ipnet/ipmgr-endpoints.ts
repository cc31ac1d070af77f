import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { type Ipnet, ipmgrNetCreate, ipmgrNetEdit, ipnetRecord } from '../../../domain/ipnet/schema.ts'
import { deletedAnswer, idAnswer, listOf, listQuery, pathId } from '../../../domain/shared/fields.ts'
import { ipnetList } from './list.ts'
import { createNetwork, deleteNetwork, editNetwork } from './service.ts'

const common = { service: 'dci', tag: 'ipmgr', access: 'admin', about: 'ipnet' } as const
const params = z.object({ ipnet_id: pathId })

export const ipmgrNetEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/ipmgr/ipnet',
    summary: 'List IP networks',
    query: listQuery,
    answer: listOf(ipnetRecord),
    csv: ipnetList,
    run: (ctx, { query }) => serveList(ipnetList, ctx, query),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/ipmgr/ipnet/{ipnet_id}',
    summary: 'Show one IP network',
    params,
    answer: ipnetRecord,
    run: (ctx, p) => serveRow<Ipnet>(ipnetList, ctx, p.params.ipnet_id, 'Network'),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmgr/ipnet',
    summary: 'Add an IP network',
    body: ipmgrNetCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createNetwork(ctx, body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmgr/ipnet/{ipnet_id}',
    summary: 'Change an IP network',
    params,
    body: ipmgrNetEdit,
    answer: idAnswer,
    run: (ctx, p) => editNetwork(ctx, p.params.ipnet_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/ipmgr/ipnet/{ipnet_id}',
    summary: 'Remove an IP network',
    params,
    answer: deletedAnswer,
    run: (ctx, p) => deleteNetwork(ctx, p.params.ipnet_id),
  }),
}

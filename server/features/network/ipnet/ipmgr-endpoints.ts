import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { ipnetMap } from '../../../domain/ipnet/map.ts'
import { ipmgrNetCreate, ipmgrNetEdit, ipnetRecord } from '../../../domain/ipnet/schema.ts'
import { deletedAnswer, idAnswer } from '../../../domain/shared/fields.ts'
import { ipnetList } from './list.ts'
import { mapNetwork } from './map.ts'
import { createNetwork, deleteNetwork, editNetwork } from './service.ts'

const common = { service: 'dci', tag: 'ipmgr', access: 'admin', about: 'ipnet' } as const

export const ipmgrNetEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/ipmgr/ipnet',
    summary: 'List IP networks',
    list: ipnetList,
    row: ipnetRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/ipmgr/ipnet/{ipnet_id}',
    summary: 'Show one IP network',
    list: ipnetList,
    row: ipnetRecord,
  }),
  map: endpoint({
    ...common,
    method: 'GET',
    path: '/ipmgr/ipnet/{ipnet_id}/map',
    summary: 'Show what lies where in a network',
    description:
      'Up to 1,024 addresses one by one, larger IPv4 networks as summaries of their /24, larger IPv6 networks as runs of used addresses. `block` looks into a part.',
    query: z.object({ block: z.string().max(60).optional().describe('A part of the network in CIDR form') }),
    answer: ipnetMap,
    run: (_, p) => mapNetwork(p.params.ipnet_id, p.query.block),
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
    body: ipmgrNetEdit,
    answer: idAnswer,
    run: (ctx, p) => editNetwork(ctx, p.params.ipnet_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/ipmgr/ipnet/{ipnet_id}',
    summary: 'Remove an IP network',
    answer: deletedAnswer,
    run: (ctx, p) => deleteNetwork(ctx, p.params.ipnet_id),
  }),
}

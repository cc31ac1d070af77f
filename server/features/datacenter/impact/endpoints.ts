import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { impactAnswer, impactKinds } from '../../../domain/impact/schema.ts'
import { pathId } from '../../../domain/shared/fields.ts'
import { impactOf } from './service.ts'

export const impactEndpoints = {
  get: endpoint({
    service: 'dci',
    tag: 'impact',
    access: 'admin',
    method: 'GET',
    path: '/impact/{kind}/{id}',
    summary: 'Show what breaks when something fails',
    description:
      'Servers, nodes, VMs, addresses and owners behind an outlet, PDU, port, switch, rack, server or node. A server with another feed or link that works keeps going with less. The numbers count all, the lists name the first 50.',
    params: z.object({ kind: z.enum(impactKinds), id: pathId }),
    answer: impactAnswer,
    run: (_, p) => impactOf(p.params.kind, p.params.id),
  }),
}

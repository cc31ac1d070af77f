import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { ipnetCreate, ipnetEdit, netCreate, netEdit } from '../../../domain/ipnet/schema.ts'
import { userspace } from '../../../domain/ippool/schema.ts'
import { deletedAnswer, idMaybeTask, pathId } from '../../../domain/shared/fields.ts'
import { userspaceOf } from '../ippool/service.ts'
import { createNetwork, deleteNetwork, editNetwork } from './service.ts'

const common = { service: 'vm', tag: 'network', access: 'admin' } as const
const params = z.object({ ipnet_id: pathId })
const naming = 'The name is the network in CIDR form. Networks do not overlap, and a gateway lies in its network.'

/** Networks through the VM service, which has no reading of its own: they are read as `/ip/v3/ipnet`. */
export const ipnetEndpoints = {
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/userspace/{userspace}/ipnet',
    summary: 'Create a network',
    description: `${naming} Ranges that lie in it belong to it from then on.`,
    params: z.object({ userspace }),
    body: ipnetCreate,
    answer: idMaybeTask,
    run: (ctx, p) => createNetwork(ctx, p.body, userspaceOf(p.params.userspace)),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/ipnet/{ipnet_id}',
    summary: 'Change a network',
    description: `${naming} Machines get a changed gateway or mask when they are configured next.`,
    params,
    body: ipnetEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editNetwork(ctx, p.params.ipnet_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/ipnet/{ipnet_id}',
    summary: 'Delete a network',
    description: 'Refused while a range lies in it or an address of it is in use.',
    params,
    answer: deletedAnswer,
    run: (ctx, p) => deleteNetwork(ctx, p.params.ipnet_id),
  }),
}

/** `/ip/v3`: one body with the fields of both contracts. */
export const ipServiceNetEndpoints = {
  create: endpoint({
    service: 'ip',
    tag: 'ipnet',
    access: 'admin',
    method: 'POST',
    path: '/ipnet',
    summary: 'Create a network',
    description: naming,
    body: netCreate,
    answer: idMaybeTask,
    run: (ctx, { body }) => createNetwork(ctx, body),
  }),
  edit: endpoint({
    service: 'ip',
    tag: 'ipnet',
    access: 'admin',
    method: 'POST',
    path: '/ipnet/{ipnet_id}',
    summary: 'Change a network',
    description: naming,
    params,
    body: netEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editNetwork(ctx, p.params.ipnet_id, p.body),
  }),
}

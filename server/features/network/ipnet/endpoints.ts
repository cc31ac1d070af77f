import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import {
  clusterDcNetworks,
  dcNetworkClusters,
  dcNetworkList,
  ipnetCreate,
  ipnetEdit,
  netCreate,
  netEdit,
} from '../../../domain/ipnet/schema.ts'
import { userspace } from '../../../domain/ippool/schema.ts'
import { deletedAnswer, empty, idMaybeTask } from '../../../domain/shared/fields.ts'
import { userspaceOf } from '../ippool/service.ts'
import { connectCluster, connectNetwork, networksOfCluster } from './connect.ts'
import { createNetwork, deleteNetwork, editNetwork } from './service.ts'

const common = { service: 'vm', tag: 'network', access: 'admin' } as const
const naming = 'The name is the network in CIDR form. Networks do not overlap, and a gateway lies in its network.'

/** Networks through the VM service, which has no reading of its own: they are read as `/ip/v3/ipnet`. */
export const ipnetEndpoints = {
  create: endpoint({
    ...common,
    method: 'POST',
    about: 'ipnet',
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
    answer: deletedAnswer,
    run: (ctx, p) => deleteNetwork(ctx, p.params.ipnet_id),
  }),
}

const OFFERED =
  'A network that is connected to clusters is offered only to their VMs; one that is connected to none is offered to all VMs and servers. Refused (409) while VMs of clusters that are left out, or servers, have addresses of it.'

/** Which networks are offered in which clusters. */
export const dcNetworkEndpoints = {
  connect: endpoint({
    ...common,
    method: 'POST',
    about: 'ipnet',
    path: '/dc_network/{dc_network_id}/cluster',
    summary: 'Connect a network to clusters',
    description: OFFERED,
    body: dcNetworkClusters,
    answer: empty,
    run: (ctx, p) => connectNetwork(ctx, p.params.dc_network_id, p.body.clusters),
  }),
  ofCluster: endpoint({
    ...common,
    tag: 'cluster',
    method: 'GET',
    path: '/cluster/{cluster_id}/dc_network',
    summary: 'List the networks that are connected to a cluster',
    answer: dcNetworkList,
    run: (_, p) => networksOfCluster(p.params.cluster_id),
  }),
  connectCluster: endpoint({
    ...common,
    tag: 'cluster',
    method: 'POST',
    path: '/cluster/{cluster_id}/dc_network',
    summary: 'Connect networks to a cluster',
    description: `What the networks are connected to besides stays. ${OFFERED}`,
    body: clusterDcNetworks,
    answer: empty,
    run: (ctx, p) => connectCluster(ctx, p.params.cluster_id, p.body.dc_networks),
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
    body: netEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editNetwork(ctx, p.params.ipnet_id, p.body),
  }),
}

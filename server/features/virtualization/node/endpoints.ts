import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { hostRecord } from '../../../domain/host/record.ts'
import { nodeRecord } from '../../../domain/node/record.ts'
import { nodeAttached, nodeCreate, nodeEdit } from '../../../domain/node/schema.ts'
import { nodeInterface, nodeShort } from '../../../domain/node/views.ts'
import { idAndTask, idAnswer } from '../../../domain/shared/fields.ts'
import { hostList } from '../host/list.ts'
import { nodeList } from './list.ts'
import { attachNode, deleteNode, editNode } from './service.ts'
import { nodeInterfaceList, nodeShortList } from './views.ts'

const common = { service: 'vm', tag: 'node', access: 'admin' } as const
const filterHelp =
  '`host_filter`: conditions that a new VM has to meet, each an expression of the language of list filters over os_tag, cluster, preset, cpu_number, ram_mib and hdd_gib; entities other than complex may leave their name out (`GE 4`).'

export const nodeEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/node',
    summary: 'List the nodes',
    list: nodeList,
    row: nodeRecord,
    csv: true,
  }),
  short: listEndpoint({
    ...common,
    path: '/node_short',
    summary: 'List the nodes in short form',
    list: nodeShortList,
    row: nodeShort,
  }),
  get: rowEndpoint({
    ...common,
    path: '/node/{node_id}',
    summary: 'Read a node',
    list: nodeList,
    row: nodeRecord,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/node',
    summary: 'Attach a node, or attach it again',
    body: nodeCreate,
    tolerated: ['hetzner_ip'],
    answer: nodeAttached,
    run: (ctx, { body }) => attachNode(ctx, body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/node/{node_id}',
    summary: 'Change a node',
    description: filterHelp,
    body: nodeEdit,
    answer: idAnswer,
    run: (ctx, p) => editNode(ctx, p.params.node_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/node/{node_id}',
    summary: 'Remove a node that has no VMs',
    answer: idAndTask,
    run: (ctx, p) => deleteNode(ctx, p.params.node_id),
  }),
  hosts: listEndpoint({
    ...common,
    path: '/node/{node_id}/hosts',
    summary: 'List the VMs of a node',
    list: hostList,
    row: hostRecord,
    of: nodeList,
    scope: (id) => sql`h.node_id = ${id}`,
  }),
  interfaces: listEndpoint({
    ...common,
    path: '/node/{node_id}/network/iface',
    summary: 'List the interfaces of a node',
    list: nodeInterfaceList,
    row: nodeInterface,
    of: nodeList,
    scope: (id) => sql`i.node_id = ${id}`,
  }),
}

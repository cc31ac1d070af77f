import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { hostRecord } from '../../../domain/host/record.ts'
import { type Node, nodeRecord } from '../../../domain/node/record.ts'
import { nodeAttached, nodeCreate, nodeEdit } from '../../../domain/node/schema.ts'
import { nodeInterface, nodeShort } from '../../../domain/node/views.ts'
import { idAndTask, idAnswer, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { hostList } from '../host/list.ts'
import { nodeList } from './list.ts'
import { attachNode, deleteNode, editNode } from './service.ts'
import { nodeInterfaceList, nodeShortList } from './views.ts'

const common = { service: 'vm', tag: 'node', access: 'admin' } as const
const filterHelp =
  '`host_filter`: conditions that a new VM has to meet, each an expression of the language of list filters over os_tag, cluster, preset, cpu_number, ram_mib and hdd_gib; entities other than complex may leave their name out (`GE 4`).'

export const nodeEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/node',
    summary: 'List the nodes',
    query: listQuery,
    answer: listOf(nodeRecord),
    csv: nodeList,
    run: (ctx, { query }) => serveList(nodeList, ctx, query),
  }),
  short: endpoint({
    ...common,
    method: 'GET',
    path: '/node_short',
    summary: 'List the nodes in short form',
    query: listQuery,
    answer: listOf(nodeShort),
    run: (ctx, { query }) => serveList(nodeShortList, ctx, query),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/node/{node_id}',
    summary: 'Read a node',
    answer: nodeRecord,
    run: (ctx, p) => serveRow<Node>(nodeList, ctx, p.params.node_id, msg`Node`),
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
  hosts: endpoint({
    ...common,
    method: 'GET',
    path: '/node/{node_id}/hosts',
    summary: 'List the VMs of a node',
    query: listQuery,
    answer: listOf(hostRecord),
    run: (ctx, p) =>
      serveList(hostList, ctx, p.query, {
        of: { list: nodeList, id: p.params.node_id, what: msg`Node` },
        scope: sql`h.node_id = ${p.params.node_id}`,
      }),
  }),
  interfaces: endpoint({
    ...common,
    method: 'GET',
    path: '/node/{node_id}/network/iface',
    summary: 'List the interfaces of a node',
    query: listQuery,
    answer: listOf(nodeInterface),
    run: (ctx, p) =>
      serveList(nodeInterfaceList, ctx, p.query, {
        of: { list: nodeList, id: p.params.node_id, what: msg`Node` },
        scope: sql`i.node_id = ${p.params.node_id}`,
      }),
  }),
}

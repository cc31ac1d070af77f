import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { osEdit, osNodeRecord, osRecord } from '../../../domain/os/schema.ts'
import { deletedAnswer } from '../../../domain/shared/fields.ts'
import { osFile, osList } from './list.ts'
import { osNodeList } from './node-list.ts'
import { deleteOsOnNode, useOsOnNode } from './nodes.ts'
import { deleteOs, editOs } from './service.ts'

const common = { service: 'vm', tag: 'os' } as const
const onNode = { ...common, access: 'admin' } as const
const id = z.object({ id: z.int() })

const rows = { ...common, access: 'user', list: osList, row: osRecord } as const

export const osEndpoints = {
  list: listEndpoint({ ...rows, path: '/os', summary: 'List the systems that can be installed', csv: osFile }),
  all: listEndpoint({ ...rows, path: '/os/all', summary: 'List the systems of all repositories' }),
  get: rowEndpoint({ ...rows, path: '/os/{os_id}', summary: 'Read a system' }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/os/{os_id}',
    summary: 'Change who may choose a system, and where',
    access: 'admin',
    body: osEdit,
    answer: z.object({ id: z.int(), tasks: z.array(z.int()) }),
    run: (ctx, p) => editOs(ctx, p.params.os_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/os/{os_id}',
    summary: 'Take a system out of the catalogue',
    access: 'admin',
    answer: deletedAnswer,
    run: (ctx, p) => deleteOs(ctx, p.params.os_id),
  }),
  nodes: listEndpoint({
    ...common,
    path: '/os/{os_id}/node',
    summary: 'List the nodes on which a system can be used',
    access: 'admin',
    list: osNodeList,
    row: osNodeRecord,
    of: osList,
    scope: (id) => sql`oc.os_id = ${id}`,
  }),
  disable: endpoint({
    ...onNode,
    method: 'POST',
    path: '/os/{os_id}/node/{node_id}/disable',
    summary: 'Use a system on a node no more',
    description:
      'For new VMs, reinstallations and rescue. VMs that have the system keep it, and its image stays where it is.',
    answer: id,
    run: (ctx, p) => useOsOnNode(ctx, p.params.os_id, p.params.node_id, false),
  }),
  enable: endpoint({
    ...onNode,
    method: 'POST',
    path: '/os/{os_id}/node/{node_id}/enable',
    summary: 'Use a system on a node again',
    answer: id,
    run: (ctx, p) => useOsOnNode(ctx, p.params.os_id, p.params.node_id, true),
  }),
  deleteOnNode: endpoint({
    ...onNode,
    method: 'DELETE',
    path: '/os/{os_id}/node/{node_id}',
    summary: 'Remove the image of a system from a node',
    description:
      'Disks of VMs stand on the image that they were made of: while there are such, the task fails and names them. The next VM that needs the image brings it again.',
    answer: deletedAnswer.extend({ task: z.int() }),
    run: (ctx, p) => deleteOsOnNode(ctx, p.params.os_id, p.params.node_id),
  }),
}

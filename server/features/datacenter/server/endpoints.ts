import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { serverRecord } from '../../../domain/server/record.ts'
import { serverCreate, serverEdit, serverMaintenance, serverNode, serverOwner } from '../../../domain/server/schema.ts'
import { idAndTask, idAnswer } from '../../../domain/shared/fields.ts'
import { serverTraffic, trafficSpan } from '../../../domain/traffic/schema.ts'
import { serverTrafficOf } from '../traffic/service.ts'
import { blockServer } from './block.ts'
import { freeConfigurations } from './configuration.ts'
import { serverList } from './list.ts'
import { createServer, deleteServer, editServer, setMaintenance, setNode, setOwner } from './service.ts'

const common = { service: 'dci', tag: 'server' } as const

export const serverEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/server',
    summary: 'List servers',
    description: 'A user sees own servers, an administrator all.',
    access: 'user',
    list: serverList,
    row: serverRecord,
    csv: true,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/server',
    summary: 'Add a server',
    description: 'A server needs a rack and a unit, a blade a chassis and a slot.',
    access: 'admin',
    body: serverCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createServer(ctx, body),
  }),
  configurations: endpoint({
    ...common,
    method: 'GET',
    path: '/server/configuration',
    summary: 'Count free servers per configuration',
    description: 'Free: without an owner, accepted, in service and no node of a cluster.',
    access: 'admin',
    answer: z.object({ list: z.array(z.object({ configuration: z.string(), free_server_count: z.int().min(0) })) }),
    run: freeConfigurations,
  }),
  get: rowEndpoint({
    ...common,
    path: '/server/{server_id}',
    summary: 'Show one server',
    access: 'user',
    list: serverList,
    row: serverRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}',
    summary: 'Change a server',
    description: 'Naming a rack, unit, chassis or slot moves it.',
    access: 'admin',
    body: serverEdit,
    answer: idAnswer,
    run: (ctx, p) => editServer(ctx, p.params.server_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/server/{server_id}',
    summary: 'Remove a server',
    description:
      'Refused while it is protected or is a node. Its links to ports and outlets go with it, its addresses are released.',
    access: 'admin',
    answer: idAnswer,
    run: (ctx, p) => deleteServer(ctx, p.params.server_id),
  }),
  setOwner: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/owner',
    summary: 'Give a server to a user',
    access: 'admin',
    body: serverOwner,
    answer: idAnswer,
    run: (ctx, p) => setOwner(ctx, p.params.server_id, p.body.owner),
  }),
  removeOwner: endpoint({
    ...common,
    method: 'DELETE',
    path: '/server/{server_id}/owner',
    summary: 'Take a server away from its user',
    access: 'admin',
    answer: idAnswer,
    run: (ctx, p) => setOwner(ctx, p.params.server_id, null),
  }),
  setNode: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/node',
    summary: 'Say which node of a cluster runs on a server',
    access: 'admin',
    body: serverNode,
    answer: idAnswer,
    run: (ctx, p) => setNode(ctx, p.params.server_id, p.body.node),
  }),
  setMaintenance: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/maintenance',
    summary: 'Take a server out of service for repair, or back',
    access: 'admin',
    body: serverMaintenance,
    answer: idAnswer,
    run: (ctx, p) => setMaintenance(ctx, p.params.server_id, p.body.maintenance),
  }),
  suspend: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/suspend',
    summary: 'Block a server for its user',
    description: 'Switches the ports off that it is plugged into and are on; resuming switches these on again.',
    access: 'admin',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => blockServer(ctx, p.params.server_id, 'suspend'),
  }),
  resume: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/resume',
    summary: 'Unblock a server',
    access: 'admin',
    body: z.strictObject({}),
    answer: idAndTask,
    run: (ctx, p) => blockServer(ctx, p.params.server_id, 'resume'),
  }),
  traffic: endpoint({
    ...common,
    method: 'GET',
    path: '/server/{server_id}/traffic',
    summary: 'Show the traffic of a server',
    description:
      'Octets counted at the switch ports of the server since it is connected to them: in is what the switch received. At most 500 samples a port; without a span the last day.',
    access: 'user',
    query: trafficSpan,
    answer: serverTraffic,
    async run(ctx, { params: { server_id }, query }) {
      await serveRow(serverList, ctx, server_id)
      return serverTrafficOf(server_id, query)
    },
  }),
}

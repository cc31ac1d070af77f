import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { pduConnect, pduConnectionRecord } from '../../../domain/pdu/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { serverList } from '../server/list.ts'
import { pduConnectionList } from './list.ts'
import { connectOutlet, disconnectOutlet } from './service.ts'

const common = { service: 'dci', tag: 'pdu_connection' } as const

export const pduConnectionEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/pdu_connection',
    summary: 'List links between servers and PDU ports',
    access: 'admin',
    list: pduConnectionList,
    row: pduConnectionRecord,
    csv: true,
  }),
  ofServer: listEndpoint({
    ...common,
    path: '/server/{server_id}/pdu_connection',
    summary: 'List the PDU connections of a server',
    access: 'user',
    list: pduConnectionList,
    row: pduConnectionRecord,
    of: serverList,
    scope: (id) => sql`k.server_id = ${id}`,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/pdu_connection',
    summary: 'Connect a server to a PDU port',
    description: 'Refused for service ports, and when server and PDU are in different locations.',
    access: 'admin',
    body: pduConnect,
    answer: idAnswer,
    run: (ctx, { body }) => connectOutlet(ctx, body),
  }),
  get: rowEndpoint({
    ...common,
    path: '/pdu_connection/{connection_id}',
    summary: 'Show one PDU connection',
    access: 'admin',
    list: pduConnectionList,
    row: pduConnectionRecord,
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/pdu_connection/{connection_id}',
    summary: 'Disconnect a server from a PDU port',
    description: 'The port stays as it is, on or off.',
    access: 'admin',
    answer: idAnswer,
    run: (ctx, p) => disconnectOutlet(ctx, p.params.connection_id),
  }),
}

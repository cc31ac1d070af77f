import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { type PduConnectionRecord, pduConnect, pduConnectionRecord } from '../../../domain/pdu/schema.ts'
import { idAnswer, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { serverList } from '../server/list.ts'
import { pduConnectionList } from './list.ts'
import { connectOutlet, disconnectOutlet } from './service.ts'

const common = { service: 'dci', tag: 'pdu_connection' } as const

export const pduConnectionEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/pdu_connection',
    summary: 'List links between servers and PDU ports',
    access: 'admin',
    query: listQuery,
    answer: listOf(pduConnectionRecord),
    csv: pduConnectionList,
    run: (ctx, { query }) => serveList(pduConnectionList, ctx, query),
  }),
  ofServer: endpoint({
    ...common,
    method: 'GET',
    path: '/server/{server_id}/pdu_connection',
    summary: 'List the PDU connections of a server',
    access: 'user',
    query: listQuery,
    answer: listOf(pduConnectionRecord),
    run: (ctx, { params: { server_id }, query }) =>
      serveList(pduConnectionList, ctx, query, {
        of: { list: serverList, id: server_id, what: msg`Server` },
        scope: sql`k.server_id = ${server_id}`,
      }),
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
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/pdu_connection/{connection_id}',
    summary: 'Show one PDU connection',
    access: 'admin',
    answer: pduConnectionRecord,
    run: (ctx, p) => serveRow<PduConnectionRecord>(pduConnectionList, ctx, p.params.connection_id, msg`Connection`),
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

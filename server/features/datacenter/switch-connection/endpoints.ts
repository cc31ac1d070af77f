import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { switchConnectionRecord } from '../../../domain/switch/record.ts'
import { switchConnect, switchConnectionEdit } from '../../../domain/switch/schema.ts'
import { serverList } from '../server/list.ts'
import { switchConnectionList } from './list.ts'
import { connectPort, disconnectPort, editConnection } from './service.ts'

const common = { service: 'dci', tag: 'switch_connection' } as const

export const switchConnectionEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/switch_connection',
    summary: 'List links between servers and switch ports',
    access: 'admin',
    list: switchConnectionList,
    row: switchConnectionRecord,
    csv: true,
  }),
  ofServer: listEndpoint({
    ...common,
    path: '/server/{server_id}/switch_connection',
    summary: 'List the switch connections of a server',
    access: 'user',
    list: switchConnectionList,
    row: switchConnectionRecord,
    of: serverList,
    scope: (id) => sql`k.server_id = ${id}`,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/switch_connection',
    summary: 'Connect a server to a switch port',
    description: 'Refused for uplink and service ports, and when server and switch are in different locations.',
    access: 'admin',
    body: switchConnect,
    answer: idAnswer,
    run: (ctx, { body }) => connectPort(ctx, body),
  }),
  get: rowEndpoint({
    ...common,
    path: '/switch_connection/{connection_id}',
    summary: 'Show one switch connection',
    access: 'admin',
    list: switchConnectionList,
    row: switchConnectionRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/switch_connection/{connection_id}',
    summary: 'Say whether the traffic of a switch connection is counted',
    access: 'admin',
    body: switchConnectionEdit,
    answer: idAnswer,
    run: (ctx, p) => editConnection(ctx, p.params.connection_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/switch_connection/{connection_id}',
    summary: 'Disconnect a server from a switch port',
    description: 'The port stays as it is, on or off.',
    access: 'admin',
    answer: idAnswer,
    run: (ctx, p) => disconnectPort(ctx, p.params.connection_id),
  }),
}

import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { nameServerCreate, nameServerEdit, nameServerRecord } from '../../../domain/name-server/schema.ts'
import { deletedAnswer, idAndTask } from '../../../domain/shared/fields.ts'
import { nameServerList } from './list.ts'
import { checkNameServer, createNameServer, deleteNameServer, editNameServer } from './service.ts'

const common = { service: 'ip', tag: 'name_server', access: 'admin' } as const

export const nameServerEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/name_server',
    summary: 'List the name servers for reverse records',
    list: nameServerList,
    row: nameServerRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/name_server/{name_server_id}',
    summary: 'Read a name server',
    list: nameServerList,
    row: nameServerRecord,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/name_server',
    summary: 'Add a name server for reverse records',
    description:
      'Written to by DNS updates (RFC 2136) signed with TSIG, or over the HTTP API of PowerDNS. Of several that hold an address, the one with the smallest zone is written to. `task` checks it.',
    body: nameServerCreate,
    answer: idAndTask,
    run: (ctx, { body }) => createNameServer(ctx, body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/name_server/{name_server_id}',
    summary: 'Change a name server',
    description: 'The secret stays unless another one is given. `task` checks it again.',
    body: nameServerEdit,
    answer: idAndTask,
    run: (ctx, p) => editNameServer(ctx, p.params.name_server_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/name_server/{name_server_id}',
    summary: 'Forget a name server',
    description: 'Records that the panel has written into it stay there.',
    answer: deletedAnswer,
    run: (ctx, p) => deleteNameServer(ctx, p.params.name_server_id),
  }),
  check: endpoint({
    ...common,
    method: 'POST',
    path: '/name_server/{name_server_id}/check',
    summary: 'Check a name server',
    description: 'Signs in, and looks whether it holds the zones that are named and lets the key change them.',
    answer: idAndTask,
    run: (ctx, p) => checkNameServer(ctx, p.params.name_server_id),
  }),
}

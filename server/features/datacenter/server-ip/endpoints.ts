import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { sql } from '../../../api/list/sql.ts'
import { serverIpCreate, serverIpEdit, serverIpRecord } from '../../../domain/server-ip/schema.ts'
import { deletedAnswer, idAnswer } from '../../../domain/shared/fields.ts'
import { deleteAddress, editAddress } from '../../network/ip/service.ts'
import { serverList } from '../server/list.ts'
import { serverIpList } from './list.ts'
import { addAddress, makeMain } from './service.ts'

const common = { service: 'dci', tag: 'ip' } as const

export const serverIpEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/ip',
    summary: 'List IP addresses',
    description: 'Those in use, also by VMs: `server` is empty then. An account sees its own.',
    access: 'user',
    list: serverIpList,
    row: serverIpRecord,
    csv: true,
  }),
  ofServer: listEndpoint({
    ...common,
    path: '/server/{server_id}/ip',
    summary: 'List the IP addresses of a server',
    access: 'user',
    list: serverIpList,
    row: serverIpRecord,
    of: serverList,
    scope: (id) => sql`i.server_id = ${id}`,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/server/{server_id}/ip',
    summary: 'Allocate an IP address to a server',
    description:
      'The next free one of the pools that serve the location of the server, of the named pool or network, or the named address. The first IPv4 address of a server is its main one.',
    access: 'admin',
    body: serverIpCreate,
    answer: idAnswer,
    about: 'ip',
    run: (ctx, p) => addAddress(ctx, p.params.server_id, p.body),
  }),
  get: rowEndpoint({
    ...common,
    path: '/ip/{ip_id}',
    summary: 'Show one IP address',
    access: 'user',
    list: serverIpList,
    row: serverIpRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/ip/{ip_id}',
    summary: 'Change the domain of an IP address',
    access: 'user',
    body: serverIpEdit,
    answer: idAnswer,
    run: (ctx, p) => editAddress(ctx, p.params.ip_id, p.body),
  }),
  makeMain: endpoint({
    ...common,
    method: 'POST',
    path: '/ip/{ip_id}/main',
    summary: 'Make an IPv4 address the main one of its server',
    access: 'admin',
    body: z.strictObject({}),
    answer: idAnswer,
    run: (ctx, p) => makeMain(ctx, p.params.ip_id),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/ip/{ip_id}',
    summary: 'Release an IP address',
    description: 'By a task. When it was the main one, the oldest IPv4 address that stays becomes it.',
    access: 'admin',
    answer: deletedAnswer,
    async run(ctx, p) {
      const { id, deleted } = await deleteAddress(ctx, p.params.ip_id)
      return { id, deleted }
    },
  }),
}

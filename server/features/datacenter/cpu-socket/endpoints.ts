import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { type CpuSocket, cpuSocketCreate, cpuSocketEdit, cpuSocketRecord } from '../../../domain/cpu-socket/schema.ts'
import { idAnswer, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { cpuSocketList } from './list.ts'
import { createCpuSocket, deleteCpuSocket, editCpuSocket } from './service.ts'

const common = { service: 'dci', tag: 'cpu_socket', access: 'admin' } as const

export const cpuSocketEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/cpu_socket',
    summary: 'List CPU sockets',
    query: listQuery,
    answer: listOf(cpuSocketRecord),
    csv: cpuSocketList,
    run: (ctx, { query }) => serveList(cpuSocketList, ctx, query),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/cpu_socket',
    summary: 'Add a CPU socket',

    body: cpuSocketCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createCpuSocket(ctx, body),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/cpu_socket/{cpu_socket_id}',
    summary: 'Show a CPU socket',
    answer: cpuSocketRecord,
    run: (ctx, p) => serveRow<CpuSocket>(cpuSocketList, ctx, p.params.cpu_socket_id, msg`CPU socket`),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/cpu_socket/{cpu_socket_id}',
    summary: 'Change a CPU socket',
    body: cpuSocketEdit,
    answer: idAnswer,
    run: (ctx, p) => editCpuSocket(ctx, p.params.cpu_socket_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/cpu_socket/{cpu_socket_id}',
    summary: 'Remove a CPU socket',
    description: 'Refused while it is used, saying by what.',
    answer: idAnswer,
    run: (ctx, p) => deleteCpuSocket(ctx, p.params.cpu_socket_id),
  }),
}

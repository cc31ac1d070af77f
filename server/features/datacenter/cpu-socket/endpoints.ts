import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { cpuSocketCreate, cpuSocketEdit, cpuSocketRecord } from '../../../domain/cpu-socket/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { cpuSocketList } from './list.ts'
import { createCpuSocket, deleteCpuSocket, editCpuSocket } from './service.ts'

const common = { service: 'dci', tag: 'cpu_socket', access: 'admin' } as const

export const cpuSocketEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/cpu_socket',
    summary: 'List CPU sockets',
    list: cpuSocketList,
    row: cpuSocketRecord,
    csv: true,
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
  get: rowEndpoint({
    ...common,
    path: '/cpu_socket/{cpu_socket_id}',
    summary: 'Show a CPU socket',
    list: cpuSocketList,
    row: cpuSocketRecord,
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

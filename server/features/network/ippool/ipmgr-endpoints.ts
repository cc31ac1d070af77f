import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { ipmgrPoolCreate, ipmgrPoolEdit, ippoolRecord } from '../../../domain/ippool/schema.ts'
import { deletedAnswer, idAnswer } from '../../../domain/shared/fields.ts'
import { ippoolList } from './list.ts'
import { createPool, deletePool, editPool } from './service.ts'

const common = { service: 'dci', tag: 'ipmgr', access: 'admin', about: 'ippool' } as const

/** The same pools through the address manager of the data centre. */
export const ipmgrPoolEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/ipmgr/ippool',
    summary: 'List IP pools',
    list: ippoolList,
    row: ippoolRecord,
  }),
  get: rowEndpoint({
    ...common,
    path: '/ipmgr/ippool/{ippool_id}',
    summary: 'Show one IP pool',
    list: ippoolList,
    row: ippoolRecord,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmgr/ippool',
    summary: 'Add an IP pool',
    body: ipmgrPoolCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createPool(ctx, body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/ipmgr/ippool/{ippool_id}',
    summary: 'Change an IP pool',
    body: ipmgrPoolEdit,
    answer: idAnswer,
    run: (ctx, p) => editPool(ctx, p.params.ippool_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/ipmgr/ippool/{ippool_id}',
    summary: 'Remove an IP pool',
    answer: deletedAnswer,
    run: (ctx, p) => deletePool(ctx, p.params.ippool_id),
  }),
}

import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { type Ippool, ipmgrPoolCreate, ipmgrPoolEdit, ippoolRecord } from '../../../domain/ippool/schema.ts'
import { deletedAnswer, idAnswer, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { ippoolList } from './list.ts'
import { createPool, deletePool, editPool } from './service.ts'

const common = { service: 'dci', tag: 'ipmgr', access: 'admin', about: 'ippool' } as const

/** The same pools through the address manager of the data centre. */
export const ipmgrPoolEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/ipmgr/ippool',
    summary: 'List IP pools',
    query: listQuery,
    answer: listOf(ippoolRecord),
    run: (ctx, { query }) => serveList(ippoolList, ctx, query),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/ipmgr/ippool/{ippool_id}',
    summary: 'Show one IP pool',
    answer: ippoolRecord,
    run: (ctx, p) => serveRow<Ippool>(ippoolList, ctx, p.params.ippool_id, msg`Pool`),
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

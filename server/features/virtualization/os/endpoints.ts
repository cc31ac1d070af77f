import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import { type Os, osEdit, osRecord } from '../../../domain/os/schema.ts'
import { deletedAnswer, listOf, listQuery, pathId } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { osFile, osList } from './list.ts'
import { deleteOs, editOs } from './service.ts'

const common = { service: 'vm', tag: 'os' } as const
const params = z.object({ os_id: pathId })

const list = {
  ...common,
  method: 'GET',
  access: 'user',
  query: listQuery,
  answer: listOf(osRecord),
} as const

export const osEndpoints = {
  list: endpoint({
    ...list,
    path: '/os',
    summary: 'List the systems that can be installed',
    csv: osFile,
    run: (ctx, { query }) => serveList(osList(ctx.actor), ctx, query),
  }),
  all: endpoint({
    ...list,
    path: '/os/all',
    summary: 'List the systems of all repositories',
    run: (ctx, { query }) => serveList(osList(ctx.actor), ctx, query),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/os/{os_id}',
    summary: 'Read a system',
    access: 'user',
    params,
    answer: osRecord,
    run: (ctx, p) => serveRow<Os>(osList(ctx.actor), ctx, p.params.os_id, msg`System`),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/os/{os_id}',
    summary: 'Change who may choose a system, and where',
    access: 'admin',
    params,
    body: osEdit,
    answer: z.object({ id: z.int(), tasks: z.array(z.int()) }),
    run: (ctx, p) => editOs(ctx, p.params.os_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/os/{os_id}',
    summary: 'Take a system out of the catalogue',
    access: 'admin',
    params,
    answer: deletedAnswer,
    run: (ctx, p) => deleteOs(ctx, p.params.os_id),
  }),
}

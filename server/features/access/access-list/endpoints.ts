import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { serveRow } from '../../../api/list/serve.ts'
import {
  type AccessListRecord,
  accessListCreate,
  accessListEdit,
  accessListId,
  accessListRecord,
} from '../../../domain/access-list/schema.ts'
import { accessListList } from './list.ts'
import { createAccessList, deleteAccessList, editAccessList, listId } from './service.ts'

const service = 'auth'
const tag = 'acl'
const access = 'admin'
const params = z.object({ acl_id: z.string() })

export const accessListEndpoints = {
  list: listEndpoint({
    service,
    tag,
    access,
    path: '/acl',
    summary: 'List the access lists',
    list: accessListList,
    row: accessListRecord,
    csv: true,
  }),
  get: endpoint({
    service,
    tag,
    access,
    method: 'GET',
    path: '/acl/{acl_id}',
    summary: 'Show one access list',
    params,
    answer: accessListRecord,
    run: (ctx, p) => serveRow<AccessListRecord>(accessListList, ctx, listId(p.params.acl_id)),
  }),
  create: endpoint({
    service,
    tag,
    access,
    method: 'POST',
    path: '/acl',
    summary: 'Add an access list',
    description:
      'Members may come only from its addresses: single ones, ranges `first-last`, subnets in CIDR form. Who is in several lists may come from the addresses of any. Sessions that no longer qualify end.',
    body: accessListCreate,
    answer: accessListId,
    run: (ctx, { body }) => createAccessList(ctx, body),
  }),
  edit: endpoint({
    service,
    tag,
    access,
    method: 'POST',
    path: '/acl/{acl_id}',
    summary: 'Change an access list',
    params,
    body: accessListEdit,
    answer: accessListId,
    run: (ctx, p) => editAccessList(ctx, p.params.acl_id, p.body),
  }),
  delete: endpoint({
    service,
    tag,
    access,
    method: 'DELETE',
    path: '/acl/{acl_id}',
    summary: 'Remove an access list',
    params,
    answer: z.literal(true),
    run: (ctx, p) => deleteAccessList(ctx, p.params.acl_id),
  }),
}

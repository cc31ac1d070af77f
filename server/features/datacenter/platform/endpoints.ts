import { endpoint } from '../../../api/endpoint.ts'
import { serveList, serveRow } from '../../../api/list/serve.ts'
import {
  type Platform,
  platformCreate,
  platformEdit,
  platformRecord,
  platformWidth,
} from '../../../domain/platform/schema.ts'
import { idAnswer, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { platformList } from './list.ts'
import { createPlatform, deletePlatform, editPlatform, setPlatformWidth } from './service.ts'

const common = { service: 'dci', tag: 'platform', access: 'admin' } as const

export const platformEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/platform',
    summary: 'List hardware platforms',
    query: listQuery,
    answer: listOf(platformRecord),
    csv: platformList,
    run: (ctx, { query }) => serveList(platformList, ctx, query),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/platform',
    summary: 'Add a hardware platform',

    body: platformCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createPlatform(ctx, body),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/platform/{platform_id}',
    summary: 'Show a hardware platform',
    answer: platformRecord,
    run: (ctx, p) => serveRow<Platform>(platformList, ctx, p.params.platform_id, msg`Platform`),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/platform/{platform_id}',
    summary: 'Change a hardware platform',
    body: platformEdit,
    answer: idAnswer,
    run: (ctx, p) => editPlatform(ctx, p.params.platform_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/platform/{platform_id}',
    summary: 'Remove a hardware platform',
    description: 'Refused while it is used, saying by what.',
    answer: idAnswer,
    run: (ctx, p) => deletePlatform(ctx, p.params.platform_id),
  }),
  width: endpoint({
    ...common,
    method: 'POST',
    path: '/platform/{platform_id}/width',
    summary: 'Say whether servers of a platform are half as wide as the rack',
    description: 'Refused while a server is of the platform.',
    body: platformWidth,
    answer: idAnswer,
    run: (ctx, p) => setPlatformWidth(ctx, p.params.platform_id, p.body.width),
  }),
}

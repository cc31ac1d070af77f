import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { platformCreate, platformEdit, platformRecord, platformWidth } from '../../../domain/platform/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { platformList } from './list.ts'
import { createPlatform, deletePlatform, editPlatform, setPlatformWidth } from './service.ts'

const common = { service: 'dci', tag: 'platform', access: 'admin' } as const

export const platformEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/platform',
    summary: 'List hardware platforms',
    list: platformList,
    row: platformRecord,
    csv: true,
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
  get: rowEndpoint({
    ...common,
    path: '/platform/{platform_id}',
    summary: 'Show a hardware platform',
    list: platformList,
    row: platformRecord,
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

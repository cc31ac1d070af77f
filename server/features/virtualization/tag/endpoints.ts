import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { deletedAnswer, idAnswer } from '../../../domain/shared/fields.ts'
import { tagCreate, tagRecord } from '../../../domain/tag/schema.ts'
import { tagList } from './list.ts'
import { createTag, deleteTag } from './service.ts'

const common = { service: 'vm', tag: 'storage', about: 'storage_tag', access: 'admin' } as const

export const tagEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/tag',
    summary: 'List the storage tags',
    list: tagList,
    row: tagRecord,
    csv: true,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/tag',
    summary: 'Create a storage tag',
    description: 'Disks that ask for tags are put on a storage that carries all of them.',
    body: tagCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createTag(ctx, body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/tag/{tag_id}',
    summary: 'Delete a storage tag',
    answer: deletedAnswer,
    run: (ctx, p) => deleteTag(ctx, p.params.tag_id),
  }),
}

import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import {
  repositoryCreate,
  repositoryEdit,
  repositoryQueued,
  repositoryRecord,
} from '../../../domain/repository/schema.ts'
import { deletedAnswer, idMaybeTask } from '../../../domain/shared/fields.ts'
import { repositoryList } from './list.ts'
import { createRepository, deleteRepository, editRepository } from './service.ts'

const common = { service: 'vm', tag: 'repository', access: 'admin' } as const

export const repositoryEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/repository',
    summary: 'List the repositories',
    list: repositoryList,
    row: repositoryRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/repository/{repository_id}',
    summary: 'Read a repository',
    list: repositoryList,
    row: repositoryRecord,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/repository',
    summary: 'Add a repository of system images, OS templates and scripts',
    body: repositoryCreate,
    answer: repositoryQueued,
    run: (ctx, { body }) => createRepository(ctx, body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/repository/{repository_id}',
    summary: 'Change a repository; a given address is read again',
    body: repositoryEdit,
    answer: idMaybeTask,
    run: (ctx, p) => editRepository(ctx, p.params.repository_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/repository/{repository_id}',
    summary: 'Remove a repository, its catalogue and its scripts',
    answer: deletedAnswer,
    run: (ctx, p) => deleteRepository(ctx, p.params.repository_id),
  }),
}

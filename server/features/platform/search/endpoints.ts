import { endpoint } from '../../../api/endpoint.ts'
import { searchAnswer, searchQuery } from '../../../domain/search/schema.ts'
import { findObjects } from './service.ts'

export const searchEndpoints = {
  find: endpoint({
    service: 'vm',
    tag: 'platform',
    method: 'GET',
    path: '/search',
    summary: 'Find objects of every kind',
    description:
      'The best matches first, a few of each kind. Administrators search the whole installation, others what is theirs.',
    access: 'user',
    query: searchQuery,
    answer: searchAnswer,
    run: (ctx, { query }) => findObjects(ctx, query),
  }),
}

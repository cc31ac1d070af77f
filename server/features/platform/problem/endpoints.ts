import { endpoint } from '../../../api/endpoint.ts'
import { problemQuery, problems } from '../../../domain/problem/record.ts'
import { readProblems } from './service.ts'

export const problemEndpoints = {
  list: endpoint({
    service: 'vm',
    tag: 'platform',
    method: 'GET',
    path: '/problem',
    summary: 'Tell what is wrong',
    description:
      'Faults before warnings, the newest first. Administrators see the whole installation, others what is theirs.',
    access: 'user',
    query: problemQuery,
    answer: problems,
    run: (ctx, { query }) => readProblems(ctx, query),
  }),
}

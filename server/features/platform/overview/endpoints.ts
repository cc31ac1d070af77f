import { endpoint } from '../../../api/endpoint.ts'
import { overview } from '../../../domain/overview/record.ts'
import { readOverview } from './service.ts'

export const overviewEndpoints = {
  get: endpoint({
    service: 'vm',
    tag: 'platform',
    method: 'GET',
    path: '/overview',
    summary: 'Tell how full and how busy everything is',
    description: 'Administrators see the whole installation, others what is theirs.',
    access: 'user',
    answer: overview,
    run: (ctx) => readOverview(ctx),
  }),
}

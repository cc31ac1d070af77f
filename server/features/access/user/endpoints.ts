import { endpoint } from '../../../api/endpoint.ts'
import { userRecord } from '../../../domain/user/schema.ts'
import { readUser } from './service.ts'

export const userEndpoints = {
  whoami: endpoint({
    service: 'auth',
    method: 'GET',
    path: '/whoami',
    summary: 'Show the account of the caller',
    tag: 'user',
    access: 'user',
    answer: userRecord,
    run: (ctx) => readUser(ctx.actor.account_id),
  }),
}

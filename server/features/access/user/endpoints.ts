import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { keyAnswer, type UserRecord, userCreate, userEdit, userRecord } from '../../../domain/user/schema.ts'
import { userList } from './list.ts'
import { namedAccount } from './rules.ts'
import { createKey, createUser, deleteUser, editUser } from './service.ts'

const service = 'auth'
const tag = 'user'
const params = z.object({ user_id: z.string().describe('Number or e-mail address of the user') })

export const userEndpoints = {
  whoami: endpoint({
    service,
    tag,
    method: 'GET',
    path: '/whoami',
    summary: 'Show the account of the caller',
    access: 'user',
    answer: userRecord,
    run: (ctx) => serveRow<UserRecord>(userList, ctx, ctx.actor.account_id),
  }),
  list: listEndpoint({
    service,
    tag,
    path: '/user',
    summary: 'List the users',
    access: 'admin',
    list: userList,
    row: userRecord,
    csv: true,
  }),
  get: endpoint({
    service,
    tag,
    method: 'GET',
    path: '/user/{user_id}',
    summary: 'Show one user',
    access: 'user',
    params,
    answer: userRecord,
    run: async (ctx, p) => serveRow<UserRecord>(userList, ctx, await namedAccount(ctx.actor, p.params.user_id)),
  }),
  create: endpoint({
    service,
    tag,
    method: 'POST',
    path: '/user',
    summary: 'Add a user',
    access: 'admin',
    about: 'account',
    body: userCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createUser(ctx, body),
  }),
  edit: endpoint({
    service,
    tag,
    method: 'POST',
    path: '/user/{user_id}',
    summary: 'Change a user',
    description:
      'Other roles or another password end what the user is signed in with. For the own password use `POST /vm/v3/user/{user_id}/password`, which takes the old one.',
    access: 'admin',
    about: 'account',
    params,
    body: userEdit,
    answer: idAnswer,
    run: async (ctx, p) => editUser(ctx, await namedAccount(ctx.actor, p.params.user_id), p.body),
  }),
  delete: endpoint({
    service,
    tag,
    method: 'DELETE',
    path: '/user/{user_id}',
    summary: 'Remove a user who owns nothing',
    access: 'admin',
    about: 'account',
    params,
    answer: idAnswer,
    run: async (ctx, p) => deleteUser(ctx, await namedAccount(ctx.actor, p.params.user_id)),
  }),
  key: endpoint({
    service,
    tag,
    method: 'POST',
    path: '/user/{user_id}/key',
    aliases: ['/auth/v3/user/{user_id}/key'],
    summary: 'Issue a one-time sign-in key',
    description:
      'Good once, for 10 minutes. An administrator may do this for every account, a user for their own. An account with a second factor still has to give it, unless it made the key itself.',
    access: 'user',
    about: 'account',
    params,
    answer: keyAnswer.extend({ id: z.int() }),
    run: (ctx, p) => createKey(ctx, p.params.user_id),
  }),
}

import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { serveList } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { empty, listOf, listQuery, pathId } from '../../../domain/shared/fields.ts'
import { tokenAnswer, tokenCreate, tokenInfo } from '../../../domain/token/schema.ts'
import { namedAccount } from '../user/rules.ts'
import { tokenList } from './list.ts'
import { createToken, revokeToken, revokeTokenOf } from './service.ts'

const service = 'auth'
const tag = 'token'
const userParams = z.object({ user_id: z.string().describe('Number or e-mail address of the user') })

export const tokenEndpoints = {
  list: endpoint({
    service,
    tag,
    method: 'GET',
    path: '/token',
    summary: 'List own sessions and tokens',
    access: 'user',
    query: listQuery,
    answer: listOf(tokenInfo),
    run: (ctx, { query }) => serveList(tokenList, ctx, query, { scope: sql`s.account_id = ${ctx.actor.account_id}` }),
  }),
  create: endpoint({
    service,
    tag,
    method: 'POST',
    path: '/token',
    summary: 'Issue a long-lived token',
    description:
      'The value is answered this once. Without `expires_at` the token is good until it is revoked. With a session of the panel the password or a code of the second factor has to be given again. A token with an end issues none that ends later, nor does what came of it by a one-time key.',
    access: 'user',
    body: tokenCreate,
    answer: tokenAnswer,
    status: 201,
    run: (ctx, { body }) => createToken(ctx, body),
  }),
  listOf: endpoint({
    service,
    tag,
    method: 'GET',
    path: '/user/{user_id}/token',
    summary: 'List the sessions and tokens of a user',
    access: 'user',
    params: userParams,
    query: listQuery,
    answer: listOf(tokenInfo),
    run: async (ctx, { params, query }) => {
      const id = await namedAccount(ctx.actor, params.user_id)
      return serveList(tokenList, ctx, query, { scope: sql`s.account_id = ${id}` })
    },
  }),
  deleteOf: endpoint({
    service,
    tag,
    method: 'DELETE',
    about: 'token',
    path: '/user/{user_id}/token/{token_id}',
    summary: 'End a session or token of a user',
    description: 'Takes the id. What it holds open is closed.',
    access: 'user',
    params: userParams.extend({ token_id: pathId }),
    answer: empty,
    run: async (ctx, { params }) => revokeTokenOf(ctx, await namedAccount(ctx.actor, params.user_id), params.token_id),
  }),
  delete: endpoint({
    service,
    tag,
    method: 'DELETE',
    path: '/token/{token_id}',
    aliases: ['/auth/v3/session/{token_id}'],
    summary: 'Sign out, or revoke a token',
    description: 'Takes the value of the token or its id, own ones only. What it holds open is closed.',
    access: 'mfa_pending',
    params: z.object({ token_id: z.string() }),
    answer: empty,
    run: (ctx, { params }) => revokeToken(ctx, params.token_id),
  }),
}

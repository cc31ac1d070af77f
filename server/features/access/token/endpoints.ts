import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { serveList } from '../../../api/list/serve.ts'
import { empty, listOf, listQuery } from '../../../domain/shared/fields.ts'
import { tokenAnswer, tokenCreate, tokenInfo } from '../../../domain/token/schema.ts'
import { tokenList } from './list.ts'
import { createToken, revokeToken } from './service.ts'

const service = 'auth'
const tag = 'token'

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
    run: (ctx, { query }) => serveList(tokenList, ctx, query),
  }),
  create: endpoint({
    service,
    tag,
    method: 'POST',
    path: '/token',
    summary: 'Issue a long-lived token',
    description: 'The value is answered this once. Without `expires_at` the token is good until it is revoked.',
    access: 'user',
    body: tokenCreate,
    answer: tokenAnswer,
    status: 201,
    run: (ctx, { body }) => createToken(ctx, body),
  }),
  delete: endpoint({
    service,
    tag,
    method: 'DELETE',
    path: '/token/{token_id}',
    aliases: ['/auth/v3/session/{token_id}'],
    summary: 'Sign out, or revoke a token',
    description: 'Takes the value of the token or its id, own ones only. What it holds open is closed.',
    access: 'owing',
    params: z.object({ token_id: z.string() }),
    answer: empty,
    run: (ctx, { params }) => revokeToken(ctx, params.token_id),
  }),
}

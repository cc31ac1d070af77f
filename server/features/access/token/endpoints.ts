import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { empty } from '../../../domain/shared/fields.ts'
import { signIn, tokenAnswer } from '../../../domain/token/schema.ts'
import { signInWithPassword, signOut } from './service.ts'

export const tokenEndpoints = {
  create: endpoint({
    service: 'auth',
    method: 'POST',
    path: '/public/token',
    summary: 'Sign in with e-mail and password',
    tag: 'token',
    access: 'public',
    body: signIn,
    answer: tokenAnswer,
    status: 201,
    about: 'session',
    run: (ctx, { body }) => signInWithPassword(ctx, body),
  }),
  delete: endpoint({
    service: 'auth',
    method: 'DELETE',
    path: '/token/{token_id}',
    summary: 'Sign out, or revoke a token',
    tag: 'token',
    access: 'owing',
    params: z.object({ token_id: z.string() }),
    answer: empty,
    about: 'session',
    run: (ctx, { params }) => signOut(ctx, params.token_id),
  }),
}

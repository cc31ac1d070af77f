import { endpoint } from '../../../api/endpoint.ts'
import { signIn, tokenAnswer } from '../../../domain/token/schema.ts'
import { signInWithPassword } from './service.ts'

/** Sign-in of the panel's own page. In no catalogue: it is reached through next-auth only, which has its own proof of origin. */
export const panelSignIn = endpoint({
  service: 'auth',
  tag: 'token',
  about: 'session',
  method: 'POST',
  path: '/panel/session',
  summary: 'Sign in to the panel',
  access: 'public',
  body: signIn,
  answer: tokenAnswer,
  status: 201,
  run: (ctx, { body }) => signInWithPassword(ctx, body, 'session'),
})

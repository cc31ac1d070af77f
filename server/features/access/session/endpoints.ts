import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { secondFactor } from '../../../domain/second-factor/schema.ts'
import { keySignIn, legacyTokenAnswer, sessionRecord, signIn, tokenAnswer } from '../../../domain/token/schema.ts'
import { confirmSession, enterWithKey, readSession, signInWithKey, signInWithPassword } from './service.ts'

const service = 'auth'
const tag = 'token'
const about = 'session'

/** The older addresses call the token a session as well. */
const legacy = async <T extends { token: string }>(answer: Promise<T>) => {
  const made = await answer
  return { ...made, session: made.token }
}

export const sessionEndpoints = {
  signIn: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/public/token',
    summary: 'Sign in with e-mail and password',
    description:
      'A wrong password answers 403, after five failures within 15 minutes 429 with Retry-After. With `confirmed: false` the second factor is owed: the token is good for `POST /public/token/2fa` only, for 10 minutes.',
    access: 'public',
    body: signIn,
    answer: tokenAnswer,
    status: 201,
    run: (ctx, { body }) => signInWithPassword(ctx, body),
  }),
  confirm: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/public/token/2fa',
    summary: 'Give the second factor of a sign-in',
    description:
      'Six digits of the authenticator, or the eight of a recovery code. Answers a new token; the one the code was owed for ends.',
    access: 'mfa_pending',
    body: secondFactor,
    answer: tokenAnswer,
    status: 201,
    run: (ctx, { body }) => confirmSession(ctx, body.code),
  }),
  signInWithKey: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/public/key',
    summary: 'Sign in with a one-time key',
    access: 'public',
    body: keySignIn,
    answer: tokenAnswer,
    status: 201,
    run: (ctx, { body }) => signInWithKey(ctx, body.key),
  }),
  enter: endpoint({
    service,
    tag,
    about,
    method: 'GET',
    path: '/public/key/{key}',
    aliases: ['/auth/key-v4/{key}'],
    summary: 'Enter the panel with a one-time key',
    description:
      'For browsers, also at `/auth/key-v4/{key}`: uses the key up, sets the cookie and leads to the panel (302), or to `redirect` when that is a path of the panel.',
    access: 'public',
    params: z.object({ key: z.string() }),
    query: z.object({ redirect: z.string().optional() }),
    answer: z.object({}),
    run: (ctx, { params, query }) => enterWithKey(ctx, params.key, query.redirect),
  }),
  legacySignIn: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/public/auth',
    aliases: ['/auth/v3/auth'],
    summary: 'Sign in with e-mail and password (older form)',
    access: 'public',
    body: signIn,
    answer: legacyTokenAnswer,
    status: 201,
    run: (ctx, { body }) => legacy(signInWithPassword(ctx, body)),
  }),
  legacySignInWithKey: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/public/auth_by_key',
    aliases: ['/auth/v3/auth_by_key'],
    summary: 'Sign in with a one-time key (older form)',
    access: 'public',
    body: keySignIn,
    answer: legacyTokenAnswer,
    status: 201,
    run: (ctx, { body }) => legacy(signInWithKey(ctx, body.key)),
  }),
  current: endpoint({
    service,
    tag: 'user',
    about,
    method: 'GET',
    path: '/self/session',
    summary: 'Show the session of the caller',
    access: 'user',
    answer: sessionRecord,
    run: (ctx) => readSession(ctx),
  }),
}

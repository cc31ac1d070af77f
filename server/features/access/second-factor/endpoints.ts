import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { secondFactor, secondFactorAnswer, secondFactorSetup } from '../../../domain/second-factor/schema.ts'
import { empty, idAnswer } from '../../../domain/shared/fields.ts'
import { namedAccount } from '../user/rules.ts'
import { resetSecondFactor, setUpSecondFactor, turnOffSecondFactor } from './service.ts'

const service = 'auth'
const tag = 'user'
const about = 'account'

export const secondFactorEndpoints = {
  enable: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/2fa',
    summary: 'Turn the second factor on',
    description:
      'Without `code`: answers a secret for the authenticator. With a code of it: turns it on and answers ten recovery codes of eight digits, each good once in place of a code.',
    access: 'user',
    body: secondFactorSetup,
    answer: secondFactorAnswer,
    run: (ctx, { body }) => setUpSecondFactor(ctx, body.code),
  }),
  disable: endpoint({
    service,
    tag,
    about,
    method: 'DELETE',
    path: '/2fa',
    summary: 'Turn the second factor off',
    access: 'user',
    body: secondFactor,
    answer: empty,
    run: (ctx, { body }) => turnOffSecondFactor(ctx, body.code),
  }),
  reset: endpoint({
    service,
    tag,
    about,
    method: 'DELETE',
    path: '/user/{user_id}/2fa',
    summary: 'Take the second factor off a user who lost it',
    access: 'admin',
    params: z.object({ user_id: z.string() }),
    answer: idAnswer,
    run: async (ctx, p) => resetSecondFactor(ctx, await namedAccount(ctx.actor, p.params.user_id)),
  }),
}

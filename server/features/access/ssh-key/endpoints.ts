import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { serveList } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { idAnswer, listOf, listQuery, pathId } from '../../../domain/shared/fields.ts'
import { sshKeyCreate, sshKeyRecord } from '../../../domain/ssh-key/schema.ts'
import { namedAccount } from '../user/rules.ts'
import { sshKeyList } from './list.ts'
import { addSshKey, removeSshKey } from './service.ts'

const service = 'auth'
const tag = 'user'
const access = 'user'
const params = z.object({ user_id: z.string().describe('Number or e-mail address of the user') })

export const sshKeyEndpoints = {
  list: endpoint({
    service,
    tag,
    access,
    method: 'GET',
    path: '/user/{user_id}/sshkey',
    aliases: ['/auth/v3/user/{user_id}/sshkey'],
    summary: 'List the SSH keys of a user',
    params,
    query: listQuery,
    answer: listOf(sshKeyRecord),
    run: async (ctx, p) => {
      const id = await namedAccount(ctx.actor, p.params.user_id)
      return serveList(sshKeyList, ctx, p.query, { scope: sql`k.account_id = ${id}` })
    },
  }),
  create: endpoint({
    service,
    tag,
    access,
    method: 'POST',
    about: 'sshkey',
    path: '/user/{user_id}/sshkey',
    aliases: ['/auth/v3/user/{user_id}/sshkey'],
    summary: 'Add an SSH key to a user',
    description: 'One line as ssh-keygen writes it, without options.',
    params,
    body: sshKeyCreate,
    answer: idAnswer,
    run: async (ctx, p) => addSshKey(ctx, await namedAccount(ctx.actor, p.params.user_id), p.body),
  }),
  delete: endpoint({
    service,
    tag,
    access,
    method: 'DELETE',
    about: 'sshkey',
    path: '/user/{user_id}/sshkey/{key_id}',
    aliases: ['/auth/v3/user/{user_id}/sshkey/{key_id}'],
    summary: 'Remove an SSH key of a user',
    params: params.extend({ key_id: pathId }),
    answer: idAnswer,
    run: async (ctx, p) => removeSshKey(ctx, await namedAccount(ctx.actor, p.params.user_id), p.params.key_id),
  }),
}

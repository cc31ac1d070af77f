import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import {
  accountCreate,
  accountEdit,
  accountRecord,
  accountSync,
  accountSynced,
} from '../../../domain/account/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { createKey, deleteUser, setUserState } from '../user/service.ts'
import { accountList } from './list.ts'
import { changePassword, createAccount, editAccount } from './service.ts'
import { syncAccounts } from './sync.ts'

const service = 'vm'
const tag = 'account'
const about = 'account'

export const accountEndpoints = {
  list: listEndpoint({
    service,
    tag,
    path: '/account',
    summary: 'List the accounts',
    access: 'user',
    list: accountList,
    row: accountRecord,
    csv: true,
  }),
  create: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/account',
    summary: 'Create an account',
    access: 'admin',
    body: accountCreate,
    answer: idAnswer,
    run: (ctx, { body }) => createAccount(ctx, body),
  }),
  sync: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/account/sync',
    summary: 'Bring accounts in line with a list',
    description:
      'All of it or nothing. Accounts are found by `id`, else by `email`; new ones have no password: their owners come in by one-time keys. What is so already is left alone, accounts that the list does not name stay. Accounts that own VMs, servers, disks or addresses are not deleted, and no caller takes the own administration away.',
    access: 'admin',
    body: accountSync,
    answer: accountSynced,
    run: (ctx, { body }) => syncAccounts(ctx, body),
  }),
  get: rowEndpoint({
    service,
    tag,
    path: '/account/{account_id}',
    summary: 'Read an account',
    access: 'user',
    list: accountList,
    row: accountRecord,
  }),
  delete: endpoint({
    service,
    tag,
    about,
    method: 'DELETE',
    path: '/account/{account_id}',
    summary: 'Delete an account that owns nothing',
    access: 'admin',
    answer: idAnswer,
    run: (ctx, p) => deleteUser(ctx, p.params.account_id),
  }),
}

export const accountUserEndpoints = {
  get: rowEndpoint({
    service,
    tag,
    path: '/user/{user_id}',
    summary: 'Read a user',
    access: 'user',
    list: { ...accountList, what: msg`User` },
    row: accountRecord,
  }),
  edit: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/user/{user_id}',
    summary: 'Change a user',
    description: 'Administrators everybody, the others themselves. The own password needs `old_password`.',
    access: 'user',
    body: accountEdit,
    answer: idAnswer,
    run: (ctx, p) => editAccount(ctx, p.params.user_id, p.body),
  }),
  password: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/user/{user_id}/password',
    summary: 'Change the password of a user',
    description:
      'The own password needs `old_password`. What the user is signed in with elsewhere ends, long-lived tokens too unless `keep_tokens` is true.',
    access: 'user',
    body: accountEdit,
    answer: idAnswer,
    run: (ctx, p) => changePassword(ctx, p.params.user_id, p.body),
  }),
  suspend: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/user/{user_id}/suspend',
    summary: 'Block a user',
    access: 'admin',
    answer: idAnswer,
    run: (ctx, p) => setUserState(ctx, p.params.user_id, 'suspended'),
  }),
  resume: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/user/{user_id}/resume',
    summary: 'Unblock a user',
    access: 'admin',
    answer: idAnswer,
    run: (ctx, p) => setUserState(ctx, p.params.user_id, 'active'),
  }),
  key: endpoint({
    service,
    tag,
    about,
    method: 'POST',
    path: '/user/{user_id}/key',
    summary: 'Issue a one-time sign-in key for a user',
    access: 'user',
    answer: idAnswer.extend({ key: z.string() }),
    run: (ctx, p) => createKey(ctx, String(p.params.user_id)),
  }),
  delete: endpoint({
    service,
    tag,
    about,
    method: 'DELETE',
    path: '/user/{user_id}',
    summary: 'Delete a user who owns nothing',
    access: 'admin',
    answer: idAnswer,
    run: (ctx, p) => deleteUser(ctx, p.params.user_id),
  }),
}

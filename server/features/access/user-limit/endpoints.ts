import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { empty, pathId } from '../../../domain/shared/fields.ts'
import { limitsEntry, limitsView, userLimits } from '../../../domain/user-limit/schema.ts'
import { userLimitList } from './list.ts'
import { dropLimits, namedRole, readAccountLimits, readRoleLimits, setAccountLimits, setRoleLimits } from './service.ts'

const common = { service: 'vm', tag: 'account', access: 'admin' } as const
const ofAccount = { ...common, about: 'account', path: '/user_limits/account/{account_id}' } as const
const ofRole = {
  ...common,
  about: 'user_limit',
  path: '/user_limits/role/{role_id}',
  params: z.object({ role_id: pathId.describe('1 = @admin, 2 = @user, 3 = @advanced_user') }),
} as const
const description =
  'What is not said stays. null: the limit of the role holds, -1: no limit. An account keeps what it has above a lower limit.'

export const userLimitEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/user_limits',
    summary: 'List the limits of accounts and roles',
    list: userLimitList,
    row: limitsEntry,
  }),
  ofAccount: endpoint({
    ...ofAccount,
    access: 'user',
    method: 'GET',
    summary: 'Read the limits of an account',
    description: 'As they were set, in force with those of its role, and what is in use.',
    answer: limitsView,
    run: (ctx, p) => readAccountLimits(ctx, p.params.account_id),
  }),
  setAccount: endpoint({
    ...ofAccount,
    method: 'POST',
    summary: 'Set the limits of an account',
    description,
    body: userLimits,
    answer: limitsView,
    run: (ctx, p) => setAccountLimits(ctx, p.params.account_id, p.body),
  }),
  dropAccount: endpoint({
    ...ofAccount,
    method: 'DELETE',
    summary: 'Remove the limits of an account',
    answer: empty,
    run: (ctx, p) => dropLimits(ctx, { account_id: p.params.account_id }),
  }),
  ofRole: endpoint({
    ...ofRole,
    method: 'GET',
    summary: 'Read the limits of a role',
    answer: limitsView,
    run: (_ctx, p) => readRoleLimits(namedRole(p.params.role_id)),
  }),
  setRole: endpoint({
    ...ofRole,
    method: 'POST',
    summary: 'Set the limits of a role',
    description,
    body: userLimits,
    answer: limitsView,
    run: (ctx, p) => setRoleLimits(ctx, namedRole(p.params.role_id), p.body),
  }),
  dropRole: endpoint({
    ...ofRole,
    method: 'DELETE',
    summary: 'Remove the limits of a role',
    answer: empty,
    run: (ctx, p) => dropLimits(ctx, { role: namedRole(p.params.role_id) }),
  }),
}

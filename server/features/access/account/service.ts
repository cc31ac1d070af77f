import type { Context } from '../../../api/context.ts'
import type { AccountCreate, AccountEdit } from '../../../domain/account/schema.ts'
import { forbidden, invalidInput } from '../../../domain/shared/errors.ts'
import type { Role } from '../../../domain/shared/roles.ts'
import { msg } from '../../../shared/text.ts'
import { ownOrAdmin } from '../user/rules.ts'
import { createUser, editUser } from '../user/service.ts'

/** The same people as accounts of the VM service: the rules are those of users. */
export const createAccount = (ctx: Context, { email_confirm: _, ...body }: AccountCreate) =>
  createUser(ctx, { ...body, role: body.role as Role })

/** Administrators change all users, others themselves only, except for their roles. */
export async function editAccount(ctx: Context, id: number, { roles, ...body }: AccountEdit) {
  ownOrAdmin(ctx.actor, id)
  if (roles && !ctx.actor.isAdmin) throw forbidden(msg`Only administrators may change roles`, 'roles')
  return editUser(ctx, id, { ...body, ...(roles && { roles: roles as Role[] }) })
}

/** The same, where a password is what it is about. */
export async function changePassword(ctx: Context, id: number, body: AccountEdit) {
  ownOrAdmin(ctx.actor, id)
  if (body.password === undefined) throw invalidInput(msg`password: the new password is missing`, 'password')
  return editAccount(ctx, id, body)
}

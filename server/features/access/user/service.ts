import type { Context } from '../../../api/context.ts'
import { rejectStale } from '../../../api/edit.ts'
import { grantBound } from '../../../auth/grant.ts'
import { makeKey } from '../../../auth/keys.ts'
import { hashPassword } from '../../../auth/password.ts'
import { isUniqueViolation } from '../../../db/transaction.ts'
import { alreadyExists, forbidden, invalidInput, wrongState } from '../../../domain/shared/errors.ts'
import type { UserCreate, UserEdit } from '../../../domain/user/schema.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { confirmPassword } from '../session/confirm.ts'
import { otherRoles, removeUser, setState } from './apply.ts'
import { endAllSessions, lockUser, namedAccount } from './rules.ts'

export const emailTaken = () => alreadyExists(msg`A user with this e-mail address already exists`, 'email')

export async function createUser(ctx: Context, body: UserCreate) {
  const { password, role, ...profile } = body
  const password_hash = await hashPassword(password)
  try {
    return await ctx.mutate(async (work) => {
      const { id } = await work.tx.account.create({
        data: { ...profile, roles: [role], password_hash },
        select: { id: true },
      })
      changed(work, { entity: 'account', entity_id: id, event: 'create', account_id: id })
      return { id }
    })
  } catch (fault) {
    throw isUniqueViolation(fault) ? emailTaken() : fault
  }
}

export type Edit = UserEdit & { old_password?: string | undefined; keep_tokens?: boolean | undefined }

/**
 * Changes an account. A change of roles or of the password ends what the account is signed in with: new privileges are a new
 * sign-in. The own password needs the old one, and its owner may keep the long-lived tokens.
 */
export async function editUser(ctx: Context, id: number, edit: Edit) {
  const { password, old_password, keep_tokens = false, roles, ...profile } = edit
  const own = id === ctx.actor.account_id
  if (keep_tokens && !(own && password !== undefined))
    throw invalidInput(msg`keep_tokens: tokens can be kept only when you change your own password`, 'keep_tokens')
  if (password !== undefined && own) await checkOldPassword(ctx, old_password)
  const password_hash = password === undefined ? undefined : await hashPassword(password)
  try {
    await ctx.mutate(async (work, note) => {
      note.entity_id = id
      const before = await lockUser(work, id)
      rejectStale(ctx, before, msg`User`, id)
      const newRoles = await otherRoles(work, ctx, before, roles)
      await work.tx.account.update({
        where: { id },
        data: {
          ...profile,
          ...(newRoles && { roles: newRoles }),
          ...(password_hash && { password_hash }),
          version: { increment: 1 },
        },
      })
      if (newRoles || password_hash) await endAllSessions(work, ctx, id, { keepTokens: keep_tokens && !newRoles })
      if (password_hash) await work.tx.sign_in_key.deleteMany({ where: { account_id: id } })
      changed(work, { entity: 'account', entity_id: id, event: 'update', account_id: id })
    })
  } catch (fault) {
    throw isUniqueViolation(fault) ? emailTaken() : fault
  }
  return { id }
}

/** Under the same back-off as signing in: a stolen session must not be a way to guess the password. */
async function checkOldPassword(ctx: Context, old_password: string | undefined) {
  if (old_password === undefined)
    throw invalidInput(msg`old_password: to change your own password, give the old one as well`, 'old_password')
  await confirmPassword(ctx, old_password, forbidden(msg`The current password is wrong`, 'old_password'))
}

/** Suspends a user, which ends all sessions of the account, or reactivates it. A state already reached succeeds. */
export async function setUserState(ctx: Context, id: number, state: 'active' | 'suspended') {
  await ctx.mutate(async (work, note) => {
    note.entity_id = id
    await setState(work, ctx, await lockUser(work, id), state)
  })
  return { id }
}

/** Removes a user who owns nothing any more. */
export async function deleteUser(ctx: Context, id: number) {
  await ctx.mutate(async (work, note) => {
    note.entity_id = id
    await removeUser(work, ctx, id)
  })
  return { id }
}

/** A one-time key that signs a user in: administrators for all users, others for themselves. */
export async function createKey(ctx: Context, idOrEmail: string) {
  const id = await namedAccount(ctx.actor, idOrEmail)
  const own = id === ctx.actor.account_id
  return ctx.mutate(async (work, note) => {
    note.entity_id = id
    note.input = {}
    const user = await lockUser(work, id)
    if (user.state !== 'active') throw wrongState(msg`The user is suspended and cannot sign in`)
    const grantUntil = await grantBound(work, ctx.actor, 'key')
    const key = await makeKey(work, { accountId: id, confirmed: own, issuerId: ctx.actor.account_id, grantUntil })
    return { id, key }
  })
}

import type { Context } from '../../../api/context.ts'
import { isUniqueViolation, type Work } from '../../../db/transaction.ts'
import type { AccountSync, AccountSyncItem } from '../../../domain/account/schema.ts'
import { alreadyExists, invalidField } from '../../../domain/shared/errors.ts'
import type { Role } from '../../../domain/shared/roles.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { otherRoles, removeUser, setState } from '../user/apply.ts'
import { endAllSessions, lockUser } from '../user/rules.ts'
import { emailTaken } from '../user/service.ts'

const LOCAL = 'local'

/**
 * Brings accounts in line with a list, all of it or nothing. Accounts and sign-in are one here, so what another service would copy
 * is written to the one row there is; what is so already is left alone, and what the list does not name stays.
 * @throws PanelError as for single changes, with the place in the list
 */
export async function syncAccounts(ctx: Context, { list, delete: gone }: AccountSync) {
  reject(list, gone)
  return ctx.mutate(async (work) => {
    const created: number[] = []
    const updated: number[] = []
    for (const [n, item] of list.entries()) {
      const known = await accountOf(work, item, n)
      if (known === null) created.push(await create(work, item, n))
      else if (gone.includes(known)) throw invalidField('delete', msg`account ${known} is in the list as well`)
      else if (await update(work, ctx, known, item)) updated.push(known)
    }
    const deleted: number[] = []
    for (const id of [...new Set(gone)]) {
      if (!(await work.tx.account.findUnique({ where: { id }, select: { id: true } }))) continue
      await removeUser(work, ctx, id)
      deleted.push(id)
    }
    return { id: ctx.actor.account_id, created, updated, deleted: deleted.map((id) => ({ id })) }
  })
}

/** What can be judged without looking. */
function reject(list: readonly AccountSyncItem[], gone: readonly number[]): void {
  for (const [n, { id, email, auth_source }] of list.entries()) {
    if (id === undefined && email === undefined)
      throw invalidField(`list.${n}.id`, msg`an account is named by its id or its email`)
    if (auth_source !== undefined && auth_source !== '' && auth_source !== LOCAL)
      throw invalidField(
        `list.${n}.auth_source`,
        msg`users sign in to the panel itself (${LOCAL}): other sources are not known`,
      )
    if (id !== undefined && gone.includes(id)) throw invalidField('delete', msg`account ${id} is in the list as well`)
    const same = list.findIndex(
      (one) => (id !== undefined && one.id === id) || (email !== undefined && one.email === email),
    )
    if (same < n) throw invalidField(`list.${n}`, msg`the same account is in the list twice`)
  }
}

/** Id of the account that an item means: by its id, else by its e-mail address; null for a new one. */
async function accountOf(work: Work, { id, email }: AccountSyncItem, n: number): Promise<number | null> {
  const byEmail =
    email === undefined ? null : await work.tx.account.findUnique({ where: { email }, select: { id: true } })
  if (id === undefined) return byEmail?.id ?? null
  if (byEmail && byEmail.id !== id)
    throw alreadyExists(msg`The e-mail address ${email ?? ''} belongs to account ${byEmail.id}`, `list.${n}.email`)
  return (await work.tx.account.findUnique({ where: { id }, select: { id: true } }))?.id ?? null
}

/** A new account without a password: its owner gets in by a one-time key, or once an administrator gives it one. */
async function create(work: Work, item: AccountSyncItem, n: number): Promise<number> {
  const { id, email, roles = ['@user'], state = 'active' } = item
  if (email === undefined) throw invalidField(`list.${n}.email`, msg`required for an account that is new`)
  try {
    const made = await work.tx.account.create({
      data: { ...(id !== undefined && { id }), email, roles: [...new Set(roles)].sort(), state },
      select: { id: true },
    })
    // The next account that is not given its number must not meet this one.
    if (id !== undefined)
      await work.sql(
        "select setval('account_id_seq', greatest($1::bigint, (select last_value from account_id_seq)))::text",
        [id],
      )
    changed(work, { entity: 'account', entity_id: made.id, event: 'create', account_id: made.id })
    return made.id
  } catch (fault) {
    throw isUniqueViolation(fault) ? emailTaken() : fault
  }
}

/** @returns whether anything was different */
async function update(work: Work, ctx: Context, id: number, item: AccountSyncItem): Promise<boolean> {
  const before = await lockUser(work, id)
  const roles = await otherRoles(work, ctx, before, item.roles as Role[] | undefined)
  const email = item.email === before.email ? undefined : item.email
  if (roles || email !== undefined) {
    await work.tx.account.update({
      where: { id },
      data: { ...(roles && { roles }), ...(email !== undefined && { email }), version: { increment: 1 } },
    })
    // New privileges are a new sign-in.
    if (roles) await endAllSessions(work, ctx, id)
    changed(work, { entity: 'account', entity_id: id, event: 'update', account_id: id })
  }
  const other = item.state !== undefined && item.state !== before.state
  if (item.state)
    await setState(work, ctx, { ...before, roles: roles ?? before.roles }, item.state as 'active' | 'suspended')
  return roles !== undefined || email !== undefined || other
}

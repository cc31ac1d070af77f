import type { Context } from '../../../api/context.ts'
import { endSessions } from '../../../auth/sessions.ts'
import type { Work } from '../../../db/transaction.ts'
import { inUse, refused } from '../../../domain/shared/errors.ts'
import type { Role } from '../../../domain/shared/roles.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { keepAnAdministrator, type LockedUser, lockUser } from './rules.ts'

/**
 * Roles to write, or undefined when they are those already. Administrators cannot take administration from themselves, and the last
 * administrator keeps it.
 */
export async function otherRoles(
  work: Work,
  ctx: Context,
  before: LockedUser,
  roles: readonly Role[] | undefined,
): Promise<Role[] | undefined> {
  const wanted = roles && [...new Set<Role>(roles)].sort()
  if (!wanted || wanted.join() === [...before.roles].sort().join()) return undefined
  if (before.roles.includes('@admin') && !wanted.includes('@admin')) {
    if (before.id === ctx.actor.account_id) throw refused(msg`You cannot remove your own role of administrator`)
    await keepAnAdministrator(work, before.id)
  }
  return wanted
}

/** Suspends a user, which ends all sessions of the account, or reactivates it. A state already reached succeeds. */
export async function setState(work: Work, ctx: Context, before: LockedUser, state: 'active' | 'suspended') {
  const { id } = before
  if (state === 'suspended' && id === ctx.actor.account_id) throw refused(msg`You cannot suspend yourself`)
  if (before.state === state) return
  if (state === 'suspended') {
    if (before.roles.includes('@admin')) await keepAnAdministrator(work, id)
    await endSessions(work, { account_id: id })
    await work.tx.sign_in_key.deleteMany({ where: { account_id: id } })
  }
  await work.tx.account.update({ where: { id }, data: { state, version: { increment: 1 } } })
  changed(work, { entity: 'account', entity_id: id, event: 'update', account_id: id, data: { state } })
}

type Owned = { hosts: string[] | null; host_count: number; disks: number; addresses: number; servers: number }

/** Removes a user who owns nothing any more. */
export async function removeUser(work: Work, ctx: Context, id: number): Promise<void> {
  if (id === ctx.actor.account_id) throw refused(msg`You cannot delete yourself`)
  const before = await lockUser(work, id)
  if (before.roles.includes('@admin')) await keepAnAdministrator(work, id)
  const [owned] = await work.sql<Owned>(
    `select (select count(*)::int from host where account_id = $1::int) as host_count,
         (select array_agg(name) from (select name from host where account_id = $1::int order by id limit 3) h) as hosts,
         (select count(*)::int from disk where account_id = $1::int) as disks,
         (select count(*)::int from ip where account_id = $1::int) as addresses,
         (select count(*)::int from server where owner_id = $1::int) as servers`,
    [id],
  )
  if (owned?.host_count)
    throw inUse(
      msg`${before.email} owns ${owned.host_count} VMs (${[...(owned.hosts ?? []), ...(owned.host_count > 3 ? ['…'] : [])].join(', ')}): delete them or change their owner first`,
    )
  if (owned?.servers)
    throw inUse(
      owned.servers === 1
        ? msg`${before.email} still owns 1 server: remove or change its owner first`
        : msg`${before.email} still owns ${owned.servers} servers: remove or change their owner first`,
    )
  if (owned?.disks || owned?.addresses)
    throw inUse(msg`${before.email} still owns disks or addresses: release them first`)
  await endSessions(work, { account_id: id })
  await work.tx.account.delete({ where: { id } })
  changed(work, { entity: 'account', entity_id: id, event: 'delete', account_id: id })
}

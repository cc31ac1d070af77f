import type { Context } from '../../../api/context.ts'
import { isUniqueViolation } from '../../../db/transaction.ts'
import { alreadyExists, noResources, notFound } from '../../../domain/shared/errors.ts'
import type { SshKeyCreate } from '../../../domain/ssh-key/schema.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { lockUser } from '../user/rules.ts'

/** Keys per account. */
const MOST = 100

export async function addSshKey(ctx: Context, accountId: number, body: SshKeyCreate) {
  try {
    return await ctx.mutate(async (work) => {
      await lockUser(work, accountId)
      if ((await work.tx.ssh_key.count({ where: { account_id: accountId } })) >= MOST)
        throw noResources(msg`There are already ${MOST} keys: remove some that are no longer used`)
      const { id } = await work.tx.ssh_key.create({ data: { account_id: accountId, ...body }, select: { id: true } })
      changed(work, { entity: 'sshkey', entity_id: id, event: 'create', account_id: accountId })
      return { id }
    })
  } catch (fault) {
    if (!isUniqueViolation(fault)) throw fault
    throw alreadyExists(msg`This key already exists`, 'ssh_pub_key')
  }
}

export async function removeSshKey(ctx: Context, accountId: number, id: number) {
  await ctx.mutate(async (work) => {
    const { count } = await work.tx.ssh_key.deleteMany({ where: { id, account_id: accountId } })
    if (count === 0) throw notFound(msg`SSH key`, id)
    changed(work, { entity: 'sshkey', entity_id: id, event: 'delete', account_id: accountId })
  })
  return { id }
}

import type { Work } from '../../../db/transaction.ts'
import { noResources } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { limitsInForce } from './quota.ts'

async function limitsOf(work: Work, account_id: number) {
  await work.sql('select id from account where id = $1::int for no key update', [account_id])
  // In a statement of its own: it sees what was made while this one waited.
  return limitsInForce(work, account_id)
}

/**
 * Makes room for one more image of an account, or refuses. What is made has to be written in the same transaction: the account stays
 * locked until its end. Called before the row of the VM is locked.
 * @param host_id the VM that it is made of
 * @throws PanelError `no_resources` with the field of the limit
 */
export async function takeImageQuota(work: Work, account_id: number, host_id: number): Promise<void> {
  const limits = await limitsOf(work, account_id)
  if (!limits) return
  const ofHost = await work.tx.image.count({ where: { host_id } })
  if (limits.image_count !== null && ofHost >= limits.image_count)
    throw noResources(
      msg`Of a VM of this account there may be at most ${limits.image_count} images: delete one first, or ask an administrator`,
      'image_count',
    )
  await requireTotal(work, account_id, limits.image_count_total)
}

/** The same for an account that is given an image. */
export async function moveImageQuota(work: Work, account_id: number): Promise<void> {
  const limits = await limitsOf(work, account_id)
  if (limits) await requireTotal(work, account_id, limits.image_count_total)
}

async function requireTotal(work: Work, account_id: number, limit: number | null): Promise<void> {
  if (limit === null) return
  const used = await work.tx.image.count({ where: { account_id } })
  if (used < limit) return
  throw noResources(
    msg`The account has ${used} images and may have ${limit}: delete one first, or ask an administrator`,
    'image_count_total',
  )
}

import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { notFound } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { ownHost } from '../claim.ts'
import { takeQuotaForAddresses } from '../given-quota.ts'

/**
 * Makes sure that the caller sees the VM, and that its owner may have so many more IPv4 addresses. Called before the row is held.
 * @throws PanelError `not_found`, `no_resources`
 */
export async function takeAddressQuota(work: Work, ctx: Context, host_id: number, more: number): Promise<void> {
  if (!(await work.tx.host.findFirst({ where: ownHost(ctx.actor, host_id), select: { id: true } })))
    throw notFound(msg`VM`, host_id)
  if (more > 0) await takeQuotaForAddresses(work, host_id, more)
}

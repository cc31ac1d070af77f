import type { host } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { whyNotHost } from '../../../../domain/host/allowed.ts'
import { claimHost, factsOf, queueHostTask } from '../claim.ts'
import { guestHostname } from '../guest-settings.ts'
import { nothing, renameTask } from './tasks.ts'

/**
 * Has a container take over the name that its record has now; it is reached through its node, a virtual machine keeps its host name. One
 * whose node is away takes it over with the next change of its network.
 * @returns the task; null when there is nothing to do
 */
export async function queueRename(work: Work, ctx: Context, before: host, row: host): Promise<number | null> {
  if (guestHostname(before.name) === guestHostname(row.name)) return null
  const { virtualization_type } = await work.tx.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } })
  if (virtualization_type !== 'lxd' || whyNotHost('network', factsOf(row), { isAdmin: true })) return null
  // The version was looked at by the change that this one is a part of.
  await claimHost(work, { actor: ctx.actor, expectedVersion: null }, row.id, 'network')
  const input = { host_id: row.id, ...nothing }
  return (await queueHostTask(work, ctx, row, { definition: renameTask, input, params: { name: row.name } })).consul_id
}

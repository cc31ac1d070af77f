import { z } from 'zod'
import type { host } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { IPV4 } from '../../../domain/ip/family.ts'
import { allocate, poolsFor } from '../../network/allocation/allocate.ts'
import { allocateNamed } from '../../network/allocation/named.ts'
import { netsFor } from '../../network/ipnet/offered.ts'
import { hostChanged } from './claim.ts'
import { moreAddresses } from './network/of-new.ts'
import { giveWanted } from './network/wanted.ts'

/** What the creation asked for; null where it left the choice to the panel. */
export const requestedAddresses = z.object({
  pools: z.array(z.int()).nullable(),
  /** Only from pools and networks that are open to all accounts. */
  public_only: z.boolean().default(false),
  count: z.int().nullable(),
  named: z
    .object({
      name: z.string(),
      ip_pool: z.int().optional(),
      ip_network: z.int().optional(),
      without_allocation: z.boolean().optional(),
    })
    .nullable(),
  /** What interfaces get besides. */
  more: moreAddresses.default([]),
  /** Interfaces say themselves what they get, so that the main one gets nothing by default, DHCP neither. */
  own: z.boolean().default(false),
  /** IPv4 addresses of all kinds, which count against the limits of the account before they are given. */
  total: z.int().optional(),
})

/**
 * Gives a new VM its IPv4 addresses: a named one, or a number from the given pools, or one from the cluster's own
 * pools. A cluster without pools leaves the VM to DHCP. Done once: addresses the VM has already are kept.
 */
export async function giveAddresses(work: Work, row: host, asked: z.infer<typeof requestedAddresses>) {
  if ((await work.tx.ip.count({ where: { host_id: row.id } })) > 0) return
  const interfaces = await work.tx.host_interface.findMany({ where: { host_id: row.id }, orderBy: { id: 'asc' } })
  const main = interfaces[0]!
  for (const { interface_id, wanted } of asked.more)
    await giveWanted(work, row, interfaces.find(({ id }) => id === interface_id) ?? main, wanted)
  const recipient = {
    host_id: row.id,
    interface_id: main.id,
    cluster_interface: main.cluster_interface,
    account_id: row.account_id,
    ...(row.domain && { domain: row.domain }),
  }
  if (asked.named) {
    await allocateNamed(work, asked.named, recipient)
  } else {
    const publicOnly = asked.public_only
    const own = await poolsFor(work, { cluster_id: row.cluster_id, interface: 0, family: IPV4, publicOnly })
    const pools = asked.pools?.length ? asked.pools : own
    const count = asked.count ?? (pools.length > 0 ? 1 : 0)
    if (count === 0 && (asked.own || asked.more.some(({ interface_id }) => interface_id === main.id)))
      return hostChanged(work, row)
    if (count === 0) {
      await work.tx.host_interface.update({ where: { id: main.id }, data: { dhcp: true } })
      return
    }
    const nets = await netsFor(work, pools, { cluster_id: row.cluster_id, publicOnly })
    await allocate(work, { pools, count, family: IPV4, nets, ...recipient })
  }
  hostChanged(work, row)
}

import type { Work } from '../../../db/transaction.ts'
import { takeQuota } from '../../access/user-limit/quota.ts'

/**
 * Makes room for a VM that is given to another account. Asked when the change is accepted, and again when it is done.
 * @throws PanelError `no_resources` when the new owner's limits leave no room
 */
export async function takeQuotaFor(work: Work, host_id: number, account_id: number): Promise<void> {
  const [host] = await work.sql<{
    account_id: number
    cpu_number: number
    ram_mib: number
    hdd_mib: number
    ipv4_number: number
  }>(
    `select h.account_id, h.cpu_number, h.ram_mib,
            (select coalesce(sum(d.size_mib::bigint), 0)::float8 from disk d where d.host_id = h.id) as hdd_mib,
            (select count(*)::int from ip i where i.host_id = h.id and i.family = 2) as ipv4_number
       from host h where h.id = $1::int`,
    [host_id],
  )
  if (!host || host.account_id === account_id) return
  const { account_id: _, ...taken } = host
  await takeQuota(work, account_id, taken)
}

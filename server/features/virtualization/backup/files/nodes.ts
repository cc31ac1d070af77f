import { db } from '../../../../db/pool.ts'
import { refused } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'

/**
 * Nodes of a cluster that can run a helper guest, the best first: with KVM, then with the most free memory.
 * @throws PanelError refused when there is none
 */
export async function nodesForGuests(cluster_id: number | null): Promise<number[]> {
  const { rows } = await db().pool.query<{ id: number }>(
    `select id from node
      where cluster_id = $1::int and state = 'active' and not maintenance_mode and accelerator in ('kvm', 'tcg')
      order by accelerator = 'kvm' desc, ram_mib - ram_used_mib desc, id limit 100`,
    [cluster_id],
  )
  if (rows.length === 0)
    throw refused(
      msg`No node of the backup's cluster can run a helper guest now: it takes an active one with virtual machines, not in maintenance`,
    )
  return rows.map(({ id }) => id)
}

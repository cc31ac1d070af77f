import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { DomainSpec, Medium } from '../../../../drivers/hypervisor/domain-types.ts'
import { presentSpec } from '../define-again.ts'

/** What the node shall run with this in the drive. */
export async function specWith(host_id: number, medium: Medium | null): Promise<DomainSpec> {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  return { ...(await presentSpec(row, row.node_id ?? 0)), medium }
}

/** Changes what is kept of the drive of a VM; nothing when it has none. */
export const noteDrive = (
  work: Work,
  host_id: number,
  data: { status?: string; waits?: string | null; leaving?: boolean },
) => work.tx.host_iso.updateMany({ where: { host_id }, data })

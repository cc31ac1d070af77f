import { db } from '../../../../../db/pool.ts'
import { transaction } from '../../../../../db/transaction.ts'
import { arrive, findOut, removeOld } from './record.ts'

/** So many at a time: each may wait for a node. */
const MOST = 20

/** Ends moves whose task has ended without the node's answer, as soon as that answers; those of disks without a VM at once. */
export async function settleBrokenMoves(signal: AbortSignal): Promise<void> {
  const { rows } = await db().pool.query<{ disk_id: number }>(
    `select m.disk_id from disk_move m join node n on n.id = m.node_id join disk d on d.id = m.disk_id
      where (n.state = 'active' or (m.kind <> 'old' and d.host_id is null)) and not exists (select from task t where t.id = m.task_id and t.ended_at is null)
        and (m.task_id is not null) order by m.disk_id limit ${MOST}`,
  )
  for (const { disk_id } of rows) {
    const found = await findOut(disk_id, signal)
    if (!found) await removeOld(disk_id, signal)
    else await transaction((work) => arrive(work, disk_id, found.where, found.unused, found.isLeft))
  }
}

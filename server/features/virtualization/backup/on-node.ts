import type { Work } from '../../../db/transaction.ts'
import { forgetBackups } from './record.ts'

/** Forgets backups that were deleted and lie on a node only. For a node that is about to be forgotten. */
export async function forgetOnNode(work: Work, node_id: number): Promise<void> {
  // Of several places that go at once the last one takes them along.
  await work.sql(
    `select b.id from backup b where b.deleted_at is not null
        and exists (select from backup_copy c where c.backup_id = b.id and c.node_id = $1::int) order by b.id for update`,
    [node_id],
  )
  const rows = await work.sql<{ id: number }>(
    `select c.backup_id as id from backup_copy c join backup b on b.id = c.backup_id
      where c.node_id = $1::int and b.deleted_at is not null
        and not exists (select from backup_copy o where o.backup_id = c.backup_id and o.node_id is distinct from $1::int)`,
    [node_id],
  )
  await forgetBackups(work, { id: { in: rows.map(({ id }) => id) } })
}

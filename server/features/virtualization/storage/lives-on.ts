import type { Work } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/**
 * Refuses while disks live on a storage, in one cluster of it or in all.
 * @throws PanelError `in_use`, with how many and the first of them
 */
export async function rejectLiving(
  work: Work,
  { id, name }: { id: number; name: string },
  cluster_id: number | null = null,
) {
  const rows = await work.sql<{ name: string; total: number }>(
    `select coalesce(h.name, d.name) as name, (count(*) over ())::int as total
       from disk d left join host h on h.id = d.host_id
      where (d.storage_id = $1::int or exists (select from disk_move m where m.disk_id = d.id and m.storage_id = $1::int)) and ($2::int is null or d.cluster_id = $2::int) order by 1 limit 3`,
    [id, cluster_id],
  )
  const total = rows[0]?.total ?? 0
  if (total === 0) return
  const names = `${rows.map((row) => row.name).join(', ')}${total > rows.length ? ', …' : ''}`
  throw new PanelError(
    'in_use',
    total === 1
      ? msg`1 disk is on the storage ${name} (${names}): move or delete it first`
      : msg`${total} disks are on the storage ${name} (${names}): move or delete them first`,
  )
}

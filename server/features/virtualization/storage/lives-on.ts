import type { Work } from '../../../db/transaction.ts'
import { inUse } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

type Storage = { id: number; name: string }
type Found = { name: string; total: number }

/**
 * Refuses while disks or images are kept on a storage, in one cluster of it or in all.
 * @throws PanelError `in_use`, with how many and the first of them
 */
export async function rejectLiving(work: Work, storage: Storage, cluster_id: number | null = null) {
  await rejectDisks(work, storage, cluster_id)
  await rejectImages(work, storage, cluster_id)
}

async function rejectDisks(work: Work, { id, name }: Storage, cluster_id: number | null) {
  const rows = await work.sql<Found>(
    `select coalesce(h.name, d.name) as name, (count(*) over ())::int as total
       from disk d left join host h on h.id = d.host_id
      where (d.storage_id = $1::int or exists (select from disk_move m where m.disk_id = d.id and m.storage_id = $1::int)) and ($2::int is null or d.cluster_id = $2::int) order by 1 limit 3`,
    [id, cluster_id],
  )
  const { total, names } = summary(rows)
  if (total === 0) return
  throw inUse(
    total === 1
      ? msg`1 disk is on the storage ${name} (${names}): move or delete it first`
      : msg`${total} disks are on the storage ${name} (${names}): move or delete them first`,
  )
}

async function rejectImages(work: Work, { id, name }: Storage, cluster_id: number | null) {
  const rows = await work.sql<Found>(
    `select i.name, (count(*) over ())::int as total from image i
      where i.storage_id = $1::int and ($2::int is null or exists (
        select from image_node x join node n on n.id = x.node_id where x.image_id = i.id and n.cluster_id = $2::int))
      order by 1 limit 3`,
    [id, cluster_id],
  )
  const { total, names } = summary(rows)
  if (total === 0) return
  throw inUse(
    total === 1
      ? msg`1 image is on the storage ${name} (${names}): relocate or delete it first`
      : msg`${total} images are on the storage ${name} (${names}): relocate or delete them first`,
  )
}

function summary(rows: readonly Found[]) {
  const total = rows[0]?.total ?? 0
  return { total, names: `${rows.map((row) => row.name).join(', ')}${total > rows.length ? ', …' : ''}` }
}

import type { Work } from '../../../db/transaction.ts'
import { DEFAULT_FOLDER } from '../../../domain/storage/kinds.ts'
import type { NodeUsage } from '../../../drivers/hypervisor/figure-types.ts'

/** The storage that a cluster is made with: a folder of each of its nodes. */
export async function makeFirstStorage(work: Work, cluster: { id: number; name: string }): Promise<void> {
  const data = { name: `${cluster.name}-file-${cluster.id}`, type: 'file' }
  const { id } = await work.tx.storage.create({ data })
  const virt_pool = { vm_storage_path: DEFAULT_FOLDER }
  await work.tx.cluster_storage.create({ data: { cluster_id: cluster.id, storage_id: id, is_main: true, virt_pool } })
}

/** Forgets what was made for a cluster alone; to be called in the transaction that removes it, with what it had attached. */
export async function forgetStorages(work: Work, storage_ids: readonly number[]): Promise<void> {
  // One that another cluster is getting at this moment stays: a single statement would judge by what was there before it waited.
  await work.sql('select id from storage where id = any($1::int[]) order by id for update', [storage_ids])
  await work.sql(
    `delete from storage s where s.id = any($1::int[]) and s.type = 'file'
       and not exists (select from cluster_storage cs where cs.storage_id = s.id) returning s.id`,
    [storage_ids],
  )
}

/** A new node has the storages of its cluster: the folder that it was read with at once, the others when they are connected. */
export async function addNodeStorages(work: Work, node_id: number, { storage_mib }: NodeUsage): Promise<void> {
  await work.sql(
    `insert into node_storage (storage_id, node_id, state, total_mib, used_mib)
     select s.id, n.id, case when f.is_read then 'active' else 'unknown' end, case when f.is_read then $2::bigint else 0 end,
            case when f.is_read then $3::bigint else 0 end
       from node n join cluster_storage cs on cs.cluster_id = n.cluster_id join storage s on s.id = cs.storage_id,
            lateral (select s.type = 'file' and coalesce(cs.virt_pool->>'vm_storage_path', $4) = $4 as is_read) f
      where n.id = $1::int
     on conflict do nothing returning storage_id`,
    [node_id, storage_mib.total, storage_mib.used, DEFAULT_FOLDER],
  )
}

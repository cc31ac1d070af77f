import type { Work } from '../../../../../db/transaction.ts'
import { storageChanged } from '../../../storage/store.ts'

/** Volumes that disks have left on a node go with it: they can no longer be removed. */
export async function forgetLeft(work: Work, node_id: number): Promise<void> {
  const where = { node_id, kind: 'old' }
  const left = await work.tx.disk_move.findMany({ where })
  await work.tx.disk_move.deleteMany({ where })
  for (const id of new Set(left.map(({ storage_id }) => storage_id))) storageChanged(work, id)
}

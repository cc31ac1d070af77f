import type { disk, host } from '../../../../../generated/prisma/client.ts'
import type { DomainDisk } from '../../../../drivers/hypervisor/domain-types.ts'
import { diskPath, storagePath } from '../files.ts'
import { requireNoBrokenMove } from './move/broken.ts'

/** What the driver needs to find a disk of a VM. */
export async function placeOf(row: host, one: disk): Promise<DomainDisk> {
  await requireNoBrokenMove([one])
  return {
    path: diskPath(await storagePath(row.cluster_id, one.storage_id), row, one),
    target_dev: one.target_dev ?? 'vda',
  }
}

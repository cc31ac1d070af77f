import type { disk, host } from '../../../../../generated/prisma/client.ts'
import type { DomainDisk } from '../../../../drivers/hypervisor/domain-types.ts'
import { diskPath, storagePath } from '../files.ts'

/** What the driver needs to find a disk of a VM. */
export const placeOf = async (row: host, one: disk): Promise<DomainDisk> => ({
  path: diskPath(await storagePath(row.cluster_id, one.storage_id), row, one),
  target_dev: one.target_dev ?? 'vda',
})

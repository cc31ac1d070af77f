import type { disk, host } from '../../../../../generated/prisma/client.ts'
import type { DomainDisk } from '../../../../drivers/hypervisor/domain-types.ts'
import { requireNoBrokenMove } from './move/broken.ts'
import { pathOf } from './storage.ts'

/** What the driver needs to find a disk of a VM. */
export async function placeOf(row: host, one: disk): Promise<DomainDisk> {
  await requireNoBrokenMove([one])
  return {
    path: await pathOf(one, row),
    target_dev: one.target_dev ?? 'vda',
  }
}

import type { Work } from '../../../../db/transaction.ts'
import { refused } from '../../../../domain/shared/errors.ts'
import { type StorageKind, storageCan, storageKind } from '../../../../domain/storage/kinds.ts'
import { msg } from '../../../../shared/text.ts'

/** All disks of a VM have to be where states of them can be kept. @throws PanelError refused, naming one that is not */
export async function requireKeepsStates(work: Work, host_id: number): Promise<void> {
  const disks = await work.sql<{ name: string; type: StorageKind }>(
    'select d.name, s.type from disk d join storage s on s.id = d.storage_id where d.host_id = $1::int order by d.id',
    [host_id],
  )
  const other = disks.find(({ type }) => !storageCan(type, 'snapshot'))
  if (!other) return
  throw refused(
    msg`The disk ${other.name} is on a storage of the kind ${storageKind[other.type].label}, where there are no snapshots: move it to another one first`,
    'storage',
  )
}

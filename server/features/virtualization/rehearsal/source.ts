import type { backup } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import type { BackedUpDisk, BackedUpHost } from '../../../domain/backup/metadata.ts'
import { refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { metadataOf, requireDisk } from '../backup/restore/use.ts'

/** States of a backup that can be read. It is read as it is: neither held, nor kept from others. */
export const readable = ['active', 'in_use', 'copying', 'migrating']

export type RehearsedDisk = { backup_id: number; size_mib: number; disk: BackedUpDisk }
/** What is started: the disks of one moment of a VM, the main one first. */
export type RehearsalSource = { main: backup; host: BackedUpHost; disks: RehearsedDisk[] }

/** What a run of backups holds of a VM. @throws PanelError `refused` when that is none that could be started */
export async function sourceOf(work: Pick<Work, 'tx'>, run_id: string): Promise<RehearsalSource> {
  const together = await work.tx.backup.findMany({
    where: { run_id, deleted_at: null, state: { in: readable } },
    orderBy: { id: 'asc' },
  })
  const main = together.find((one) => one.is_main)
  if (!main)
    throw refused(
      msg`The main disk of the VM is not among the complete backups of that moment: nothing could be started from them`,
    )
  requireDisk(main)
  const { host } = metadataOf(main)
  if (host === null) throw refused(msg`The backup is of a disk without a VM: there is nothing to start`)
  const disks = together.map((one) => ({
    backup_id: one.id,
    size_mib: one.size_mib,
    disk: metadataOf(one).disk,
  }))
  disks.sort((a, b) => Number(b.disk.is_main) - Number(a.disk.is_main) || a.disk.boot_order - b.disk.boot_order)
  return { main, host, disks }
}

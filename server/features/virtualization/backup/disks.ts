import { db } from '../../../db/pool.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { diskVolume, placeOfVolume, volumeWay } from '../../../domain/storage/volumes.ts'
import type { DiskToRead } from '../../../drivers/hypervisor/backup-types.ts'
import { msg } from '../../../shared/text.ts'
import { pathOf } from '../host/disks/storage.ts'

/** Below this much room on the node a reading ends: what the VM overwrites meanwhile needs it. */
export const FLOOR_MIB = 512

/** A disk that is to be backed up, as its node has it. */
export type BackedUp = { backup_id: number; disk_id: number; subject: string; read: DiskToRead }

/** What a task reads. `name`: of the domain, null for a disk without a VM. */
export type Reading = { name: string | null; disks: BackedUp[]; scratch: string }

type Asked = { backup_ids: readonly number[]; host_id: number | null; node_id: number }

/**
 * Finds the disks of backups on their node.
 * @throws PanelError wrong_state when VM or disks are gone or have moved
 */
export async function readingOf({ backup_ids, host_id, node_id }: Asked): Promise<Reading> {
  const { prisma } = db()
  const backups = await prisma.backup.findMany({ where: { id: { in: [...backup_ids] } }, orderBy: { id: 'asc' } })
  const row = host_id === null ? null : await prisma.host.findUnique({ where: { id: host_id } })
  const ids = backups.flatMap(({ disk_id }) => disk_id ?? [])
  const disks = await prisma.disk.findMany({ where: { id: { in: ids }, host_id } })
  const whole = backups.length > 0 && disks.length === backups.length && (host_id === null || row !== null)
  if (!whole) throw wrongState(msg`The VM or a disk was removed before it was backed up`)
  if ((row ? row.node_id : disks[0]?.node_id) !== node_id)
    throw wrongState(msg`The VM has moved to another node before it was backed up`)
  const found: BackedUp[] = []
  for (const one of backups) {
    const disk = disks.find(({ id }) => id === one.disk_id)
    if (!disk) continue
    const read = { ...diskVolume(await pathOf(disk, row)), target_dev: disk.target_dev ?? 'vda' }
    found.push({ backup_id: one.id, disk_id: disk.id, subject: one.subject, read })
  }
  return { name: row?.internal_name ?? null, disks: found, scratch: await scratchOf(found, node_id) }
}

/** What the VM overwrites goes beside its first disk when that is a file, else to the folder of images. */
async function scratchOf([first]: readonly BackedUp[], node_id: number): Promise<string> {
  const path = first?.read.path ?? ''
  if (path !== '' && volumeWay(path) === 'file') return placeOfVolume(path)
  const node = await db().prisma.node.findUniqueOrThrow({ where: { id: node_id } })
  const { image_storage_path } = await db().prisma.cluster.findUniqueOrThrow({ where: { id: node.cluster_id } })
  return image_storage_path
}

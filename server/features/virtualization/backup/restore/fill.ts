import { db } from '../../../../db/pool.ts'
import type { BackupContent } from '../../../../domain/backup/states.ts'
import { diskVolume, filesBeside, placeOfVolume } from '../../../../domain/storage/volumes.ts'
import type { NodeConnection } from '../../../../drivers/hypervisor/types.ts'
import { fillFiles } from './fill-files.ts'
import { contentIn } from './use.ts'
import { withContent } from './with-content.ts'
import { writeVolume } from './write-volume.ts'

/** Where the content of a backup goes to. */
export type Target = { backup_id: number; path: string }

const CLOSE_MS = 30_000

/** Looks whether the content of a backup can be reached, before anything is made for it. */
export async function lookAt(backup_id: number, signal: AbortSignal): Promise<void> {
  await withContent(backup_id, signal, async () => {})
}

/**
 * Writes a backup into a volume that is there and that no domain uses. May be done again, also after a worker that was lost in the
 * middle: what that has left open is ended first.
 */
export async function fill(
  node: NodeConnection,
  { backup_id, path }: Target,
  signal: AbortSignal,
  onProgress: (bytes: number, of: number) => void,
): Promise<void> {
  if ((await contentOf(backup_id)) === 'archive') return fillFiles(node, { backup_id, path }, signal, onProgress)
  const scratch = filesBeside(placeOfVolume(path))
  await node.endExport(null, { disks: [{ ...diskVolume(path), target_dev: 'vda' }], scratch, keep: null }, signal)
  const volume = await node.exportVolume(diskVolume(path), signal)
  try {
    await withContent(backup_id, signal, (store, index) => writeVolume(store, index, volume, signal, onProgress))
  } finally {
    // Also after the work was called off: what is served otherwise holds the file.
    await volume.close(AbortSignal.timeout(CLOSE_MS))
  }
}

/** What a backup is of. */
export async function contentOf(backup_id: number): Promise<BackupContent> {
  return contentIn(await db().prisma.backup.findUniqueOrThrow({ where: { id: backup_id } }))
}

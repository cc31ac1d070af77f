import { diskVolume, filesBeside, placeOfVolume } from '../../../../../domain/storage/volumes.ts'
import type { OnCopied } from '../../../../../drivers/hypervisor/move-types.ts'
import type { NodeConnection } from '../../../../../drivers/hypervisor/types.ts'
import { copyDisk } from '../../../../../protocols/nbd/copy.ts'

type Across = {
  source: NodeConnection
  goal: NodeConnection
  /** Paths on the two nodes. */
  from: string
  to: string
  size_mib: number
  limit: number | null
  onCopied: OnCopied
}

/** Copies a volume that no domain has to another node, through the panel: nodes need not reach each other. */
export async function copyAcross(across: Across, signal: AbortSignal): Promise<void> {
  const { source, goal, from, to, size_mib, limit, onCopied } = across
  const disks = [{ ...diskVolume(from), target_dev: 'vda' }]
  const scratch = filesBeside(placeOfVolume(from))
  // What an attempt whose process is gone has left.
  await source.endExport(null, { disks, scratch, keep: null }, signal)
  await goal.deleteFile(to, signal)
  await goal.createVolume({ path: to, size_mib, backing: null }, signal)
  const held = await source.exportDisks(null, { disks, checkpoint: null, parent: null, scratch, floor_mib: 0 }, signal)
  const ending = AbortSignal.timeout(30_000)
  try {
    const volume = await goal.exportVolume(diskVolume(to), signal)
    try {
      const [read, write] = [await held.disks[0]?.open(signal), await volume.open(signal)]
      if (!read) throw new Error('The volume is not served')
      await copyDisk(read, write, { limit, onCopied, signal })
    } finally {
      await volume.close(ending)
    }
  } finally {
    await held.abort(ending)
  }
}

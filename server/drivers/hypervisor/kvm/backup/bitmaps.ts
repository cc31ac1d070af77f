import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import type { DiskToRead } from '../../backup-types.ts'
import { failed } from '../../linux/failed.ts'
import { nodePath } from '../../linux/paths.ts'
import { inspectImage } from '../volumes.ts'

/** Bitmaps in the file of a disk. One that is `broken` was open when its QEMU was killed, and means nothing. */
export type Bitmap = { name: string; broken: boolean }

/** Bitmaps by their disk; disks of other formats than qcow2 have none. */
export async function readBitmaps(
  ssh: SshConnection,
  disks: readonly DiskToRead[],
  signal: AbortSignal,
): Promise<Map<DiskToRead, Bitmap[]>> {
  const found = await Promise.all(
    disks.map(async (disk) => {
      if (disk.format !== 'qcow2') return []
      const { 'format-specific': specific } = await inspectImage(ssh, disk.path, 'qcow2', signal)
      return (specific?.data.bitmaps ?? []).map(({ name, flags }) => ({ name, broken: flags.includes('in-use') }))
    }),
  )
  return new Map(disks.map((disk, n) => [disk, found[n] ?? []]))
}

/** Whether every disk has the bitmap, unbroken. */
export const haveBitmap = (bitmaps: Map<DiskToRead, Bitmap[]>, name: string): boolean =>
  bitmaps.size > 0 && [...bitmaps.values()].every((list) => list.some((one) => one.name === name && !one.broken))

/** Changes the bitmaps of a file that is not in use: QEMU's lock refuses any other. */
async function change(ssh: SshConnection, disk: DiskToRead, actions: string[], name: string, signal: AbortSignal) {
  const words = ['qemu-img', 'bitmap', ...actions, '-f', 'qcow2', nodePath(disk.path), name]
  const changed = await ssh.exec(words, { signal })
  if (changed.code !== 0) throw failed('qemu-img', changed)
}

export const addBitmap = (ssh: SshConnection, disk: DiskToRead, name: string, signal: AbortSignal) =>
  change(ssh, disk, ['--add'], name, signal)

export const removeBitmap = (ssh: SshConnection, disk: DiskToRead, name: string, signal: AbortSignal) =>
  change(ssh, disk, ['--remove'], name, signal)

/** What the other says becomes part of it, and it goes on taking notes. */
export const mergeBitmap = (ssh: SshConnection, disk: DiskToRead, name: string, other: string, signal: AbortSignal) =>
  change(ssh, disk, ['--merge', other, '--enable'], name, signal)

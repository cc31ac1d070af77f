import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { placeOfVolume, volumeWay } from '../../../../domain/storage/volumes.ts'
import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { msg } from '../../../../shared/text.ts'
import { rawVolume } from '../../../storage/raw-registry.ts'
import { nodePath } from '../../linux/paths.ts'
import { runWhileAsked } from '../../linux/while-asked.ts'
import type { OnCopied, VolumeCopy } from '../../move-types.ts'
import { copyTo, nameVolume } from '../volume-copy.ts'
import { qemuName } from '../volume-source.ts'
import { growVolume, inspectImage, removeVolume } from '../volumes.ts'
import { checkedFile } from './foreign-file.ts'

const mib = 1 << 20
/** Left free on the node besides the copy. */
const reserveBytes = 64 * mib

/** Not under its name before it is whole. */
export const unfinished = (path: string): string => `${path}.new`

/** See `DiskMoves.copyVolume`. QEMU's lock keeps a domain that runs away from the file meanwhile. */
export async function copyVolume(
  ssh: SshConnection,
  copy: VolumeCopy,
  onCopied: OnCopied,
  signal: AbortSignal,
): Promise<void> {
  const to = copy.to.path
  const size = copy.to.size_mib * mib
  const from = copy.within ? await checkedFile(ssh, copy.from, copy.within, copy.to.size_mib, signal) : copy.from.path
  const info = await inspectImage(ssh, from, copy.from.format, signal)
  const rate = copy.limit === null ? [] : ['-r', String(copy.limit)]
  const part = unfinished(to)
  for (const path of [part, to]) await removeVolume(ssh, path, signal)
  const raw = rawVolume(ssh, part)
  if (raw) await raw.create(copy.to.size_mib, signal)
  else await requireRoom(ssh, from, to, info['virtual-size'], signal)
  const all = info['virtual-size']
  // Its own cache mode leaves the copy in the node's memory, where a loss of power takes it.
  const words = [
    'qemu-img',
    'convert',
    '-p',
    '-t',
    'writeback',
    ...rate,
    '-f',
    copy.from.format,
    ...copyTo(to, info, copy.keepsImage),
  ]
  await runWhileAsked(
    ssh,
    [...words, qemuName(from), qemuName(part)],
    (percent) => onCopied((all * percent) / 100, all),
    signal,
  )
  if (!raw && all < size) await growVolume(ssh, part, copy.to.size_mib, signal)
  await nameVolume(ssh, part, to, signal)
}

type Files = Parameters<Parameters<SshConnection['sftp']>[1]>[0]

const requireRoom = (ssh: SshConnection, from: string, to: string, virtual: number, signal: AbortSignal) =>
  ssh.sftp(signal, async (files) => {
    const { free } = await files.space(placeOfVolume(nodePath(to)))
    const needed = reserveBytes + (volumeWay(from) === 'file' ? await usedBy(files, from, virtual) : virtual)
    if (free < needed)
      throw deviceRejected(
        msg`The storage has ${Math.floor(free / mib)} MiB free on the node; the copy needs ${Math.ceil(needed / mib)}`,
      )
  })

/** What the copy of a file takes at most; of one that stands on an image the part of its own. */
async function usedBy(files: Files, path: string, virtual: number): Promise<number> {
  return Math.min((await files.stat(path))?.size ?? 0, virtual)
}

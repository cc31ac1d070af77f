import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { msg } from '../../../../shared/text.ts'
import { cleanMessage } from '../../../clean-message.ts'
import { rejected } from '../../linux/messages.ts'
import { nodePath } from '../../linux/paths.ts'
import type { VolumeCopy } from '../../move-types.ts'
import { inspectImage } from '../volumes.ts'

const mib = 1 << 20

/**
 * Looks whether a file that people have named may become a disk: where links lead to, what it is, whether it reads other files of the node.
 * @returns its real path
 * @throws PanelError device_rejected in words
 */
export async function checkedFile(
  ssh: SshConnection,
  from: VolumeCopy['from'],
  within: readonly string[],
  largest: number,
  signal: AbortSignal,
): Promise<string> {
  const asked = nodePath(from.path)
  const { path, size } = await ssh.sftp(signal, async (files) => {
    if (!(await files.stat(asked))) throw rejected(msg`The node has no file ${cleanMessage(asked)}`)
    const real = await files.realpath(asked)
    const folders: string[] = []
    for (const folder of within) if (await files.stat(nodePath(folder))) folders.push(await files.realpath(folder))
    if (!folders.some((folder) => real.startsWith(`${folder}/`)))
      throw rejected(msg`${cleanMessage(asked)} leads to a file outside the folders of images`)
    const found = await files.stat(nodePath(real))
    if (found?.kind !== 'file') throw rejected(msg`${cleanMessage(asked)} on the node is no file`)
    if (from.format === 'qcow2' && !(await files.read(real, 4)).equals(Buffer.from('QFI\xfb', 'latin1')))
      throw rejected(msg`${cleanMessage(asked)} is named as a qcow2 image and is none`)
    return { path: real, size: found.size }
  })
  const info = await inspectImage(ssh, path, from.format, signal)
  const details = info['format-specific']?.data
  if (info['backing-filename'] !== undefined || details?.['data-file'] !== undefined)
    throw rejected(msg`The image refers to other files: only self-contained images are accepted`)
  if (details?.encrypt !== undefined) throw rejected(msg`The image is encrypted: the node could not start it`)
  if (size === 0 || info['virtual-size'] === 0) throw rejected(msg`${cleanMessage(asked)} is empty`)
  if (info['virtual-size'] > largest)
    throw rejected(
      msg`The image needs a disk of at least ${Math.ceil(info['virtual-size'] / mib)} MiB, this one has ${Math.floor(largest / mib)}`,
    )
  return path
}

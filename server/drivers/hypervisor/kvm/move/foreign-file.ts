import { deviceRejected } from '../../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { msg } from '../../../../shared/text.ts'
import { cleanMessage } from '../../../clean-message.ts'
import { requireContent } from '../../linux/content.ts'
import { nodePath } from '../../linux/paths.ts'
import type { VolumeCopy } from '../../move-types.ts'

/**
 * Looks whether a file that people have named may become a disk: where links lead to, and what it is.
 * @param size_mib of the disk
 * @returns its real path
 * @throws PanelError in words: device_rejected, or refused for what it is
 */
export async function checkedFile(
  ssh: SshConnection,
  from: VolumeCopy['from'],
  within: readonly string[],
  size_mib: number,
  signal: AbortSignal,
): Promise<string> {
  const asked = nodePath(from.path)
  const { path, size } = await ssh.sftp(signal, async (files) => {
    if (!(await files.stat(asked))) throw deviceRejected(msg`The node has no file ${cleanMessage(asked)}`)
    const real = await files.realpath(asked)
    const folders: string[] = []
    for (const folder of within) if (await files.stat(nodePath(folder))) folders.push(await files.realpath(folder))
    if (!folders.some((folder) => real.startsWith(`${folder}/`)))
      throw deviceRejected(msg`${cleanMessage(asked)} leads to a file outside the folders of images`)
    const found = await files.stat(nodePath(real))
    if (found?.kind !== 'file') throw deviceRejected(msg`${cleanMessage(asked)} on the node is no file`)
    return { path: real, size: found.size }
  })
  await requireContent(ssh, { path, size }, { kind: 'disk', format: from.format, size_mib }, signal)
  return path
}

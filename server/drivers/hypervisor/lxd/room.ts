import { deviceRejected } from '../../../domain/shared/errors.ts'
import { read } from '../../../protocols/lxd/client.ts'
import { SftpError } from '../../../protocols/ssh/sftp-requests.ts'
import { msg } from '../../../shared/text.ts'
import type { ExportNode } from './exports.ts'
import type { Instance } from './instance.ts'
import { diskState } from './stats.ts'

/** Where LXD keeps images, by package and by snap. */
const folders = ['/var/lib/lxd/images', '/var/snap/lxd/common/lxd/images']
const mib = 1 << 20

/**
 * Refuses in words when what a container holds has no room beside it where LXD keeps images. What a container holds is not known of every
 * pool; then there has to be the floor.
 */
export async function imageRoom(
  { ssh, link }: Pick<ExportNode, 'ssh' | 'link'>,
  { name }: Pick<Instance, 'name'>,
  floor_mib: number,
  signal: AbortSignal,
): Promise<void> {
  const { disk } = read(diskState, await link.client.ask('GET', `/instances/${name}/state`, { signal }))
  const used = Math.ceil(Math.max(0, disk?.root?.usage ?? 0) / mib)
  const free = await freeMib(ssh, signal)
  if (free === null || free >= used + floor_mib) return
  throw deviceRejected(
    msg`The container is copied on its node before it is read: ${used + floor_mib} MiB are needed where LXD keeps images, and ${free} MiB are free`,
  )
}

async function freeMib(ssh: ExportNode['ssh'], signal: AbortSignal): Promise<number | null> {
  for (const folder of folders)
    try {
      return Math.floor((await ssh.sftp(signal, (files) => files.space(folder))).free / mib)
    } catch (fault) {
      if (!(fault instanceof SftpError)) throw fault
    }
  return null
}

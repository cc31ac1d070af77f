import { z } from 'zod'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { failed } from '../linux/failed.ts'
import { rejected } from '../linux/messages.ts'
import { nodePath } from '../linux/paths.ts'
import type { VolumeSpec } from '../types.ts'

const mib = 1 << 20
const imageInfo = z.object({
  format: z.string(),
  'virtual-size': z.number().nonnegative(),
  'backing-filename': z.string().optional(),
  'backing-filename-format': z.string().optional(),
  'format-specific': z
    .object({
      data: z
        .object({
          'data-file': z.string().optional(),
          encrypt: z.unknown().optional(),
          bitmaps: z.array(z.object({ name: z.string(), flags: z.array(z.string()) })).optional(),
        })
        .loose(),
    })
    .optional(),
  snapshots: z.array(z.object({ name: z.string() })).optional(),
})

export type ImageInfo = z.infer<typeof imageInfo>

/**
 * Metadata of an image, read in the given format only. Within limits: a crafted image can make qemu-img use much memory
 * and time.
 */
export async function inspectImage(
  ssh: SshConnection,
  path: string,
  format: 'qcow2' | 'raw',
  signal: AbortSignal,
): Promise<ImageInfo> {
  const limits = ['prlimit', '--as=1073741824', '--cpu=30']
  const result = await ssh.exec([...limits, 'qemu-img', 'info', '--output=json', '-U', '-f', format, nodePath(path)], {
    signal,
  })
  if (result.code !== 0) throw failed('qemu-img', result)
  try {
    return imageInfo.parse(JSON.parse(result.stdout))
  } catch (cause) {
    throw rejected(msg`qemu-img returned a description of ${cleanMessage(path)} that cannot be read`, cause)
  }
}

/** Makes a qcow2 volume, empty or as a clone of `backing`. The same volume again is a no-op; another one in its place is refused. */
export async function createVolume(ssh: SshConnection, volume: VolumeSpec, signal: AbortSignal): Promise<void> {
  const path = nodePath(volume.path)
  const size = volume.size_mib * mib
  // Looked at while the session for files opens: each costs the node a process.
  const looking = volume.backing ? inspectImage(ssh, volume.backing.path, volume.backing.format, signal) : null
  looking?.catch(() => {})
  await ssh.sftp(signal, async (files) => {
    if (await files.stat(path)) {
      const present = await inspectImage(ssh, path, 'qcow2', signal)
      if (present['virtual-size'] === size && present['backing-filename'] === volume.backing?.path) return
      throw rejected(msg`Another file is already at ${cleanMessage(path)} on the node`)
    }
    const base = await looking
    if (base && base['virtual-size'] > size) {
      throw rejected(
        msg`The image needs a disk of at least ${Math.ceil(base['virtual-size'] / mib)} MiB, this one has ${volume.size_mib}`,
      )
    }
    const below = volume.backing ? ['-b', nodePath(volume.backing.path), '-F', volume.backing.format] : []
    // Under its name only when it is whole.
    const unfinished = `${path}.new`
    const words = ['qemu-img', 'create', '-q', '-f', 'qcow2', ...below, unfinished, `${volume.size_mib}M`]
    const made = await ssh.exec(words, { signal })
    if (made.code !== 0) {
      await files.remove(unfinished).catch(() => {})
      throw failed('qemu-img', made)
    }
    await files.chmod(unfinished, 0o600)
    await files.rename(unfinished, path)
  })
}

import { z } from 'zod'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { failed } from '../linux/failed.ts'
import { rejected } from '../linux/messages.ts'
import { nodePath } from '../linux/paths.ts'
import type { VolumeSpec } from '../types.ts'
import { servedAddress } from './served/address.ts'

const mib = 1 << 20
/** Slowest disk that is waited for. */
const copyBytesPerS = 20 * mib
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
      const below = volume.served ? servedAddress(path) : volume.copied ? undefined : volume.backing?.path
      if (present['virtual-size'] === size && present['backing-filename'] === below) return
      throw rejected(msg`Another file is already at ${cleanMessage(path)} on the node`)
    }
    const base = await looking
    if (base && base['virtual-size'] > size) {
      throw rejected(
        msg`The image needs a disk of at least ${Math.ceil(base['virtual-size'] / mib)} MiB, this one has ${volume.size_mib}`,
      )
    }
    // Under its name only when it is whole.
    const unfinished = `${path}.new`
    const copy = volume.copied && volume.backing && base ? { ...volume.backing, bytes: base['virtual-size'] } : null
    // A copy that was broken off may still be written to.
    if (copy) await files.remove(unfinished)
    const made = copy
      ? await fillVolume(ssh, copy, unfinished, volume.size_mib, signal)
      : await emptyVolume(ssh, volume, unfinished, signal)
    if (made.code !== 0) {
      await files.remove(unfinished).catch(() => {})
      throw failed('qemu-img', made)
    }
    await files.chmod(unfinished, 0o600)
    await files.rename(unfinished, path)
  })
}

function emptyVolume(ssh: SshConnection, volume: VolumeSpec, to: string, signal: AbortSignal) {
  const { backing, size_mib, served } = volume
  const below = served
    ? ['-u', '-b', servedAddress(nodePath(volume.path)), '-F', 'raw']
    : backing
      ? ['-b', nodePath(backing.path), '-F', backing.format]
      : []
  return ssh.exec(['qemu-img', 'create', '-q', '-f', 'qcow2', ...below, to, `${size_mib}M`], { signal })
}

/** A volume with the content of an image. */
async function fillVolume(
  ssh: SshConnection,
  from: { path: string; format: string; bytes: number },
  to: string,
  size_mib: number,
  signal: AbortSignal,
) {
  const timeoutMs = 60_000 + Math.ceil(from.bytes / copyBytesPerS) * 1000
  const words = ['qemu-img', 'convert', '-q', '-f', from.format, '-O', 'qcow2', nodePath(from.path), to]
  const copied = await ssh.exec(words, { signal, timeoutMs })
  if (copied.code !== 0) return copied
  return ssh.exec(['qemu-img', 'resize', '-q', '-f', 'qcow2', to, `${size_mib}M`], { signal })
}

import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { volumeFormat, volumeWay } from '../../../domain/storage/volumes.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { rawVolume, requireRaw } from '../../storage/raw-registry.ts'
import { makeWhole } from '../../storage/raw-storage.ts'
import { failed } from '../linux/failed.ts'
import { deleteFile } from '../linux/files.ts'
import { nodePath } from '../linux/paths.ts'
import { runWhileAsked } from '../linux/while-asked.ts'
import type { VolumeSpec } from '../volume-types.ts'
import { servedAddress } from './served/address.ts'
import { qemuName } from './volume-source.ts'

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
  const result = await ssh.exec([...limits, 'qemu-img', 'info', '--output=json', '-U', '-f', format, qemuName(path)], {
    signal,
  })
  if (result.code !== 0) throw failed('qemu-img', result)
  try {
    return imageInfo.parse(JSON.parse(result.stdout))
  } catch (cause) {
    throw deviceRejected(msg`qemu-img returned a description of ${cleanMessage(path)} that cannot be read`, { cause })
  }
}

/** Size of a volume that is there. */
export async function volumeBytes(ssh: SshConnection, path: string, signal: AbortSignal): Promise<number> {
  const raw = rawVolume(ssh, path)
  if (!raw) return (await inspectImage(ssh, path, volumeFormat(path), signal))['virtual-size']
  const size = await raw.size(signal)
  if (!size) throw deviceRejected(msg`There is no volume ${cleanMessage(path)} on the node`)
  return size.bytes
}

/** Whether a volume is there. */
export const hasVolume = async (ssh: SshConnection, path: string, signal: AbortSignal): Promise<boolean> =>
  (await (rawVolume(ssh, path)?.size(signal) ?? ssh.sftp(signal, (files) => files.stat(nodePath(path))))) !== null

/** Grows a volume. A file that is open somewhere is locked by QEMU. */
export async function growVolume(ssh: SshConnection, path: string, size_mib: number, signal: AbortSignal) {
  const raw = rawVolume(ssh, path)
  if (raw) return raw.grow(size_mib, signal)
  const words = ['qemu-img', 'resize', '-q', '-f', volumeFormat(path), nodePath(path), `${size_mib}M`]
  const grown = await ssh.exec(words, { signal })
  if (grown.code !== 0) throw failed('qemu-img', grown)
}

/** Removes a volume or another file; absent is fine. */
export async function removeVolume(ssh: SshConnection, path: string, signal: AbortSignal): Promise<void> {
  const raw = rawVolume(ssh, path)
  if (!raw) return deleteFile(ssh, path, signal)
  // What a creation that was broken off has left.
  await rawVolume(ssh, `${path}.new`)?.remove(signal)
  await raw.remove(signal)
}

/** Makes a volume, empty or as a clone of `backing`. The same volume again is a no-op; another one in its place is refused. */
export async function createVolume(ssh: SshConnection, volume: VolumeSpec, signal: AbortSignal): Promise<void> {
  if (volumeWay(volume.path) !== 'file') return createRaw(ssh, volume, signal)
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
      throw taken(path)
    }
    const base = await looking
    if (base) requireFits(base, volume)
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

const taken = (path: string) => deviceRejected(msg`Another file is already at ${cleanMessage(path)} on the node`)

function requireFits(base: ImageInfo, { size_mib }: VolumeSpec): void {
  if (base['virtual-size'] <= size_mib * mib) return
  throw deviceRejected(
    msg`The image needs a disk of at least ${Math.ceil(base['virtual-size'] / mib)} MiB, this one has ${size_mib}`,
  )
}

/** A volume that is no file: it cannot stand on an image, so it always gets the content of one. */
async function createRaw(ssh: SshConnection, volume: VolumeSpec, signal: AbortSignal): Promise<void> {
  const { path, size_mib, backing } = volume
  // It would be empty, and the guest would start on that.
  if (volume.served) throw deviceRejected(msg`Content that arrives later needs a volume that is a file`)
  if (backing) requireFits(await inspectImage(ssh, backing.path, backing.format, signal), volume)
  const fill = async (unfinished: string) => {
    if (!backing) return
    const words = ['qemu-img', 'convert', '-n', '--target-is-zero', '-t', 'none', '-f', backing.format, '-O', 'raw']
    await runWhileAsked(ssh, [...words, nodePath(backing.path), qemuName(unfinished)], () => {}, signal)
  }
  await makeWhole(path, (one) => requireRaw(ssh, one), size_mib, fill, signal)
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

import { volumeFormat } from '../../../domain/storage/volumes.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { rawVolume } from '../../storage/raw-registry.ts'
import { nodePath } from '../linux/paths.ts'
import type { ImageInfo } from './volumes.ts'

/**
 * Words for `qemu-img convert` about the volume that it writes: a file is made by it, on the image of the source where that is asked for;
 * anything else has been made before, and reads as zeros.
 */
export function copyTo(to: string, source: ImageInfo, keepsImage: boolean): string[] {
  const format = volumeFormat(to)
  if (format === 'raw') return ['-n', '--target-is-zero', '-O', format]
  return ['-O', format, ...standingOn(source, keepsImage, '-B')]
}

/** The image that a new file stands on as its source does, as QEMU's programs want it. */
export function standingOn(source: ImageInfo, keepsImage: boolean, option: '-B' | '-b'): string[] {
  const below = keepsImage ? source['backing-filename'] : undefined
  if (below === undefined) return []
  return [option, nodePath(below), '-F', source['backing-filename-format'] === 'raw' ? 'raw' : 'qcow2']
}

/** Gives a volume that is whole its name. */
export async function nameVolume(ssh: SshConnection, from: string, to: string, signal: AbortSignal): Promise<void> {
  const raw = rawVolume(ssh, from)
  if (raw) return raw.rename(to, signal)
  await ssh.sftp(signal, async (files) => {
    await files.chmod(nodePath(from), 0o600)
    await files.rename(from, nodePath(to))
  })
}

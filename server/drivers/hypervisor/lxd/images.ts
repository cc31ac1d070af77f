import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { read } from '../../../protocols/lxd/client.ts'
import { LxdError } from '../../../protocols/lxd/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { ImageSource } from '../image-types.ts'
import { putImage, removeImage } from '../linux/images.ts'
import type { LxdLink } from './lxd-link.ts'

const image = z.object({ fingerprint: z.string(), type: z.string() })
/** Slowest node we wait for when an image is unpacked. */
const unpackBytesPerS = 5 << 20
/** LXD's program, by package and by snap. */
const programs = ['/usr/bin/lxc', '/snap/bin/lxc']

/** Whether LXD has an image of this digest. */
export async function hasImage(link: LxdLink, digest: string, signal: AbortSignal): Promise<boolean> {
  try {
    return read(image, await link.client.ask('GET', `/images/${digest}`, { signal })).fingerprint === digest
  } catch (error) {
    if (error instanceof LxdError && error.status === 404) return false
    throw error
  }
}

/** Brings an archive to the node and gives it to LXD there, where it is named by its digest. */
export async function bringImage(
  ssh: SshConnection,
  link: LxdLink,
  source: ImageSource,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await putImage(ssh, source, onProgress, signal)
  await offerImage(ssh, link, source.path, source.sha256, source.size_bytes, signal)
}

/** Gives LXD an archive that is on the node; it is not sent over the connection a second time. */
export async function offerImage(
  ssh: SshConnection,
  link: LxdLink,
  path: string,
  digest: string,
  bytes: number,
  signal: AbortSignal,
): Promise<void> {
  if (await hasImage(link, digest, signal)) return
  const timeoutMs = 60_000 + Math.ceil(bytes / unpackBytesPerS) * 1000
  for (const program of programs) {
    const result = await ssh.exec([program, 'image', 'import', path], { signal, timeoutMs })
    if (result.code === 127) continue
    if (result.code === 0 || (await hasImage(link, digest, signal))) return
    throw deviceRejected(msg`LXD does not take the image: ${cleanMessage(result.stderr)}`)
  }
  throw deviceRejected(msg`The program lxc is missing on the node: install lxd-client (Debian) or lxd`)
}

/** Takes an image from LXD and removes its archive. Containers have all of it themselves. */
export async function dropImage(
  ssh: SshConnection,
  link: LxdLink,
  image: Pick<ImageSource, 'path' | 'sha256'>,
  signal: AbortSignal,
): Promise<string[]> {
  if (await hasImage(link, image.sha256, signal)) await link.client.run('DELETE', `/images/${image.sha256}`, { signal })
  await removeImage(ssh, image, signal)
  return []
}

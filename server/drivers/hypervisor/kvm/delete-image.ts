import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import type { SftpSession } from '../../../protocols/ssh/sftp.ts'
import type { ImageSource } from '../image-types.ts'
import { failed } from '../linux/failed.ts'
import { removeImage } from '../linux/images.ts'
import { nodePath } from '../linux/paths.ts'

/** QEMU, docs/interop/qcow2.txt: where the name of the file below stands, and how long it is at most. */
const HEADER_BYTES = 20
const LONGEST_NAME = 1023
/** qemu-img puts the name behind the header's extensions, and these are a few hundred bytes. */
const LOOKED_AT = 8192
const AT_ONCE = 16
const MOST_NAMES = 4 << 20

/** Removes an image unless volumes stand on it; these are asked for in the files themselves. */
export async function deleteImage(
  ssh: SshConnection,
  image: Pick<ImageSource, 'path' | 'sha256'>,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  nodePath(image.path)
  const paths: string[] = []
  for (const folder of folders) paths.push(...(await filesIn(ssh, folder, signal)))
  const above = await ssh.sftp(signal, async (files) => {
    const found: string[] = []
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      const some = paths.slice(at, at + AT_ONCE)
      const below = await Promise.all(some.map((path) => fileBelow(files, path)))
      found.push(...some.filter((_, n) => below[n] === image.path))
    }
    return found
  })
  if (above.length === 0) await removeImage(ssh, image, signal)
  return above
}

/** Files of a folder; of one that is not there none. */
async function filesIn(ssh: SshConnection, folder: string, signal: AbortSignal): Promise<string[]> {
  const path = nodePath(folder)
  const there = await ssh.sftp(signal, (files) => files.stat(path))
  if (there?.kind !== 'directory') return []
  const listed = await ssh.exec(['find', path, '-maxdepth', '1', '-type', 'f', '-print0'], {
    signal,
    timeoutMs: 60_000,
    maxOutput: MOST_NAMES,
  })
  if (listed.code !== 0) throw failed('find', listed)
  return listed.stdout.split('\0').filter((name) => name !== '')
}

/** Path of the file that a qcow2 volume stands on; null for other files, and for one that was deleted meanwhile. */
async function fileBelow(files: SftpSession, path: string): Promise<string | null> {
  if (!(await files.stat(path))) return null
  return backingOf(await files.read(path, LOOKED_AT))
}

/** The file below, by the first bytes of a volume. */
export function backingOf(start: Buffer): string | null {
  if (start.length < HEADER_BYTES || start.readUInt32BE(0) !== 0x514649fb) return null
  const [offset, length] = [start.readBigUInt64BE(8), start.readUInt32BE(16)]
  if (offset === 0n || length > LONGEST_NAME || offset + BigInt(length) > BigInt(start.length)) return null
  return start.toString('utf8', Number(offset), Number(offset) + length)
}

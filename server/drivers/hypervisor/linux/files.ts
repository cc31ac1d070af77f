import { deviceRejected, invalidInput } from '../../../domain/shared/errors.ts'
import { isoImage } from '../../../protocols/iso9660/write.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { parsePublicKey } from '../../../protocols/ssh/keys.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { SeedFiles } from '../volume-types.ts'
import { failed } from './failed.ts'
import { nodePath } from './paths.ts'

const maxAuthorizedKeys = 1 << 20

/** Adds the key to the signed-in account, once: options, order and everything else in the file stay as they are. */
export async function authorizeKey(ssh: SshConnection, publicKey: string, signal: AbortSignal): Promise<void> {
  const key = parsePublicKey(publicKey.trim())
  if (!key) throw invalidInput(msg`This is not a public SSH key`)
  await ssh.sftp(signal, async (files) => {
    const folder = `${await files.realpath('.')}/.ssh`
    const path = `${folder}/authorized_keys`
    if (!(await files.stat(folder))) await files.makeDirectory(folder, 0o700)
    const present = (await files.stat(path)) ? (await files.read(path, maxAuthorizedKeys)).toString('utf8') : ''
    if (present.length >= maxAuthorizedKeys) throw deviceRejected(msg`${cleanMessage(path)} on the node is too large`)
    const known = present.split('\n').some((line) => !line.startsWith('#') && line.split(/\s+/).includes(key.blob))
    if (known) return
    const start = present === '' || present.endsWith('\n') ? '' : '\n'
    // One appending write: a key that is added at the same moment by another process is kept.
    const line = `${key.type} ${key.blob} ${key.comment}`.trimEnd()
    await files.append(path, Buffer.from(`${start}${line}\n`), 0o600)
  })
}

/**
 * Directories that guests' disks live in: QEMU must pass through, others need not read. Existing ones keep their mode.
 */
export async function ensureDirectories(ssh: SshConnection, paths: string[], signal: AbortSignal): Promise<void> {
  if (paths.length === 0) return
  const made = await ssh.exec(['mkdir', '-p', '-m', '0711', '--', ...paths.map(nodePath)], { signal })
  if (made.code !== 0) throw failed('mkdir', made)
}

export async function deleteFile(ssh: SshConnection, path: string, signal: AbortSignal): Promise<void> {
  nodePath(path)
  await ssh.sftp(signal, (files) => files.remove(path))
}

/** Seeds, and no more. */
const maxCopied = 64 << 20

/** Copies a small file, readable by its owner only. */
export async function copyFile(ssh: SshConnection, from: string, to: string, signal: AbortSignal): Promise<void> {
  const words = [nodePath(from), nodePath(to)] as const
  await ssh.sftp(signal, async (files) => {
    const found = await files.stat(from)
    if (found?.kind !== 'file' || found.size > maxCopied)
      throw deviceRejected(msg`${cleanMessage(from)} on the node is missing, or is no small file`)
    const copied = await ssh.exec(['cp', '--', words[0], `${words[1]}.new`], { signal })
    if (copied.code !== 0) throw failed('cp', copied)
    await files.chmod(`${to}.new`, 0o600)
    await files.rename(`${to}.new`, to)
  })
}

/** Readable by its owner only (it holds a password); libvirt gives it to QEMU when the VM starts. */
export async function writeSeed(
  ssh: SshConnection,
  path: string,
  files: SeedFiles,
  signal: AbortSignal,
): Promise<void> {
  nodePath(path)
  const image = isoImage(
    labelOf(files),
    new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  )
  await ssh.sftp(signal, (session) => session.writeFile(path, image, 0o600))
}

/** By which a guest finds its seed: cloud-init's NoCloud, or the OpenStack configuration drive that cloudbase-init reads. */
const labelOf = (files: SeedFiles) =>
  Object.keys(files).some((name) => name.startsWith('openstack/')) ? 'config-2' : 'cidata'

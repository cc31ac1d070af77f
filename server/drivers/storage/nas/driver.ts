import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { failed } from '../../hypervisor/linux/failed.ts'
import { rejected } from '../../hypervisor/linux/messages.ts'
import { nodePath } from '../../hypervisor/linux/paths.ts'
import { folderStorage } from '../file/folder.ts'
import { run } from '../run.ts'
import type { StorageDriver } from '../types.ts'
import { fstabLine, fstabWith, sourceOf } from './fstab.ts'

const FSTAB = '/etc/fstab'
/** A mount over the network may wait for name, port and server. */
const MOUNT_MS = 45_000
/** A NAS that is away lets every access to its folder wait: this one is given up. */
const ANSWER_MS = 10_000

/** A folder of a NFS server, mounted by the node: by /etc/fstab, which systems with and without systemd read when they start. */
export const nasStorage: StorageDriver<'nas'> = (ssh, { folder, address, path, identity }) => {
  const inside = folderStorage(ssh, folder, identity)
  const source = sourceOf(address, path)

  async function requireMounted(signal: AbortSignal) {
    if (!(await isMounted(ssh, folder, signal))) throw rejected(msg`${source} is not mounted at ${folder} on the node`)
    const seen = await ssh.exec(['stat', '-f', '-c', '%T', '--', folder], { signal, timeoutMs: ANSWER_MS })
    if (seen.code === 124 || seen.code === 137 || seen.signal)
      throw rejected(
        msg`The NAS ${address} does not answer: ${folder} is mounted on the node, and no access to it comes back`,
      )
    if (seen.code !== 0) throw failed('stat', seen)
  }

  /** By the line of /etc/fstab, which has to be there. */
  async function mount(signal: AbortSignal) {
    if (await isMounted(ssh, folder, signal)) return
    const mounted = await ssh.exec(['mount', '--', folder], { signal, timeoutMs: MOUNT_MS })
    if (mounted.code !== 0) throw rejected(msg`The node cannot mount ${source}: ${reason(mounted)}`)
  }

  return {
    ...inside,
    async connect(signal) {
      await run(ssh, ['mkdir', '-p', '-m', '0711', '--', nodePath(folder)], signal)
      await writeFstab(ssh, identity, fstabLine(source, folder, identity), signal)
      try {
        await mount(signal)
      } catch (error) {
        // A node must not wait for it at its next start either.
        await writeFstab(ssh, identity, null, signal)
        throw error
      }
      await requireMounted(signal)
      await inside.connect(signal)
    },
    async disconnect(signal) {
      await writeFstab(ssh, identity, null, signal)
      if (await isMounted(ssh, folder, signal)) await run(ssh, ['umount', '--', folder], signal)
    },
    async check(signal) {
      // One that came back after its node: nothing else would mount it before the next restart.
      await mount(signal)
      await requireMounted(signal)
      return inside.check(signal)
    },
    async volumes(signal) {
      await requireMounted(signal)
      return inside.volumes(signal)
    },
  }
}

/** From the kernel's list, which answers also when the NAS does not. */
async function isMounted(ssh: SshConnection, folder: string, signal: AbortSignal): Promise<boolean> {
  const mounts = await run(ssh, ['cat', '/proc/self/mounts'], signal)
  return mounts.split('\n').some((line) => line.split(' ')[1] === folder)
}

async function writeFstab(ssh: SshConnection, identity: string, line: string | null, signal: AbortSignal) {
  await ssh.sftp(signal, async (files) => {
    const before = (await files.stat(FSTAB)) ? (await files.read(FSTAB, 1 << 20)).toString('utf8') : ''
    const after = fstabWith(before, identity, line)
    if (after === before) return
    await files.writeFile(FSTAB, Buffer.from(after), 0o644)
  })
}

const reason = ({ code, stderr }: { code: number | null; stderr: string }) =>
  code === 124 || code === 137 ? msg`it did not answer in time` : cleanMessage(stderr) || msg`exit code ${code ?? 0}`

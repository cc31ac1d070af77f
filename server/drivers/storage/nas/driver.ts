import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { failed } from '../../hypervisor/linux/failed.ts'
import { nodePath } from '../../hypervisor/linux/paths.ts'
import { exclusively } from '../exclusive.ts'
import { folderStorage } from '../file/folder.ts'
import { answering, run } from '../run.ts'
import type { StorageDriver } from '../types.ts'
import { fstabLine, fstabWith, hasLine, mountsAt, sameSource, sourceOf } from './fstab.ts'

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
    if (!(await isMounted(ssh, { folder, source }, signal)))
      throw deviceRejected(msg`${source} is not mounted at ${folder} on the node`)
    const silent = msg`The NAS ${address} does not answer: ${folder} is mounted on the node, and no access to it comes back`
    const options = { signal, timeoutMs: ANSWER_MS }
    const seen = await answering(ssh, ['stat', '-f', '-c', '%T', '--', folder], options, silent)
    if (seen.code !== 0) throw failed('stat', seen)
  }

  /** By the line of /etc/fstab, which has to be there. */
  async function mount(signal: AbortSignal) {
    if (await isMounted(ssh, { folder, source }, signal)) return
    const late = msg`it did not answer in time`
    const silent = msg`The node cannot mount ${source}: ${late}`
    const mounted = await answering(ssh, ['mount', '--', folder], { signal, timeoutMs: MOUNT_MS }, silent)
    if (mounted.code !== 0) throw deviceRejected(msg`The node cannot mount ${source}: ${reason(mounted)}`)
  }

  /** Takes its line away, and unmounts it, unless it had none or another storage has the folder. */
  async function letGo(mounted: boolean, signal: AbortSignal) {
    const { wasThere, text } = await writeFstab(ssh, identity, null, signal)
    if (!wasThere || !mounted || mountsAt(text, folder)) return
    const above = await mountedAt(ssh, folder, signal)
    if (above && sameSource(above.source, source)) await run(ssh, ['umount', '--', folder], signal)
  }

  return {
    ...inside,
    async connect(signal) {
      await run(ssh, ['mkdir', '-p', '-m', '0711', '--', nodePath(folder)], signal)
      const wasMounted = await mountedAt(ssh, folder, signal)
      const { wasThere } = await writeFstab(ssh, identity, fstabLine(source, folder, identity), signal)
      try {
        await mount(signal)
        await requireMounted(signal)
        await inside.connect(signal)
      } catch (error) {
        // A node must not wait for it at its next start, nor keep mounted what it was not to have. One that was connected before stays so.
        // What it could not let go of is tried again when it is detached.
        if (!wasThere) await letGo(!wasMounted, signal).catch(() => {})
        throw error
      }
    },
    async disconnect(signal) {
      await letGo(true, signal)
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

/** What is mounted at a folder, on top of all else: from the kernel's list, which answers also when the NAS does not. */
async function mountedAt(ssh: SshConnection, folder: string, signal: AbortSignal) {
  const mounts = await run(ssh, ['cat', '/proc/self/mounts'], signal)
  const at = mounts.split('\n').map((line) => line.split(' '))
  const [source = '', , type = ''] = at.findLast(([, place]) => place === folder) ?? []
  return source ? { source, type } : null
}

/** Whether it is the export that belongs there. @throws `device_rejected` where it is anything else */
async function isMounted(ssh: SshConnection, at: { folder: string; source: string }, signal: AbortSignal) {
  const { folder, source } = at
  const above = await mountedAt(ssh, folder, signal)
  if (!above) return false
  if (sameSource(above.source, source) && /^nfs\d?$/.test(above.type)) return true
  throw deviceRejected(
    msg`${cleanMessage(above.source)} (${cleanMessage(above.type)}) is mounted at ${folder} on the node, and not ${source}: unmount it there, or choose another folder`,
  )
}

/** Storages of one node have lines in one file: each is written from what was read a moment before. @returns whether it had a line, and the file as it is now */
const writeFstab = (ssh: SshConnection, identity: string, line: string | null, signal: AbortSignal) =>
  exclusively(ssh, `fstab:${ssh.hostKey}`, () => changeFstab(ssh, identity, line, signal), signal)

function changeFstab(ssh: SshConnection, identity: string, line: string | null, signal: AbortSignal) {
  return ssh.sftp(signal, async (files) => {
    const before = (await files.stat(FSTAB)) ? (await files.read(FSTAB, 1 << 20)).toString('utf8') : ''
    const after = fstabWith(before, identity, line)
    if (after !== before) await files.writeFile(FSTAB, Buffer.from(after), 0o644)
    return { wasThere: hasLine(before, identity), text: after }
  })
}

const reason = ({ code, stderr }: { code: number | null; stderr: string }) =>
  cleanMessage(stderr) || msg`exit code ${code ?? 0}`

import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { DomainDisk } from '../domain-types.ts'
import { failed } from '../linux/failed.ts'
import { nodePath } from '../linux/paths.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { inspectImage } from './volumes.ts'

const mib = 1 << 20

/** `domain`: null when the node does not know it, which is as good as off. */
type At = { link: LibvirtLink; ssh: SshConnection; domain: Domain | null; signal: AbortSignal }

/** Size in MiB: of a running domain from its QEMU, else from the file. */
export async function diskSize({ link, ssh, domain, signal }: At, disk: DomainDisk): Promise<number> {
  const bytes =
    domain && domain.id >= 0
      ? (await link.call(procedures.blockInfo, { domain, disk: disk.target_dev }, signal)).capacity
      : (await inspectImage(ssh, disk.path, 'qcow2', signal))['virtual-size']
  return Math.floor(bytes / mib)
}

/** See `NodeConnection.growDisk`. A file that is open somewhere is locked by QEMU, so it is never changed behind a guest's back. */
export async function growDisk(at: At, disk: DomainDisk, size_mib: number) {
  const { link, ssh, domain, signal } = at
  const before = await diskSize(at, disk)
  if (before >= size_mib) return { size_mib: before, why: null }
  if (domain && domain.id >= 0) {
    try {
      const bytes = size_mib * mib
      await link.call(procedures.blockResize, { domain, disk: disk.target_dev, bytes }, signal)
    } catch (error) {
      if (!(error instanceof LibvirtError)) throw error
      return { size_mib: await diskSize(at, disk), why: cleanMessage(error.message) }
    }
  } else {
    const words = ['qemu-img', 'resize', '-q', '-f', 'qcow2', nodePath(disk.path), `${size_mib}M`]
    const grown = await ssh.exec(words, { signal })
    if (grown.code !== 0) throw failed('qemu-img', grown)
  }
  return { size_mib: await diskSize(at, disk), why: null }
}

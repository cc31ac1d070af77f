import { volumeWay } from '../../../domain/storage/volumes.ts'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { DomainDisk } from '../domain-types.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { growVolume, volumeBytes } from './volumes.ts'

const mib = 1 << 20

/** `domain`: null when the node does not know it, which is as good as off. */
type At = { link: LibvirtLink; ssh: SshConnection; domain: Domain | null; signal: AbortSignal }

/** Size in MiB: of a running domain from its QEMU, else from the file. */
export async function diskSize({ link, ssh, domain, signal }: At, disk: DomainDisk): Promise<number> {
  const bytes =
    domain && domain.id >= 0
      ? (await link.call(procedures.blockInfo, { domain, disk: disk.target_dev }, signal)).capacity
      : await volumeBytes(ssh, disk.path, signal)
  return Math.floor(bytes / mib)
}

/** See `NodeConnection.growDisk`. A file that is open somewhere is locked by QEMU, so it is never changed behind a guest's back. */
export async function growDisk(at: At, disk: DomainDisk, size_mib: number) {
  const { link, ssh, domain, signal } = at
  const before = await diskSize(at, disk)
  if (before >= size_mib) return { size_mib: before, why: null }
  if (domain && domain.id >= 0) {
    try {
      // A file grows with its QEMU; anything else has to be as large before QEMU is told.
      if (volumeWay(disk.path) !== 'file') await growVolume(ssh, disk.path, size_mib, signal)
      const bytes = size_mib * mib
      await link.call(procedures.blockResize, { domain, disk: disk.target_dev, bytes }, signal)
    } catch (error) {
      if (!(error instanceof LibvirtError)) throw error
      return { size_mib: await diskSize(at, disk), why: cleanMessage(error.message) }
    }
  } else await growVolume(ssh, disk.path, size_mib, signal)
  return { size_mib: await diskSize(at, disk), why: null }
}

import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { LibvirtError } from '../../../../protocols/libvirt/errors.ts'
import { procedures } from '../../../../protocols/libvirt/procedures.ts'
import { msg } from '../../../../shared/text.ts'
import { cleanMessage } from '../../../clean-message.ts'
import type { DomainDisk } from '../../domain-types.ts'
import type { AtDomain } from '../at-domain.ts'
import { isOn } from '../at-domain.ts'
import { diskSize } from '../disk-size.ts'
import { capturesIn, dropBitmaps, onDisk } from './off.ts'

/** virDomainCheckpointDeleteFlags: forget it, whatever became of what it tracks. */
const metadataOnly = 2

/** See `NodeConnection.revertDisk`. */
export async function revertDisk(at: AtDomain, name: string, disk: DomainDisk): Promise<number> {
  if (isOn(at)) throw deviceRejected(msg`The disks of a running VM cannot be reverted: shut it down first`)
  if (!(await capturesIn(at, disk.path)).includes(name))
    throw deviceRejected(msg`The disk ${cleanMessage(disk.path)} does not have the state ${name} any more`)
  await forgetCheckpoints(at)
  await dropBitmaps(at, disk.path)
  await onDisk(at, 'revert', name, disk.path)
  return diskSize(at, disk)
}

/** Of a domain that is off libvirt only forgets them; the bitmaps are removed from the disks. */
async function forgetCheckpoints({ link, domain, signal }: AtDomain): Promise<void> {
  for (const checkpoint of await link.call(procedures.listCheckpoints, { domain, flags: 0 }, signal))
    try {
      await link.call(procedures.checkpointDelete, { checkpoint, flags: metadataOnly }, signal)
    } catch (error) {
      // With its parent it may be gone already.
      if (!(error instanceof LibvirtError)) throw error
    }
}

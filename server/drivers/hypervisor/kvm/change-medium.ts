import { deviceRejected } from '../../../domain/shared/errors.ts'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg, type Text } from '../../../shared/text.ts'
import type { DomainSpec } from '../domain-types.ts'
import { mediumDrive, mediumXml } from './domain-drives.ts'
import { driveOf } from './domain-reading.ts'
import type { LibvirtLink } from './libvirt-link.ts'

// virDomainDeviceModifyFlags: the running domain alone; a drive that the guest has locked is opened all the same.
const live = 1
const force = 4

type Running = { link: LibvirtLink; domain: Domain; signal: AbortSignal }

/** Where a definition has its drive for media. @throws PanelError device_rejected when a medium has no place */
export function requireDrive(spec: DomainSpec): string | null {
  const dev = mediumDrive(spec)
  if (dev === null && spec.medium)
    throw deviceRejected(msg`The IDE disks of the VM take all places: there is none for a drive with an ISO image`)
  return dev
}

/** Gives the drive for media of a running domain what its definition says; answers why that waits for the next start, or null. */
export async function putIntoDrive({ link, domain, signal }: Running, spec: DomainSpec): Promise<Text | null> {
  const dev = requireDrive(spec)
  if (dev === null) return null
  const present = driveOf(await link.call(procedures.domainXml, { domain, flags: 0 }, signal), dev)
  if (!present) return spec.medium ? msg`the VM was started without a drive for ISO images` : null
  if (present.file === (spec.medium?.path ?? null)) return null
  const xml = mediumXml(spec, dev, present.order)
  const update = (flags: number) => link.call(procedures.updateDevice, { domain, xml, flags }, signal)
  try {
    await update(live)
  } catch (error) {
    // A guest that has the medium mounted keeps the drive locked.
    if (!(error instanceof LibvirtError) || !/tray|locked|eject/i.test(error.message)) throw error
    await update(live | force)
  }
  return null
}

import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import type { GuestRequests } from '../backup-types.ts'
import { requestsTo, statsDisks, statsNoWait } from './domain-stats.ts'
import type { LibvirtLink } from './libvirt-link.ts'

/** What the guest of a running domain has asked of some of its disks since its start. One question. @param names such as `vda` */
export async function guestRequests(
  link: LibvirtLink,
  domain: Domain,
  names: readonly string[],
  signal: AbortSignal,
): Promise<GuestRequests> {
  const args = { domains: [domain], stats: statsDisks, flags: statsNoWait }
  const [record] = await link.call(procedures.allDomainStats, args, signal)
  return requestsTo(record ?? { domain, values: new Map() }, names)
}

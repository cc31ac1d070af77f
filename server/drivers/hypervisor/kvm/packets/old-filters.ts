import { errorCode, LibvirtError } from '../../../../protocols/libvirt/errors.ts'
import { procedures } from '../../../../protocols/libvirt/procedures.ts'
import type { LibvirtLink } from '../libvirt-link.ts'
import { buildXml } from '../xml.ts'

const rejection = (error: unknown) => (error instanceof LibvirtError ? error.code : null)

function formatUuid(uuid: Buffer): string {
  const hex = uuid.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * Removes libvirt's own filters (nwfilter) of a domain, which earlier versions of the panel defined. One that a running
 * domain still holds lets everything through from now on and is removed at a later time.
 */
export async function removeOldFilters(link: LibvirtLink, domain: string, signal: AbortSignal): Promise<void> {
  for (const filter of await all(link, signal)) {
    if (!filter.name.startsWith(`${domain}-nic-`)) continue
    try {
      await link.call(procedures.undefineFilter, filter, signal)
    } catch (error) {
      const code = rejection(error)
      if (code === errorCode.noFilter) continue
      if (code !== errorCode.operationInvalid) throw error
      const empty = { '@name': filter.name, '@chain': 'root', uuid: formatUuid(filter.uuid) }
      await link.call(procedures.defineFilter, buildXml({ filter: empty }), signal)
    }
  }
}

/** None on a node whose libvirt knows no filters. */
async function all(link: LibvirtLink, signal: AbortSignal) {
  try {
    return await link.call(procedures.listFilters, undefined, signal)
  } catch (error) {
    if (rejection(error) === errorCode.noSupport) return []
    throw error
  }
}

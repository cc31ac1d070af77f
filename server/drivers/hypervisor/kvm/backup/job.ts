import { setTimeout as delay } from 'node:timers/promises'
import { LibvirtError } from '../../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../../protocols/libvirt/procedures.ts'
import type { LibvirtLink } from '../libvirt-link.ts'

const LOOK_EVERY_MS = 20

type At = { link: LibvirtLink; domain: Domain | null; signal: AbortSignal }

/** virDomainState and virDomainPausedReason. */
const paused = 3
const byIoError = 5

/** The XML of a backup that is under way, also of another program; null when there is none. */
export async function backupUnderWay({ link, domain, signal }: At): Promise<string | null> {
  if (!domain || domain.id < 0) return null
  try {
    return await link.call(procedures.backupXml, { domain, flags: 0 }, signal)
  } catch (error) {
    if (error instanceof LibvirtError) return null
    throw error
  }
}

/**
 * Ends an export of a running domain, also of another program: while it lasts, everything else that is asked of the domain waits half a minute and
 * fails. A guest that stands still because there was no room for what it overwrote goes on.
 *
 * @returns whether there was one
 */
export async function abortExport(at: At): Promise<boolean> {
  const { link, domain, signal } = at
  const xml = await backupUnderWay(at)
  if (!domain || !xml || !/<domainbackup[^>]* mode=['"]pull['"]/.test(xml)) return false
  try {
    await link.call(procedures.abortJob, domain, signal)
    // The answer comes before the end.
    while (await backupUnderWay(at)) await delay(LOOK_EVERY_MS, undefined, { signal })
    const { state, reason } = await link.call(procedures.domainState, { domain, flags: 0 }, signal)
    if (state === paused && reason === byIoError) await link.call(procedures.resume, domain, signal)
  } catch (error) {
    // It ended by itself meanwhile.
    if (!(error instanceof LibvirtError) || (await backupUnderWay(at))) throw error
  }
  return true
}

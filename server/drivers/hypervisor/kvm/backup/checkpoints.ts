import { LibvirtError } from '../../../../protocols/libvirt/errors.ts'
import { type Checkpoint, type Domain, procedures } from '../../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import type { DiskToRead, ExportRequest } from '../../backup-types.ts'
import type { LibvirtLink } from '../libvirt-link.ts'
import { addBitmap, haveBitmap, mergeBitmap, readBitmaps, removeBitmap } from './bitmaps.ts'
import { redefinedXml } from './export-xml.ts'

/** `domain`: null when the node does not know it, or the disks are of none: as good as off. */
export type At = { ssh: SshConnection; link: LibvirtLink; domain: Domain | null; signal: AbortSignal }

/** virDomainCheckpointDeleteFlags and virDomainCheckpointCreateFlags. */
const metadataOnly = 2
const redefine = 1
/** virDomainXMLFlags: the definition, also of a running domain. */
const xmlInactive = 2

export const isRunning = (domain: Domain | null): domain is Domain => domain !== null && domain.id >= 0

export async function listCheckpoints({ link, domain, signal }: At): Promise<Checkpoint[]> {
  return domain ? link.call(procedures.listCheckpoints, { domain, flags: 0 }, signal) : []
}

const remove = ({ link, signal }: At, checkpoint: Checkpoint, flags: number) =>
  link.call(procedures.checkpointDelete, { checkpoint, flags }, signal)

/**
 * Drops all checkpoints but one. What another has noted becomes part of the one that stays, so that it misses nothing. When that cannot
 * be, it goes as well: without a checkpoint everything is read, with a wrong one a backup would be wrong.
 *
 * @param newest of what stays: no other has noted anything that it has not
 * @returns whether `keep` is there and can be trusted
 */
export function dropCheckpoints(
  at: At,
  disks: readonly DiskToRead[],
  keep: string | null,
  { newest = false } = {},
): Promise<boolean> {
  return isRunning(at.domain) ? dropRunning(at, keep, newest) : dropStopped(at, disks, keep, newest)
}

/** Before an export: only its parent stays. One that neither has nor makes a checkpoint leaves all as they are. */
export const prepareCheckpoints = async (at: At, { disks, checkpoint, parent }: ExportRequest): Promise<boolean> =>
  checkpoint === null && parent === null ? false : dropCheckpoints(at, disks, parent)

async function dropRunning(at: At, keep: string | null, newest: boolean): Promise<boolean> {
  const all = await listCheckpoints(at)
  let trusted = all.some(({ name }) => name === keep)
  for (const one of all) {
    if (one.name === keep) continue
    try {
      await remove(at, one, 0)
    } catch (error) {
      if (!(error instanceof LibvirtError)) throw error
      // Its bitmap is missing or broken, and what it has noted with it.
      await remove(at, one, metadataOnly)
      trusted &&= newest
    }
  }
  const kept = all.find(({ name }) => name === keep)
  if (kept && !trusted) {
    await remove(at, kept, 0).catch((error) => {
      if (!(error instanceof LibvirtError)) throw error
      return remove(at, kept, metadataOnly)
    })
  }
  return trusted
}

async function dropStopped(
  at: At,
  disks: readonly DiskToRead[],
  keep: string | null,
  newest: boolean,
): Promise<boolean> {
  const { ssh, signal } = at
  const bitmaps = await readBitmaps(ssh, disks, signal)
  const others = [...bitmaps.values()].flat().filter(({ name }) => name !== keep)
  const all = await listCheckpoints(at)
  const isKnown = at.domain === null || all.some(({ name }) => name === keep)
  const isWhole = newest || !others.some(({ broken }) => broken)
  const trusted = keep !== null && isKnown && haveBitmap(bitmaps, keep) && isWhole
  for (const [disk, list] of bitmaps) {
    for (const { name } of list) {
      if (name === keep && trusted) continue
      if (trusted && keep !== null && !newest) await mergeBitmap(ssh, disk, keep, name, signal)
      await removeBitmap(ssh, disk, name, signal)
    }
  }
  for (const one of all) if (one.name !== keep || !trusted) await remove(at, one, metadataOnly)
  return trusted
}

/** Notes from here on what is written to disks that no process has open. */
export async function beginNotes({ ssh, signal }: At, disks: readonly DiskToRead[], name: string): Promise<void> {
  for (const disk of disks) await addBitmap(ssh, disk, name, signal)
}

/** Makes a checkpoint of bitmaps that are in the disks, also while they are in use. */
async function adopt(at: At, disks: readonly DiskToRead[], name: string): Promise<void> {
  const { link, domain, signal } = at
  if (!domain) return
  const definition = await link.call(procedures.domainXml, { domain, flags: xmlInactive }, signal)
  const parent = (await listCheckpoints(at)).at(-1)?.name ?? null
  const xml = redefinedXml({ name, parent, creationTime: Math.floor(Date.now() / 1000) }, disks, definition)
  await link.call(procedures.checkpointCreate, { domain, xml, flags: redefine }, signal)
}

/** Ends notes that `beginNotes` began: the checkpoint stays and the older go, or it goes. The domain may have been started meanwhile. */
export async function endNotes(at: At, disks: readonly DiskToRead[], name: string, keep: boolean): Promise<void> {
  const known = (await listCheckpoints(at)).some((one) => one.name === name)
  if (isRunning(at.domain)) {
    if (!known) await adopt(at, disks, name)
    const all = await listCheckpoints(at)
    for (const one of all) if ((one.name === name) !== keep) await remove(at, one, 0)
    return
  }
  const bitmaps = await readBitmaps(at.ssh, disks, at.signal)
  for (const [disk, list] of bitmaps)
    for (const one of list) if ((one.name === name) !== keep) await removeBitmap(at.ssh, disk, one.name, at.signal)
  for (const one of await listCheckpoints(at)) if ((one.name === name) !== keep) await remove(at, one, metadataOnly)
  if (keep && !known) await adopt(at, disks, name)
}

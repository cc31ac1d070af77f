import { setTimeout as delay } from 'node:timers/promises'
import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { volumeFormat } from '../../../../domain/storage/volumes.ts'
import { LibvirtError } from '../../../../protocols/libvirt/errors.ts'
import { procedures } from '../../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { msg } from '../../../../shared/text.ts'
import { cleanMessage } from '../../../clean-message.ts'
import { rawVolume } from '../../../storage/raw-registry.ts'
import { failed } from '../../linux/failed.ts'
import { nodePath } from '../../linux/paths.ts'
import type { DiskMove, OnCopied } from '../../move-types.ts'
import type { AtDomain } from '../at-domain.ts'
import { type DiskSources, diskSources } from '../domain-reading.ts'
import { standingOn } from '../volume-copy.ts'
import { volumeSource } from '../volume-source.ts'
import { inspectImage, removeVolume } from '../volumes.ts'
import { buildXml } from '../xml.ts'

const mib = 1 << 20
const lookEveryMs = 400
// virDomainBlockCopyFlags. A copy is not begun again when QEMU is: the panel does that.
const shallow = 1
const ownVolume = 2
const transient = 4
/** The guest's writes wait for both volumes, so that one that writes faster than is copied does not put the end off for ever. */
const together = 8
/** virDomainBlockJobAbortFlags. */
const pivot = 2
/** virDomainXMLFlags: the definition, also of a running domain. */
const xmlInactive = 2

/** What a running domain has as a disk, and what it is being copied to. */
export async function liveSource({ link, domain, signal }: AtDomain, target_dev: string): Promise<DiskSources | null> {
  const xml = await link.call(procedures.domainXml, { domain, flags: 0 }, signal)
  return diskSources(xml).find((one) => one.target_dev === target_dev) ?? null
}

/** What it has at its next start. */
export async function definedSource({ link, domain, signal }: Omit<AtDomain, 'ssh'>, target_dev: string) {
  const xml = await link.call(procedures.domainXml, { domain, flags: xmlInactive }, signal)
  return diskSources(xml).find((one) => one.target_dev === target_dev)?.path ?? null
}

/**
 * Copies a disk of a running domain, and has the domain change over: libvirt then names the new volume in the definition as well.
 * @returns whether it has; false: the domain was powered off meanwhile, and the copy is of no use
 */
export async function mirror(at: AtDomain, move: DiskMove, onCopied: OnCopied): Promise<boolean> {
  const { link, domain, signal } = at
  const { target_dev } = move.disk
  try {
    const before = await liveSource(at, target_dev)
    if (before?.path === move.to) return true
    if (before?.path !== move.disk.path)
      throw deviceRejected(msg`The VM has another disk at ${target_dev} than the panel knows: nothing was copied`)
    if (before.mirror !== null && before.mirror !== move.to)
      throw deviceRejected(msg`The disk is already being copied to ${cleanMessage(before.mirror)}`)
    if (before.mirror === null) await begin(at, move)
    for (;;) {
      const job = await link.call(procedures.blockJob, { domain, disk: target_dev }, signal)
      const now = await liveSource(at, target_dev)
      if (now?.path === move.to) return true
      if (!job || now?.mirror !== move.to)
        throw deviceRejected(
          msg`The node has given up copying the disk: its storage is full or has failed. The VM runs from the old one`,
        )
      // A guest that writes on is never quite copied: ready is all there is.
      onCopied(now.ready ? job.all : job.done, job.all)
      if (now.ready) await link.call(procedures.blockJobAbort, { domain, disk: target_dev, flags: pivot }, signal)
      else await delay(lookEveryMs, undefined, { signal })
    }
  } catch (error) {
    if (error instanceof LibvirtError && (await isOver(at))) return false
    throw error
  }
}

/** Whether the run of the domain that was looked at has ended. */
async function isOver({ link, domain, signal }: AtDomain): Promise<boolean> {
  const now = await link.call(procedures.lookupByName, domain.name, signal)
  return now.id !== domain.id
}

async function createFile(ssh: SshConnection, path: string, words: string[], signal: AbortSignal): Promise<void> {
  const made = await ssh.exec(['qemu-img', 'create', '-q', '-f', 'qcow2', ...words], { signal })
  if (made.code !== 0) throw failed('qemu-img', made)
  await ssh.sftp(signal, (files) => files.chmod(path, 0o600))
}

async function begin(at: AtDomain, move: DiskMove): Promise<void> {
  const { ssh, link, domain, signal } = at
  const { target_dev, path } = move.disk
  const { to } = move
  const { capacity } = await link.call(procedures.blockInfo, { domain, disk: target_dev }, signal)
  const info = await inspectImage(ssh, path, volumeFormat(path), signal)
  if ((info.snapshots ?? []).length > 0)
    throw deviceRejected(msg`The disk holds the states of snapshots, which a copy would lose: delete them first`)
  const format = volumeFormat(to)
  const base = format === 'raw' ? [] : standingOn(info, move.keepsImage, '-b')
  await removeVolume(ssh, to, signal)
  const raw = rawVolume(ssh, to)
  if (raw) await raw.create(Math.ceil(capacity / mib), signal)
  else await createFile(ssh, to, [...base, nodePath(to), String(capacity)], signal)
  const { type, source, driver } = volumeSource(to)
  const xml = buildXml({
    disk: { '@type': type, driver: { '@type': format, '@discard': 'unmap', ...driver }, source },
  })
  const params: Record<string, number> = move.limit === null ? {} : { bandwidth: move.limit }
  const flags = ownVolume | transient | (base.length === 0 ? 0 : shallow)
  const start = (more: number) =>
    link.call(procedures.blockCopy, { domain, disk: target_dev, xml, params, flags: flags | more }, signal)
  try {
    await start(together)
  } catch (error) {
    // Before libvirt 8.0.
    if (!(error instanceof LibvirtError) || !/unsupported flags|synchronous/i.test(error.message)) throw error
    await start(0)
  }
}

/** Ends a copy of ours that is under way. @returns whether the domain had changed over before */
export async function endMirror(at: AtDomain, { disk, to }: Pick<DiskMove, 'disk' | 'to'>): Promise<boolean> {
  const { link, domain, signal } = at
  const before = await liveSource(at, disk.target_dev)
  if (before?.path === to) return true
  if (before?.mirror === to)
    await link.call(procedures.blockJobAbort, { domain, disk: disk.target_dev, flags: 0 }, signal).catch((error) => {
      // It has ended meanwhile, in one way or the other.
      if (!(error instanceof LibvirtError)) throw error
    })
  return (await liveSource(at, disk.target_dev))?.path === to
}

import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { LibvirtError } from '../../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../../protocols/libvirt/procedures.ts'
import { msg, quote, type Text } from '../../../../shared/text.ts'
import { cleanMessage } from '../../../clean-message.ts'
import type { DiskToRead, ExportRequest } from '../../backup-types.ts'
import { nodePath } from '../../linux/paths.ts'
import { guestRequests } from '../guest-requests.ts'
import { type At, dropCheckpoints, prepareCheckpoints } from './checkpoints.ts'
import { CHANGES, checkpointXml, exportXml } from './export-xml.ts'
import { whileFrozen } from './freeze.ts'
import { abortExport, backupUnderWay } from './job.ts'
import { Opened } from './opened.ts'
import { fileKey, type ServedExport } from './serve-files.ts'
import { watchJob } from './watch-job.ts'

type On = At & { domain: Domain }

/** What a running domain overwrites while its disk is read goes here; libvirt makes and removes it. */
export const scratchOf = (folder: string, { path }: DiskToRead): string =>
  nodePath(`${folder}/datahall-${fileKey(path)}.scratch`)

/** libvirt's own folder for a running domain: QEMU may make sockets there, also where AppArmor or SELinux guards it. */
async function socketFor({ ssh, domain, signal }: On): Promise<string> {
  const folder = `/var/lib/libvirt/qemu/domain-${domain.id}-${domain.name.slice(0, 20)}`
  const found = await ssh.sftp(signal, (files) => files.stat(nodePath(folder)))
  if (found?.kind !== 'directory')
    throw deviceRejected(msg`The node has no folder for the running VM: libvirt is too old`)
  return `${folder}/datahall.sock`
}

/** Disks of a running domain, as QEMU itself serves them: libvirt's backup in pull mode. */
export async function exportRunning(
  at: On,
  request: ExportRequest,
  again: (signal: AbortSignal) => Promise<At>,
): Promise<ServedExport> {
  const { ssh, link, domain, signal } = at
  const { disks, parent, scratch } = request
  const targets = disks.map(({ target_dev }) => target_dev)
  if (await backupUnderWay(at)) throw deviceRejected(msg`The disks of the VM are already being read`)
  const trusted = await prepareCheckpoints(at, request)
  const goodParent = trusted ? parent : null
  const socket = await socketFor(at)
  await ssh.sftp(signal, async (files) => {
    for (const disk of disks) await files.remove(scratchOf(scratch, disk))
  })
  const begin = async ({ from, mark }: Way) => {
    const xml = exportXml(disks, { socket, parent: from, scratch: (disk) => scratchOf(scratch, disk) })
    await link.call(procedures.backupBegin, { domain, xml, checkpoint: mark && checkpointXml(mark, disks) }, signal)
  }
  const { result: way, frozen } = await whileFrozen(ssh, at, () => firstThatWorks(ways(request, trusted), begin))
  const opened = new Opened()
  const watch = watchJob({ ...at, again }, { folder: scratch, floor_mib: request.floor_mib })
  const end = async (ending: AbortSignal, keep: string | null, newest: boolean) => {
    watch.stop()
    opened.close()
    const now = await again(ending)
    await abortExport(now)
    if (request.checkpoint !== null) await dropCheckpoints(now, disks, keep, { newest })
  }
  return {
    disks: disks.map(({ target_dev }) => ({
      target_dev,
      socket,
      export_name: target_dev,
      incremental: way.from !== null,
      open: async (opening) =>
        opened.open(await ssh.openUnix(socket, opening), target_dev, way.from === null ? null : CHANGES, opening),
    })),
    checkpoint: way.mark,
    full_because:
      parent === null || way.from !== null ? null : (way.why ?? msg`the notes of what has changed are gone or broken`),
    frozen,
    guestRequests: async (asking) => {
      const now = await again(asking)
      if (!now.domain)
        throw deviceRejected(msg`The VM was stopped while its disks were read, or the node ended the reading`)
      return guestRequests(now.link, now.domain, targets, asking)
    },
    ended: watch.ended,
    finish: (ending) => end(ending, way.mark ?? goodParent, way.mark !== null),
    abort: (ending) => end(ending, goodParent, false),
  }
}

type Way = {
  /** The checkpoint to go by. */
  from: string | null
  /** The one to make. */
  mark: string | null
  why: Text | null
}

/** The best first: what libvirt and QEMU can do is found out by trying. */
function ways({ disks, checkpoint, parent }: ExportRequest, trusted: boolean): Way[] {
  const mark = disks.every(({ format }) => format === 'qcow2') ? checkpoint : null
  const all: Way[] = [{ from: trusted ? parent : null, mark, why: null }]
  if (trusted && parent !== null) all.push({ from: null, mark, why: null })
  if (mark !== null) all.push({ from: null, mark: null, why: null })
  return all
}

async function firstThatWorks(list: readonly Way[], attempt: (way: Way) => Promise<void>): Promise<Way> {
  let first: LibvirtError | null = null
  for (const way of list) {
    try {
      await attempt(way)
      return { ...way, why: first && quote(cleanMessage(first.message)) }
    } catch (error) {
      if (!(error instanceof LibvirtError)) throw error
      first ??= error
    }
  }
  throw first
}

import { setTimeout as delay } from 'node:timers/promises'
import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { LibvirtError } from '../../../../protocols/libvirt/errors.ts'
import { procedures } from '../../../../protocols/libvirt/procedures.ts'
import { msg } from '../../../../shared/text.ts'
import type { At } from './checkpoints.ts'
import { abortExport, backupUnderWay } from './job.ts'

const LOOK_EVERY_MS = 1_000
const mib = 1 << 20
/** virDomainState: a guest that has powered off waits for the end of the export. */
const shuttingDown = 4

type Watched = At & { again: (signal: AbortSignal) => Promise<At> }

/**
 * Looks after an export of a running domain: ends it before the room for what the guest overwrites runs out, since a full one stops the guest,
 * and when the guest wants to power off, which waits for it.
 */
export function watchJob(at: Watched, room: { folder: string; floor_mib: number }) {
  const over = new AbortController()
  const ended = watch(at, room, over.signal).catch((error: Error) => (over.signal.aborted ? null : error))
  return { ended, stop: () => over.abort(new Error('The export was ended')) }
}

async function watch(
  at: Watched,
  room: { folder: string; floor_mib: number },
  signal: AbortSignal,
): Promise<Error | null> {
  for (;;) {
    await delay(LOOK_EVERY_MS, undefined, { signal, ref: false })
    const now = await at.again(signal)
    const state = await stateOf(now, signal)
    if (state === null || !(await backupUnderWay({ ...now, signal })))
      return deviceRejected(msg`The VM was stopped while its disks were read, or the node ended the reading`)
    if (state === shuttingDown) {
      await letGo({ ...now, signal })
      return deviceRejected(msg`The guest powered off while its disks were read`)
    }
    const { free } = await now.ssh.sftp(signal, (files) => files.space(room.folder))
    if (free >= room.floor_mib * mib) continue
    await abortExport({ ...now, signal })
    return deviceRejected(
      msg`The node has only ${Math.floor(free / mib)} MiB free for what the VM overwrites while its disks are read`,
    )
  }
}

/**
 * Ends the export of a guest that has powered off. Mostly QEMU has ended by then, so that the export cannot be ended any more, and libvirt would
 * wait half a minute before it notices: unless it is told to end what is left.
 */
async function letGo(at: At): Promise<void> {
  try {
    await abortExport(at)
  } catch (error) {
    if (!(error instanceof LibvirtError) || !at.domain) throw error
    if ((await stateOf(at, at.signal)) === shuttingDown)
      await at.link.call(procedures.destroy, { domain: at.domain, flags: 0 }, at.signal)
  }
}

/** Null for a domain that is off. */
async function stateOf({ link, domain }: At, signal: AbortSignal): Promise<number | null> {
  if (!domain || domain.id < 0) return null
  try {
    return (await link.call(procedures.domainState, { domain, flags: 0 }, signal)).state
  } catch (error) {
    if (error instanceof LibvirtError) return null
    throw error
  }
}

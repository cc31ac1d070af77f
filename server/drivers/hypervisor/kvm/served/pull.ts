import { setTimeout as delay } from 'node:timers/promises'
import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { LibvirtError } from '../../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../../protocols/libvirt/procedures.ts'
import type { SshConnection } from '../../../../protocols/ssh/connection.ts'
import { msg } from '../../../../shared/text.ts'
import type { DomainDisk, DomainState } from '../../domain-types.ts'
import { nodePath } from '../../linux/paths.ts'
import { runWhileAsked } from '../../linux/while-asked.ts'
import { guestRequests } from '../guest-requests.ts'
import type { LibvirtLink } from '../libvirt-link.ts'
import { inspectImage } from '../volumes.ts'
import { guestFirst } from './guest-first.ts'
import { endRelay, startRelay } from './relay.ts'

const LOOK_MS = 500

type At = {
  ssh: SshConnection
  link: LibvirtLink
  /** The domain as it is now, null when the node does not know it. */
  find: () => Promise<Domain | null>
  state: (domain: Domain) => Promise<DomainState>
  internalName: string
  signal: AbortSignal
}

/** See `ServedVolumes.pullVolume`. What the guest does meanwhile, such as powering off, only changes how it goes on. */
export async function pullVolume(at: At, disk: DomainDisk, onPulled: (bytes: number, of: number) => void) {
  for (;;) {
    at.signal.throwIfAborted()
    if (await standsAlone(at, disk.path)) return endRelay(at.ssh, at.internalName, disk.path, at.signal)
    const domain = await at.find()
    if (!domain || domain.id < 0) await pullStopped(at, disk, onPulled)
    else await pullRunning(at, domain, disk, onPulled)
  }
}

/** The header of the volume says whether there is anything below it. */
const standsAlone = async ({ ssh, signal }: At, path: string): Promise<boolean> =>
  (await inspectImage(ssh, path, 'qcow2', signal))['backing-filename'] === undefined

async function pullRunning(at: At, domain: Domain, disk: DomainDisk, onPulled: (bytes: number, of: number) => void) {
  const { link, signal } = at
  const target = { domain, disk: disk.target_dev }
  try {
    if ((await at.state(domain)) === 'paused') await link.call(procedures.resume, domain, signal)
    const speed = guestFirst()
    const look = async () => speed(await guestRequests(link, domain, [disk.target_dev], signal), performance.now())
    let bytes = await look()
    if ((await link.call(procedures.blockJob, target, signal)) === null)
      await link.call(procedures.blockPull, { ...target, bytes }, signal)
    else await setSpeed(at, { ...target, bytes })
    for (;;) {
      const job = await link.call(procedures.blockJob, target, signal)
      if (job === null) break
      onPulled(job.done, job.all)
      if ((await at.state(domain)) === 'paused') throw stalled()
      await delay(LOOK_MS, undefined, { signal })
      const next = await look()
      if (next !== bytes) await setSpeed(at, { ...target, bytes: next })
      bytes = next
    }
  } catch (error) {
    // Powered off meanwhile: the rest is brought without it.
    if (error instanceof LibvirtError && (await at.find())?.id !== domain.id) return
    throw error
  }
  if ((await at.find())?.id === domain.id && !(await standsAlone(at, disk.path))) throw stalled()
}

/** Of a job that may have ended meanwhile. */
async function setSpeed({ link, signal }: At, target: { domain: Domain; disk: string; bytes: number }): Promise<void> {
  try {
    await link.call(procedures.blockJobSetSpeed, target, signal)
  } catch (error) {
    if (!(error instanceof LibvirtError) || (await link.call(procedures.blockJob, target, signal)) !== null) throw error
  }
}

const stalled = () =>
  deviceRejected(
    msg`The node could not go on bringing the content of the disk: its storage is full, or the backup could not be read in time`,
  )

/** QEMU's lock keeps a domain that is started meanwhile away from the file. */
async function pullStopped(
  { ssh, internalName, signal }: At,
  { path }: DomainDisk,
  onPulled: (bytes: number, of: number) => void,
) {
  // The former one has ended with the domain.
  await startRelay(ssh, internalName, path, signal)
  const file = nodePath(path)
  const all = (await inspectImage(ssh, path, 'qcow2', signal))['virtual-size']
  const words = ['qemu-img', 'rebase', '-p', '-t', 'writeback', '-f', 'qcow2', '-b', '', file]
  await runWhileAsked(ssh, words, (percent) => onPulled((all * percent) / 100, all), signal)
}

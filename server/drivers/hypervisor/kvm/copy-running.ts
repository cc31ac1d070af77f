import { setTimeout as delay } from 'node:timers/promises'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { volumeFormat } from '../../../domain/storage/volumes.ts'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { DiskCopy } from '../domain-types.ts'
import type { AtDomain } from './at-domain.ts'
import { thaw, whileFrozen } from './backup/freeze.ts'
import { volumeSource } from './volume-source.ts'
import { buildXml } from './xml.ts'

const lookEveryMs = 250
/** virDomainJobType and virDomainGetJobStatsFlags. */
const noJob = 0
const jobCompleted = 3
const ofLast = 1

type Running = Omit<AtDomain, 'ssh'>

/**
 * Copies disks of a running domain as they are when its copy job begins (QEMU's backup job: the disks themselves, and what they stand
 * on, are not changed). @returns whether its file systems were frozen for that moment
 */
export async function copyRunning(running: AtDomain, copies: readonly DiskCopy[]): Promise<boolean> {
  const { link, domain, signal } = running
  const { frozen } = await whileFrozen(running.ssh, running, () =>
    link.call(procedures.backupBegin, { domain, xml: backupXml(copies), checkpoint: null }, signal),
  )
  for (;;) {
    const job = await link.call(procedures.jobStats, { domain, flags: 0 }, signal)
    if (job.type === noJob) break
    await delay(lookEveryMs, undefined, { signal })
  }
  const last = await link.call(procedures.jobStats, { domain, flags: ofLast }, signal)
  if (last.type !== jobCompleted) {
    const why = last.values.get('errmsg')
    throw deviceRejected(
      typeof why === 'string'
        ? msg`The node could not copy the disks of the running VM: ${cleanMessage(why)}`
        : msg`The node could not copy the disks of the running VM: its copy was ended`,
    )
  }
  return frozen
}

/** Ends a copy of ours that is under way, and lets the guest write again. A copy of another program is left alone. */
export async function endCopy(running: Running, copies: readonly DiskCopy[]): Promise<void> {
  const { link, domain, signal } = running
  await thaw(running)
  try {
    const xml = await link.call(procedures.backupXml, { domain, flags: 0 }, signal)
    if (copies.some(({ to }) => xml.includes(to))) await link.call(procedures.abortJob, domain, signal)
  } catch (error) {
    if (!(error instanceof LibvirtError)) throw error
  }
}

const backupXml = (copies: readonly DiskCopy[]) =>
  buildXml({
    domainbackup: {
      '@mode': 'push',
      disks: {
        disk: copies.map(({ target_dev, to }) => {
          const { type, source } = volumeSource(to)
          return {
            '@name': target_dev,
            '@backup': 'yes',
            '@type': type,
            driver: { '@type': volumeFormat(to) },
            target: source,
          }
        }),
      },
    },
  })

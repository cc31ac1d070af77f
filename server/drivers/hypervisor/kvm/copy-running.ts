import { setTimeout as delay } from 'node:timers/promises'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { DiskCopy } from '../domain-types.ts'
import { rejected } from '../linux/messages.ts'
import { nodePath } from '../linux/paths.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { buildXml } from './xml.ts'

const lookEveryMs = 250
/** An agent that is there answers at once; the guest may take longer to write out what it has in memory. */
const pingPatienceS = 3
const freezePatienceS = 30
/** virDomainJobType and virDomainGetJobStatsFlags. */
const noJob = 0
const jobCompleted = 3
const ofLast = 1

type Running = { link: LibvirtLink; domain: Domain; signal: AbortSignal }

/**
 * Copies disks of a running domain as they are when its copy job begins (QEMU's backup job: the disks themselves, and what they stand
 * on, are not changed). @returns whether its file systems were frozen for that moment
 */
export async function copyRunning(running: Running, copies: readonly DiskCopy[]): Promise<boolean> {
  const { link, domain, signal } = running
  const frozen = await freeze(running)
  try {
    await link.call(procedures.backupBegin, { domain, xml: backupXml(copies) }, signal)
  } finally {
    await thaw(running)
  }
  for (;;) {
    const job = await link.call(procedures.jobStats, { domain, flags: 0 }, signal)
    if (job.type === noJob) break
    await delay(lookEveryMs, undefined, { signal })
  }
  const last = await link.call(procedures.jobStats, { domain, flags: ofLast }, signal)
  if (last.type !== jobCompleted) {
    const why = last.values.get('errmsg')
    throw rejected(
      typeof why === 'string'
        ? msg`The node could not copy the disks of the running VM: ${cleanMessage(why)}`
        : msg`The node could not copy the disks of the running VM: its copy was ended`,
    )
  }
  return frozen
}

/** Ends a copy of ours that is under way, and lets the guest write again. A copy that somebody else makes is left alone. */
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
        disk: copies.map(({ target_dev, to }) => ({
          '@name': target_dev,
          '@backup': 'yes',
          '@type': 'file',
          driver: { '@type': 'qcow2' },
          target: { '@file': nodePath(to) },
        })),
      },
    },
  })

async function agent({ link, domain, signal }: Running, execute: string, timeoutS: number): Promise<boolean> {
  try {
    await link.call(procedures.agentCommand, { domain, command: JSON.stringify({ execute }), timeoutS }, signal)
    return true
  } catch (error) {
    if (error instanceof LibvirtError) return false
    throw error
  }
}

const freeze = async (running: Running): Promise<boolean> =>
  (await agent(running, 'guest-ping', pingPatienceS)) && agent(running, 'guest-fsfreeze-freeze', freezePatienceS)

/** Also after a freeze that was not heard of. A guest whose agent does not answer was not frozen. */
const thaw = (running: Running) => agent(running, 'guest-fsfreeze-thaw', freezePatienceS)

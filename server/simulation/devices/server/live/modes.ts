import { pause } from '../../../../shared/abort.ts'
import { setUpController } from './controller.ts'
import { installImage } from './install.ts'
import { loadInstaller } from './installer.ts'
import { testLoad } from './load.ts'
import { WorkFailed } from './panel.ts'
import { clearDisks } from './wipe.ts'
import type { Work } from './work.ts'

const NEIGHBOURS_MS = 4000

/** The report once more, when switches have had the time to announce themselves. */
async function readHardware({ parts, report, signal }: Work): Promise<object> {
  await pause(NEIGHBOURS_MS * parts.speed, signal)
  return { report: report() }
}

/** What a live system does, as the programs `mode-….sh` of the agent have it: answers what its result holds. */
export const modes: Record<
  'diag' | 'wipe' | 'install' | 'installer' | 'rescue' | 'search',
  (work: Work) => Promise<object>
> = {
  async diag(work) {
    await work.panel.progress('report', 10, 'Reading the hardware')
    const read = await readHardware(work)
    const tested = await testLoad(work)
    const method = work.job.get('wipe')?.[0]
    const cleared = method === 'simple' || method === 'full' ? await clearDisks(work, method) : {}
    return { ...read, ...tested, ...cleared, ...(await setUpController(work)) }
  },
  wipe(work) {
    const method = work.job.get('wipe')?.[0]
    if (method !== 'simple' && method !== 'full') throw new WorkFailed('the job does not say how disks are cleared')
    return clearDisks(work, method)
  },
  install: installImage,
  installer: loadInstaller,
  async rescue({ panel, parts, job, changes }) {
    if (!job.has('password_hash') && !job.has('ssh_key'))
      throw new WorkFailed('the job has neither a password nor a key')
    changes.reachable()
    await panel.progress('rescue', 100, 'Ready for sign-in')
    const address = parts.segment.offer(parts.hardware().nics[0]?.mac ?? '')?.address
    return { addresses: address ? [address] : [] }
  },
  search: readHardware,
}

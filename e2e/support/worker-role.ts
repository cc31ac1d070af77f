import path from 'node:path'
import { endLeases, forked } from './forked.ts'

/** All that the role `worker` does, in a process of its own that can be killed: then its leases have run out. */
export async function forkWorkerRole(panel: { url: string; masterKey: string }): Promise<{ kill(): Promise<void> }> {
  const { url, masterKey } = panel
  const child = await forked(path.join(import.meta.dirname, 'worker-role-process.ts'), { url, masterKey })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    async kill() {
      child.kill('SIGKILL')
      await gone
      await endLeases(url, child)
    },
  }
}

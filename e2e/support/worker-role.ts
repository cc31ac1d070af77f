import { fork } from 'node:child_process'
import path from 'node:path'

/** All that the role `worker` does, in a process of its own that can be killed. */
export function forkWorkerRole(panel: { url: string; masterKey: string }): { kill(): Promise<void> } {
  const { url, masterKey } = panel
  const child = fork(path.join(import.meta.dirname, 'worker-role-process.ts'), [JSON.stringify({ url, masterKey })], {
    env: { ...process.env, DATAHALL_LOG: process.env.TEST_LOG ?? 'fatal' },
    execArgv: [],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

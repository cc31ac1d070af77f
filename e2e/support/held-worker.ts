import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { PanelWorkerOptions } from './panel-worker.ts'

/**
 * Runs tasks of the panel in a process of its own up to the places given (`before end copy`, `after begin start`), one a task, and kills it
 * there (SIGKILL).
 */
export async function killedAt(options: PanelWorkerOptions): Promise<void> {
  const child = fork(path.join(import.meta.dirname, 'panel-worker.ts'), [JSON.stringify(options)], {
    env: { ...process.env, DATAHALL_LOG: process.env.TEST_LOG ?? 'fatal' },
    execArgv: [],
  })
  const gone = once(child, 'exit')
  const held = once(child, 'message').then(() => true)
  const reached = await Promise.race([held, gone.then(() => false)])
  child.kill('SIGKILL')
  await gone
  if (!reached) throw new Error('The worker ended before all of its tasks were where they were to be held')
}

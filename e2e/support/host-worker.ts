import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { HostWorkerOptions } from './host-worker-process.ts'

const LIMIT_MS = 120_000

/**
 * A worker in a process of its own that comes to each task's place (see `holdTasks`) and stands still there, so that it can be killed
 * at that very moment. Killed already when this answers.
 */
export async function killedAt(options: Omit<HostWorkerOptions, 'masterKey'> & { masterKey: string }): Promise<void> {
  const child: ChildProcess = fork(
    path.join(import.meta.dirname, 'host-worker-process.ts'),
    [JSON.stringify(options)],
    {
      env: { ...process.env, DATAHALL_LOG: process.env.TEST_LOG ?? 'fatal' },
      execArgv: [],
    },
  )
  const gone = new Promise<string>((resolve) => child.once('exit', () => resolve('gone')))
  const held = new Promise<string>((resolve) => child.once('message', () => resolve('held')))
  // Only a worker that never comes to one of the places runs into it.
  const late = new Promise<string>((resolve) => setTimeout(resolve, LIMIT_MS, 'late').unref())
  const first = await Promise.race([gone, held, late])
  child.kill('SIGKILL')
  await gone
  if (first !== 'held') throw new Error(`the worker is ${first} before all tasks were held`)
}

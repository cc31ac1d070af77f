import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { HostWorkerOptions } from './host-worker-process.ts'

const LIMIT_MS = 600_000

type Options = Omit<HostWorkerOptions, 'masterKey'> & { masterKey: string }

/**
 * A worker in a process of its own that comes to each task's place (see `holdTasks`) and stands still there, so that it can be killed
 * at that very moment. Killed already when this answers.
 */
export async function killedAt(options: Options): Promise<void> {
  const { first, kill } = start(options)
  // Only a worker that never comes to one of the places runs into it.
  const late = new Promise<string>((resolve) => setTimeout(resolve, LIMIT_MS, 'late').unref())
  const which = await Promise.race([first, late])
  await kill()
  if (which !== 'held') throw new Error(`the worker is ${which} before all tasks were held`)
}

/**
 * The same, killed in the midst of its work: when `moment` has come, which has a limit of its own and comes before any task is at its place.
 */
export async function killedWhen(options: Options, moment: () => Promise<void>): Promise<void> {
  const { first, kill } = start(options)
  try {
    const which = await Promise.race([first, moment()])
    if (which) throw new Error(`the worker is ${which} before its moment came`)
  } finally {
    await kill()
  }
}

function start(options: Options) {
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
  return {
    first: Promise.race([gone, held]),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

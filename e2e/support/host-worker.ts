import path from 'node:path'
import { endLeases, forked } from './forked.ts'
import type { HostWorkerOptions } from './host-worker-process.ts'

const LIMIT_MS = 600_000

type Options = Omit<HostWorkerOptions, 'masterKey'> & { masterKey: string }

/**
 * A worker in a process of its own that comes to each task's place (see `holdTasks`) and stands still there, so that it can be killed
 * at that very moment. Killed already when this answers. Its leases have run out then, unless `leaseMs` says how long they last: until then the
 * tasks are its own, although it is dead.
 */
export async function killedAt(options: Options): Promise<void> {
  const { first, kill } = await start(options)
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
  const { first, kill } = await start(options)
  try {
    const which = await Promise.race([first, moment()])
    if (which) throw new Error(`the worker is ${which} before its moment came`)
  } finally {
    await kill()
  }
}

async function start(options: Options) {
  const child = await forked(path.join(import.meta.dirname, 'host-worker-process.ts'), options)
  const gone = new Promise<string>((resolve) => child.once('exit', () => resolve('gone')))
  const held = new Promise<string>((resolve) => child.once('message', () => resolve('held')))
  return {
    first: Promise.race([gone, held]),
    async kill() {
      child.kill('SIGKILL')
      await gone
      if (options.leaseMs === undefined) await endLeases(options.url, child)
    },
  }
}

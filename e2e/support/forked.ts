import { type ChildProcess, fork } from 'node:child_process'
import module from 'node:module'
import { hostname } from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** What Node keeps of sources that it has stripped and compiled: without it each process takes a second and a half of a processor to load the panel. */
const cache = path.join(import.meta.dirname, '../../node_modules/.cache/forked-tests')

/** A process of a test that runs a file of the sources with one argument (JSON). It speaks on a channel, and loads what the one before has compiled. */
export function forked(file: string, options: unknown, env: Record<string, string> = {}): ChildProcess {
  return fork(file, [JSON.stringify(options)], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache, DATAHALL_LOG: process.env.TEST_LOG ?? 'fatal', ...env },
    execArgv: [],
  })
}

/** Called by such a process once all is loaded: one that is killed writes nothing at its end. */
export function keepCompiled(): void {
  const { flushCompileCache } = module as { flushCompileCache?: () => void }
  flushCompileCache?.()
}

/** As if the time had passed that a worker keeps its tasks for, when the process is dead. */
export async function endLeases(url: string, { pid }: ChildProcess): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const worker = `${hostname()}:${pid}`
    await client.query("update task set lease_until = now() where worker = $1 and status = 'running'", [worker])
  } finally {
    await client.end()
  }
}

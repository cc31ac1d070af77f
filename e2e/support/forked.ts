import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import module from 'node:module'
import { hostname } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { bundled } from './bundled.ts'

/** Bundles, and what Node keeps of those that it has compiled. */
const cache = path.join(import.meta.dirname, '../../node_modules/.cache/forked-tests')

/**
 * A process of a test that runs a file of the sources with one argument (JSON), and speaks on a channel. It loads the panel as one file that has
 * been compiled before, which takes half a second of a processor; as the files that it consists of it takes more than one.
 */
export async function forked(file: string, options: unknown, env: Record<string, string> = {}): Promise<ChildProcess> {
  const made = bundles.get(file) ?? bundle(file)
  bundles.set(file, made)
  return fork(await made, [JSON.stringify(options)], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache, DATAHALL_LOG: process.env.TEST_LOG ?? 'fatal', ...env },
    execArgv: [],
  })
}

const bundles = new Map<string, Promise<string>>()

/** Other processes of the same run make the same file, so it is put in place at once. */
async function bundle(file: string): Promise<string> {
  const place = path.join(cache, `${path.basename(file, '.ts')}.mjs`)
  const own = `${place}.${randomUUID()}`
  await mkdir(cache, { recursive: true })
  await writeFile(own, await bundled(file))
  await rename(own, place)
  return place
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

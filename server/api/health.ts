import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { db } from '../db/pool.ts'
import { panelSettings } from '../process/settings.ts'

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })

/** The process runs. */
export const health = () => json(200, { status: 'ok' })

let stage: 'starting' | 'serving' | 'stopping' = 'starting'
/** From here on the process can do its work: the first administrator, who may sign in at once, has been made. */
export function setServing() {
  if (stage === 'starting') stage = 'serving'
}
/** From here on the process takes no new work: load balancers look elsewhere. */
export function setStopping() {
  stage = 'stopping'
}

/** With less than this the database may stop at any moment, and what it has begun cannot be finished. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024
const PATIENCE_MS = 2000
/** Open to all without limit, so a result is reused for this long. */
const GOOD_FOR_MS = 1000

let found: { at: number; answer: Promise<string> } | null = null

/** The process can do its work: not starting or stopping, the database answers within 2 s, its disks are not full. */
export async function readiness(): Promise<Response> {
  if (stage !== 'serving') return json(503, { status: stage })
  if (!found || performance.now() - found.at > GOOD_FOR_MS) found = { at: performance.now(), answer: lookWhatFails() }
  const status = await found.answer
  return json(status === 'ready' ? 200 : 503, { status })
}

/**
 * Looks what keeps the panel from working, in a word or two; `ready` when nothing does.
 * @param free bytes that a folder's disk has left for who is not root; null where there is no such folder
 */
export async function lookWhatFails(free: (folder: string) => Promise<number | null> = freeBytes): Promise<string> {
  const data = panelSettings().dataDirectory
  // The database's folder may be a link to another disk.
  for (const [folder, word] of [
    [data, 'disk full'],
    [path.join(data, 'postgres'), 'database disk full'],
  ] as const) {
    const left = await free(folder)
    if (left !== null && left < LEAST_FREE_BYTES) return word
  }
  let late: NodeJS.Timeout | undefined
  try {
    const patience = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS)
    })
    await Promise.race([db().pool.query('select 1'), patience])
    return 'ready'
  } catch {
    return 'database away'
  } finally {
    clearTimeout(late)
  }
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

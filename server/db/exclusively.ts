import { Semaphore } from '../shared/semaphore.ts'
import { alone } from './advisory.ts'
import { db } from './pool.ts'

/** How long others may have it. */
const WAIT = '120s'

// One connection to the database a key: the others of this process wait here.
const inside = new Map<string, Semaphore>()

/** Does work under a lock of the database, so that no other process of the panel does the same meanwhile. */
export async function exclusively<T>(key: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const own = inside.get(key) ?? new Semaphore(1)
  inside.set(key, own)
  const release = await own.acquire(signal)
  try {
    const client = await db().pool.connect()
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = '${WAIT}'`)
      const sql = async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[]
      await alone({ sql }, 'exclusively', key)
      return await work()
    } finally {
      await client.query('rollback').catch(() => {})
      client.release()
    }
  } finally {
    release()
  }
}

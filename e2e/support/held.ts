import { db } from '../../server/db/pool.ts'

const WAITING = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const pause = () => new Promise((go) => setTimeout(go, 20))

/**
 * Holds rows while requests are made, each once the one before it waits for a lock or has ended, and lets go of them then. So what is judged
 * before a wait and what after it comes in the same order each time.
 * @param rows SQL that locks the rows
 * @returns how the requests ended, in their order
 */
export async function whileHeld<T>(rows: string, values: unknown[], asks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const holder = await db().pool.connect()
  const waiting = async () => (await db().pool.query<{ n: number }>(WAITING)).rows[0]?.n ?? 0
  const under: Promise<T>[] = []
  try {
    await holder.query('begin')
    await holder.query(rows, values)
    for (const ask of asks) {
      const before = await waiting()
      let isOver = false
      const one = ask()
      const over = () => {
        isOver = true
      }
      one.then(over, over)
      under.push(one)
      for (const until = Date.now() + 60_000; !isOver && (await waiting()) <= before; await pause())
        if (Date.now() > until) throw new Error('a request neither waits for a lock nor ends')
    }
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  return Promise.all(under)
}

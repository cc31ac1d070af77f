import { hostname } from 'node:os'
import { db } from '../../../db/pool.ts'
import { bus } from '../../../events/bus.ts'
import { log } from '../../../log.ts'
import { WATCH_CHANNEL } from './nudge.ts'
import { watchNode } from './watch.ts'

const LEASE_SECONDS = 6
const BEAT_MS = 2_000

/**
 * Watches every attached node, each from one process at a time: a lease per node, renewed while this process lives, taken
 * over by another when it does not. Returns the way to stop.
 */
export function startNodeWatch(): () => Promise<void> {
  const holder = `${hostname()}:${process.pid}`
  const watches = new Map<number, { stop: AbortController; over: Promise<void> }>()
  let stopping = false
  let busy = false

  async function beat() {
    if (busy || stopping) return
    busy = true
    try {
      const { rows } = await db().pool.query<{ id: number }>(
        `insert into lease as l (name, holder, until)
           select 'node:' || n.id, $1, now() + make_interval(secs => $2) from node n where n.host_key is not null and n.state in ('active', 'unavailable')
         on conflict (name) do update set holder = excluded.holder, until = excluded.until where l.holder = excluded.holder or l.until < now()
         returning split_part(name, ':', 2)::int as id`,
        [holder, LEASE_SECONDS],
      )
      const mine = new Set(rows.map((row) => row.id))
      for (const [id, watch] of watches) if (!mine.has(id)) watch.stop.abort()
      for (const id of mine) if (!watches.has(id)) begin(id)
    } catch (err) {
      log.warn({ err }, 'node leases could not be renewed')
    } finally {
      busy = false
    }
  }

  function begin(id: number) {
    const stop = new AbortController()
    const over = watchNode(id, stop.signal)
      .catch((err) => log.error({ err, node: id }, 'the watch of a node failed'))
      .finally(() => watches.delete(id))
    watches.set(id, { stop, over })
  }

  const timer = setInterval(() => void beat(), BEAT_MS)
  const off = bus().on(WATCH_CHANNEL, () => void beat())
  void beat()

  return async () => {
    stopping = true
    clearInterval(timer)
    off()
    for (const watch of watches.values()) watch.stop.abort()
    await Promise.all([...watches.values()].map((watch) => watch.over))
    await db()
      .pool.query("delete from lease where holder = $1 and name like 'node:%'", [holder])
      .catch(() => {})
  }
}

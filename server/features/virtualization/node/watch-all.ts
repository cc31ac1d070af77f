import { db } from '../../../db/pool.ts'
import { startReconciler } from '../../../tasks/reconciler.ts'
import { NODE } from './nudge.ts'
import { watchNode } from './watch.ts'

const LEASE_MS = 6_000

/**
 * Watches every attached node, each from one process at a time: a lease per node, renewed while this process lives, taken
 * over by another when it does not; a process that was paused gives its watches up before it does anything else. Returns the
 * way to stop.
 */
export function startNodeWatch(): () => Promise<void> {
  const watches = startReconciler({
    name: NODE,
    async keys() {
      const { rows } = await db().pool.query<{ id: number }>(
        `select id from node where host_key is not null and state in ('active', 'unavailable')`,
      )
      return rows.map((row) => String(row.id))
    },
    intervalMs: 1_000,
    leaseMs: LEASE_MS,
    concurrency: Number.POSITIVE_INFINITY,
    run: (key, signal) => watchNode(Number(key), signal),
  })
  return () => watches.stop()
}

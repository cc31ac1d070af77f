import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { storageKind, storageKinds } from '../../../domain/storage/kinds.ts'
import { log } from '../../../process/log.ts'
import { nudge, startReconciler } from '../../../tasks/reconciler.ts'
import { examine } from './connect.ts'
import { reconcile } from './reconcile.ts'
import { isLivedOn } from './sql.ts'
import { rollUpStorageUse } from './use.ts'

const MINUTE = 60_000
const NAME = 'storage'
const connecting = storageKinds.filter((kind) => storageKind[kind].connects)

/**
 * Storages of a node that were not checked for five minutes, or not compared with the records for a day. One that was never
 * active is connected first, each time. One that takes no new disks is checked as long as something is kept there.
 */
const DUE = `
  select ns.storage_id, ns.connected_at is null as is_new, coalesce(ns.checked_at < now() - interval '5 minutes', true) as to_check,
         c.virtualization_type <> 'lxd' and coalesce(ns.listed_at < now() - interval '1 day', true) as to_list
    from node_storage ns join storage s on s.id = ns.storage_id and s.type = any($2) join node n on n.id = ns.node_id
    join cluster c on c.id = n.cluster_id
    join cluster_storage cs on cs.cluster_id = n.cluster_id and cs.storage_id = s.id and (cs.enabled or ${isLivedOn('s.id', 'n.id')})
   where ns.node_id = $1 and n.state = 'active' order by ns.storage_id`
type Due = { storage_id: number; is_new: boolean; to_check: boolean; to_list: boolean }

/** Checks the storages of all nodes, each node from one process at a time, and keeps their use over time. @returns a function that stops it */
export function startStorageWatch(): () => Promise<void> {
  const running = [
    startReconciler({
      name: NAME,
      intervalMs: MINUTE,
      async keys() {
        const { rows } = await db().pool.query<{ id: number }>(
          `select id from node n where state = 'active' and exists (select from node_storage ns where ns.node_id = n.id)`,
        )
        return rows.map(({ id }) => String(id))
      },
      run: (key, signal) => lookAt(Number(key), signal),
    }),
    startReconciler({ name: 'storage_use', intervalMs: 10 * MINUTE, run: (_, signal) => rollUpStorageUse(signal) }),
  ]
  return async () => void (await Promise.all(running.map((one) => one.stop())))
}

/** Has the storages of a node checked now. */
export const nudgeStorages = (work: Work, node_id: number) => nudge(work, NAME, node_id)

/**
 * Checks the storages of a node that are due. An unforeseen failure of one does not keep the others from being checked.
 * @throws the first of such failures, at the end
 */
export async function lookAt(node_id: number, signal: AbortSignal): Promise<void> {
  const { rows } = await db().pool.query<Due>(DUE, [node_id, connecting])
  const faults: unknown[] = []
  for (const due of rows) {
    signal.throwIfAborted()
    try {
      await lookAtOne(node_id, due, signal)
    } catch (error) {
      signal.throwIfAborted()
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}

async function lookAtOne(node_id: number, { storage_id, is_new, to_check, to_list }: Due, signal: AbortSignal) {
  const fault = to_check ? await examine({ storage_id, node_id, connect: is_new }, signal) : null
  if (fault !== null || !to_list) return
  try {
    await reconcile(storage_id, node_id, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof PanelError)) throw error
    log.warn({ node_id, storage_id, cause: error.message }, 'the volumes of a storage could not be listed')
  }
}

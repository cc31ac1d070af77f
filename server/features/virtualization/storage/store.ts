import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { StorageReading } from '../../../drivers/storage/types.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { promised } from './sql.ts'
import { HOUR_S } from './use.ts'

export type Found = { reading: StorageReading } | { fault: string; isNodeAway: boolean }

/** The result of a check that threw, also of one that ran into its limit of so many seconds. Faults of the panel itself are thrown on. */
export function foundOf(fault: unknown, patience_s: number): Found {
  if (fault instanceof Error && fault.name === 'TimeoutError')
    return {
      fault: stored(msg`The storage does not answer: the node was asked for ${patience_s} s`),
      isNodeAway: false,
    }
  if (!(fault instanceof PanelError)) throw fault
  return { fault: stored(fault.text), isNodeAway: fault.code === 'device_unreachable' }
}

/** A storage whose node does not answer is unknown, not failed. */
const stateOf = (found: Found) => {
  if ('fault' in found) return found.isNodeAway ? 'unknown' : 'failed'
  return found.reading.lost ? 'degraded' : 'active'
}

const STORE = `
  with old as (select * from node_storage where storage_id = $1::int and node_id = $2::int for update),
  new as (
    update node_storage ns set state = $3, error = $4, checked_at = now(),
           connected_at = case when $5::bigint is null then ns.connected_at else coalesce(ns.connected_at, now()) end,
           error_at = case when $4::text is null then null else coalesce(old.error_at, now()) end,
           total_mib = coalesce($5::bigint, ns.total_mib), used_mib = coalesce($6::bigint, ns.used_mib)
      from old where ns.storage_id = old.storage_id and ns.node_id = old.node_id returning ns.*),
  kept as (
    insert into storage_use (storage_id, node_id, level, at, total_mib, used_mib, promised_mib)
    select n.storage_id, n.node_id, ${HOUR_S}, date_bin('1 hour', now(), 'epoch'), n.total_mib, n.used_mib, ${promised('n.storage_id', 'n.node_id')}
      from new n join storage s on s.id = n.storage_id where $5::bigint is not null
    on conflict (storage_id, node_id, level, at) do update
       set total_mib = excluded.total_mib, used_mib = excluded.used_mib, promised_mib = excluded.promised_mib)
  select old.state <> new.state or old.error is distinct from new.error as moved, new.enabled from old, new`

/** Notes how a storage is on a node. */
export async function storeFound(work: Work, storage_id: number, node_id: number, found: Found): Promise<void> {
  const reading = 'reading' in found ? found.reading : null
  const lost = reading?.lost ? stored(msg`Redundancy is lost: ${reading.lost}`) : null
  const error = 'fault' in found ? found.fault : lost
  const state = stateOf(found)
  const values = [storage_id, node_id, state, error, reading?.total_mib ?? null, reading?.used_mib ?? null]
  const [row] = await work.sql<{ moved: boolean }>(STORE, values)
  if (row?.moved) storageChanged(work, storage_id, { state })
}

/** Notes a change of a storage for those who look at it. */
export const storageChanged = (work: Work, id: number, data?: Record<string, unknown>) =>
  changed(work, { entity: 'storage', entity_id: id, event: 'update', ...(data && { data }) })

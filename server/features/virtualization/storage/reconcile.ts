import { alone } from '../../../db/advisory.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import type { StorageVolume } from '../../../drivers/storage/types.ts'
import { openStorage } from './connect.ts'
import { isOwnName } from './own-names.ts'
import { IS_SHARED } from './sql.ts'
import { storageChanged } from './store.ts'

const UNKNOWN = `
  insert into storage_finding (storage_id, node_id, kind, name, size_mib, seen_at)
  select $1::int, $2::int, 'volume', v.name, v.size_mib, now() from jsonb_to_recordset($3::jsonb) as v(name text, size_mib bigint)
   where not ${isOwnName}
  on conflict (storage_id, node_id, kind, name) do update set size_mib = excluded.size_mib, seen_at = excluded.seen_at returning id`

// Of a shared storage too only the disks of this node: what another one has written may not be seen here yet.
const GONE = `
  insert into storage_finding (storage_id, node_id, kind, name, size_mib, disk_id, seen_at)
  select $1::int, $2::int, 'disk', substring(d.path from '[^/]+$'), d.size_mib, d.id, now()
    from disk d left join host h on h.id = d.host_id
   where d.storage_id = $1::int and d.node_id = $2::int and d.path is not null and d.state = 'active'
     and jsonb_array_length(coalesce(h.queue, '[]')) = 0
     and not exists (select from jsonb_to_recordset($3::jsonb) as v(name text) where d.path like '%/' || replace(replace(v.name, '%', '\\%'), '_', '\\_'))
  on conflict (storage_id, node_id, kind, name) do update set seen_at = excluded.seen_at returning id`

// What all nodes see is listed by each of them, and is still one volume: its finding is that of the node that has listed it last.
const ONCE = `
  delete from storage_finding f using storage_finding g
   where f.storage_id = $1::int and f.kind = 'volume' and g.storage_id = f.storage_id and g.kind = f.kind and g.name = f.name and g.id < f.id
     and exists (select from storage s where s.id = f.storage_id and ${IS_SHARED}) returning f.id`
const TAKE_OVER = `
  update storage_finding f set node_id = $2::int from storage s
   where f.storage_id = $1::int and f.kind = 'volume' and f.node_id <> $2::int and s.id = f.storage_id and ${IS_SHARED} returning f.id`

/** Compares the volumes of a storage on a node with the records, and notes what has no counterpart. Nothing is removed by this. */
export async function reconcile(storage_id: number, node_id: number, signal: AbortSignal): Promise<void> {
  const volumes = await (await openStorage(storage_id, node_id, signal))?.volumes(signal)
  if (volumes) await transaction((work) => noteDifferences(work, storage_id, node_id, volumes))
}

async function noteDifferences(work: Work, storage_id: number, node_id: number, volumes: readonly StorageVolume[]) {
  const values = [storage_id, node_id, JSON.stringify(volumes)]
  await alone(work, 'storage_findings', storage_id)
  await work.sql(ONCE, [storage_id])
  await work.sql(TAKE_OVER, [storage_id, node_id])
  const seen = [...(await work.sql<{ id: number }>(UNKNOWN, values)), ...(await work.sql<{ id: number }>(GONE, values))]
  const ids = seen.map(({ id }) => id)
  const { count } = await work.tx.storage_finding.deleteMany({ where: { storage_id, node_id, id: { notIn: ids } } })
  await work.tx.node_storage.updateMany({ where: { storage_id, node_id }, data: { listed_at: new Date() } })
  if (seen.length > 0 || count > 0) storageChanged(work, storage_id)
}

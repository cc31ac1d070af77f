import { db } from '../../db/pool.ts'
import type { Work } from '../../db/transaction.ts'
import { storageCan } from '../../domain/storage/kinds.ts'
import { storageEndpoints } from '../../features/virtualization/storage/endpoints.ts'
import { clusterStorageEndpoints } from '../../features/virtualization/storage/place-endpoints.ts'
import { tagEndpoints } from '../../features/virtualization/tag/endpoints.ts'
import type { frontDoor } from './front-door.ts'
import { demoStorages, demoTags } from './plan/storages.ts'

type Ask = Awaited<ReturnType<typeof frontDoor>>

/** Makes the storages of the demo, and attaches those that nodes can be connected to. @returns ids by name, and what is under way */
export async function loadStorages(ask: Ask, cluster: number) {
  const { prisma } = db()
  const tags = new Map<string, number>()
  for (const tag of demoTags) {
    const known = await prisma.storage_tag.findUnique({ where: { name: tag.name } })
    tags.set(tag.name, (known ?? (await ask(tagEndpoints.create, { body: tag }))).id)
  }
  const ids: Record<string, number> = {}
  const tasks: number[] = []
  for (const { name, type, params = {}, comment, pool, tags: carried = [] } of demoStorages) {
    const known = await prisma.storage.findUnique({ where: { name } })
    const chosen = carried.flatMap((tag) => tags.get(tag) ?? [])
    const body = { name, type, storage_params: params, tags: chosen, ...(comment && { comment }) }
    const id = (known ?? (await ask(storageEndpoints.create, { body }))).id
    ids[name] = id
    const at = { cluster_id: cluster, storage_id: id }
    if (!pool || (await prisma.cluster_storage.count({ where: at })) > 0) continue
    const attach = { virt_pool: pool, hdd_overselling: storageCan(type, 'thin') ? 2 : 1, ignore_checks: true }
    tasks.push((await ask(clusterStorageEndpoints.attachStorage, { params: at, body: attach })).task)
  }
  // Of another system: such records come with its data, and cannot be made.
  await prisma.storage.upsert({
    where: { name: 'iscsi-legacy' },
    create: { name: 'iscsi-legacy', type: 'iscsi', is_network: true, comment: 'Shown only' },
    update: {},
  })
  return { ids, tasks, tags: [...tags.values()] }
}

const SLOTS = `
  select 3600 as level, at from generate_series(date_bin('1 hour', now() - interval '14 days', 'epoch'), now() - interval '1 hour', '1 hour') at
   union all
  select 86400, at from generate_series(date_bin('1 day', now() - interval '120 days', 'epoch'), now() - interval '1 day', '1 day') at`

/** Writes how the storages of a cluster filled up, as if it had been measured; one that is nearly full has done so fast. */
export async function writeStorageHistory(work: Work, cluster_id: number): Promise<void> {
  await work.sql(
    `insert into storage_use (storage_id, node_id, level, at, total_mib, used_mib, promised_mib)
     select ns.storage_id, ns.node_id, s.level, s.at, ns.total_mib, (ns.used_mib * x.share)::bigint, (p.mib * x.share)::bigint
       from node_storage ns join node n on n.id = ns.node_id and n.cluster_id = $1::int cross join (${SLOTS}) s
      cross join lateral (select extract(epoch from now() - s.at) / 86400 as ago) y
      cross join lateral (select (1 - 0.28 * y.ago / 120 - case when ns.used_mib * 10 > ns.total_mib * 9 then 0.006 * least(y.ago, 40) else 0 end
               + 0.008 * sin(extract(epoch from s.at) / 200000 + ns.storage_id))::float8 as share) x
      join storage st on st.id = ns.storage_id
      cross join lateral (select coalesce(sum(d.size_mib), 0) as mib from disk d where d.storage_id = ns.storage_id and (st.is_network or d.node_id = ns.node_id)) p
      where ns.total_mib > 0
     on conflict do nothing returning 1`,
    [cluster_id],
  )
}

/** What deleting the cluster leaves of them. */
export async function removeStorages(work: Work, demo: { storages?: number[]; tags?: number[] }): Promise<void> {
  await work.tx.storage.deleteMany({
    where: { OR: [{ id: { in: demo.storages ?? [] } }, { name: 'iscsi-legacy', type: 'iscsi' }] },
  })
  await work.tx.storage_tag.deleteMany({ where: { id: { in: demo.tags ?? [] } } })
}

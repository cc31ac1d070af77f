import type { Context } from '../../../api/context.ts'
import { requireLinks, requireRow } from '../../../api/links.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { inUse, notFound } from '../../../domain/shared/errors.ts'
import { lastChange } from '../../../events/change-feed.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { lockStructure } from '../structure.ts'

/** VMs that a refusal names. */
const NAMED = 3

/** Connects a network to exactly these clusters: it is offered only there; to none, it is offered everywhere. */
export async function connectNetwork(ctx: Context, ipnet_id: number, clusters: readonly number[]) {
  await ctx.mutate(async (work) => {
    await lockStructure(work)
    await requireRow(work, 'ipnet', msg`Network`, ipnet_id)
    const wanted = await requireLinks(work, 'cluster', msg`Cluster`, 'clusters', clusters)
    await connect(work, ipnet_id, wanted, 'clusters')
  })
  return {}
}

/** Ids of the networks that are connected to a cluster. */
export async function networksOfCluster(cluster_id: number) {
  const last_notify = await lastChange()
  const cluster = await db().prisma.cluster.findUnique({ where: { id: cluster_id }, select: { id: true } })
  if (!cluster) throw notFound(msg`Cluster`, cluster_id)
  const rows = await db().prisma.ipnet_cluster.findMany({ where: { cluster_id }, orderBy: { ipnet_id: 'asc' } })
  return { last_notify, list: rows.map(({ ipnet_id }) => ipnet_id) }
}

/** Connects exactly these networks to a cluster; what they are connected to besides stays. */
export async function connectCluster(ctx: Context, cluster_id: number, networks: readonly number[]) {
  await ctx.mutate(async (work) => {
    await lockStructure(work)
    await requireRow(work, 'cluster', msg`Cluster`, cluster_id)
    const wanted = await requireLinks(work, 'ipnet', msg`Network`, 'dc_networks', networks)
    const before = await work.tx.ipnet_cluster.findMany({ where: { cluster_id } })
    const left = before.map(({ ipnet_id }) => ipnet_id).filter((id) => !wanted.includes(id))
    for (const id of [...wanted, ...left].sort((a, b) => a - b)) {
      const rows = await work.tx.ipnet_cluster.findMany({ where: { ipnet_id: id } })
      const others = rows.map((row) => row.cluster_id).filter((one) => one !== cluster_id)
      await connect(work, id, wanted.includes(id) ? [...others, cluster_id] : others, 'dc_networks')
    }
  })
  return {}
}

/** Refused while VMs of a cluster that is left out, or a server, have addresses of the network. */
async function connect(work: Work, ipnet_id: number, clusters: readonly number[], field: string): Promise<void> {
  // Waits for those who are taking addresses of it; those who come later wait for this.
  const [net] = await work.sql<{ name: string }>('select name from ipnet where id = $1::int for update', [ipnet_id])
  const before = (await work.tx.ipnet_cluster.findMany({ where: { ipnet_id } })).map(({ cluster_id }) => cluster_id)
  const same = before.length === clusters.length && clusters.every((id) => before.includes(id))
  if (same || !net) return
  if (clusters.length > 0) await rejectOthers(work, { ipnet_id, name: net.name, clusters, field })
  await work.tx.ipnet_cluster.deleteMany({ where: { ipnet_id } })
  await work.tx.ipnet_cluster.createMany({ data: clusters.map((cluster_id) => ({ ipnet_id, cluster_id })) })
  await work.tx.ipnet.update({ where: { id: ipnet_id }, data: { version: { increment: 1 } } })
  changed(work, { entity: 'ipnet', entity_id: ipnet_id, event: 'update' })
  for (const id of new Set([...before, ...clusters]))
    changed(work, { entity: 'cluster', entity_id: id, event: 'update' })
}

type Wanted = { ipnet_id: number; name: string; clusters: readonly number[]; field: string }

async function rejectOthers(work: Work, { ipnet_id, name, clusters, field }: Wanted): Promise<void> {
  const users = await work.sql<{ name: string; total: number }>(
    `select u.name, count(*) over ()::int as total from (
       select h.id, h.name from ip i join host h on h.id = i.host_id where i.ipnet_id = $1::int and h.cluster_id <> all ($2::int[])
       union select s.id, s.name from ip i join server s on s.id = i.server_id where i.ipnet_id = $1::int) u
      order by u.name limit ${NAMED}`,
    [ipnet_id, [...clusters]],
  )
  const [first] = users
  if (!first) return
  const names = [...users.map((one) => one.name), ...(first.total > NAMED ? ['…'] : [])].join(', ')
  throw inUse(
    msg`${first.total} VMs or servers outside of these clusters have addresses of ${name} (${names}): release them first`,
    field,
  )
}

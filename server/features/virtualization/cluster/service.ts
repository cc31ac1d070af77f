import type { Context } from '../../../api/context.ts'
import { expected, stale, uniqueName } from '../../../api/edit.ts'
import type { ClusterCreate, ClusterEdit } from '../../../domain/cluster/schema.ts'
import { inUse, invalidInput, notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { assignPools, checkNetworks } from '../../network/ippool/of-cluster.ts'
import { assignLocations } from '../backup-location/of-cluster.ts'
import { assignOs } from '../os/catalogue.ts'
import { forgetStorages, makeFirstStorage } from '../storage/of-cluster.ts'
import { clusterCreateTask } from './tasks.ts'
import { available } from './unavailable.ts'

/** Makes a cluster with a file storage of its own as the main one. Answers the id and the task that finished it. */
export async function createCluster(ctx: Context, body: ClusterCreate) {
  const { os, interfaces, dns_servers, balancer_config, host_filter, backup_locations, ...plain } = available(body)
  checkTimeZone(body.time_zone)
  return uniqueName(msg`A cluster`, body.name, () =>
    ctx.mutate(async (work) => {
      await checkNetworks(work, interfaces)
      const cluster = await work.tx.cluster.create({
        data: {
          ...plain,
          dns_servers: dns_servers ?? [],
          interfaces: interfaces ?? [],
          host_filter: host_filter ?? [],
          ...(balancer_config && { balancer_config }),
        },
      })
      await makeFirstStorage(work, cluster)
      await assignPools(work, cluster.id, interfaces)
      await assignOs(work, cluster.id, os)
      if (backup_locations) await assignLocations(work, cluster.id, backup_locations)
      changed(work, { entity: 'cluster', entity_id: cluster.id, event: 'create', everyone: true })
      const task = await enqueue(
        work,
        clusterCreateTask,
        { cluster_id: cluster.id },
        {
          registry_id: cluster.id,
          entity: 'cluster',
          account_id: ctx.actor.account_id,
        },
      )
      return { id: cluster.id, task: task.consul_id }
    }),
  )
}

/** Changes a cluster. Nothing of this is work on nodes yet, so `tasks` is empty. */
export async function editCluster(ctx: Context, id: number, body: ClusterEdit) {
  const { os, interfaces, dns_servers, balancer_config, backup_locations, ...plain } = available(body)
  checkTimeZone(body.time_zone)
  await uniqueName(msg`A cluster`, body.name, () =>
    ctx.mutate(async (work) => {
      await checkNetworks(work, interfaces)
      const { count } = await work.tx.cluster.updateMany({
        where: { id, state: 'active', ...expected(ctx) },
        data: {
          ...plain,
          ...(dns_servers !== undefined && { dns_servers: dns_servers ?? [] }),
          ...(interfaces && { interfaces }),
          ...(balancer_config && { balancer_config }),
          version: { increment: 1 },
        },
      })
      if (count === 0) {
        if ((await work.tx.cluster.count({ where: { id } })) === 0) throw notFound(msg`Cluster`, id)
        throw stale(msg`Cluster`, id)
      }
      if (interfaces) await assignPools(work, id, interfaces)
      if (os) await assignOs(work, id, os)
      if (backup_locations) await assignLocations(work, id, backup_locations)
      changed(work, { entity: 'cluster', entity_id: id, event: 'update', everyone: true })
    }),
  )
  return { id, tasks: [] }
}

/** Removes an empty cluster together with the storages that served it alone. */
export async function deleteCluster(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const { count } = await work.tx.cluster.updateMany({ where: { id, state: 'active' }, data: { state: 'deleting' } })
    if (count === 0) throw notFound(msg`Cluster`, id)
    const nodes = await work.tx.node.findMany({ where: { cluster_id: id }, select: { name: true }, take: 4 })
    if (nodes.length > 0)
      throw inUse(msg`The cluster still has nodes (${nodes.map((n) => n.name).join(', ')}): remove them first`)
    const storages = await work.tx.cluster_storage.findMany({ where: { cluster_id: id } })
    await work.tx.cluster.delete({ where: { id } })
    await forgetStorages(
      work,
      storages.map((row) => row.storage_id),
    )
    changed(work, { entity: 'cluster', entity_id: id, event: 'delete', everyone: true })
  })
  return { id, deleted: [{ id }] }
}

function checkTimeZone(zone: string | undefined) {
  if (zone === undefined) return
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw invalidInput(msg`${zone} is not a time zone`, 'time_zone')
  }
}

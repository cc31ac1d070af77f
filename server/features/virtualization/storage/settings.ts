import type { Context } from '../../../api/context.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { invalidInput, notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { type StorageKind, storageKind } from '../../../domain/storage/kinds.ts'
import { type WantedState, wantedStates } from '../../../domain/storage/states.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { attached, noteChange, requireOverselling } from './attach.ts'
import { requireEnabled } from './enabled.ts'
import { cannotConnect } from './place.ts'
import { storageChanged } from './store.ts'
import { storageCheckTask } from './tasks.ts'

/** Looks how a storage is on all nodes of a cluster. */
export async function checkOnCluster(ctx: Context, cluster_id: number, storage_id: number) {
  return ctx.mutate(async (work) => {
    const { row } = await attached(work, cluster_id, storage_id)
    requireDriver(row.type)
    return { id: storage_id, task: await queueCheck(work, ctx, storage_id, await nodesOf(work, cluster_id)) }
  })
}

/** The same on one node. */
export async function checkOnNode(ctx: Context, node_id: number, storage_id: number) {
  return ctx.mutate(async (work) => {
    const { row } = await onNode(work, node_id, storage_id)
    requireDriver(row.type)
    return { id: storage_id, task: await queueCheck(work, ctx, storage_id, [node_id]) }
  })
}

/** Connects the nodes of a cluster to a Ceph storage anew; the SSH key of its monitor host is learnt again. */
export async function connectCeph(ctx: Context, cluster_id: number, storage_id: number) {
  return ctx.mutate(async (work) => {
    const { row } = await attached(work, cluster_id, storage_id)
    if (row.type !== 'ceph') throw refused(msg`The storage ${row.name} is not Ceph: check it instead`, 'storage_id')
    requireDriver(row.type)
    // The administrator asks for it: the key of a monitor host that was installed anew is accepted.
    await work.tx.storage.update({ where: { id: storage_id }, data: { host_key: null } })
    const task = await queueCheck(work, ctx, storage_id, await nodesOf(work, cluster_id), true)
    return { id: storage_id, task, storages_tasks: [task] }
  })
}

/** Takes new disks of a cluster again, or none. The main one is always enabled. */
export async function enableOnCluster(ctx: Context, cluster_id: number, storage_id: number, enabled: boolean) {
  return ctx.mutate(async (work) => {
    const { row, at, home } = await attached(work, cluster_id, storage_id)
    if (!enabled && at.is_main)
      throw wrongState(
        msg`The storage ${row.name} is the main one of the cluster ${home.name}: make another one the main one first`,
      )
    await work.tx.cluster_storage.updateMany({ where: { cluster_id, storage_id }, data: { enabled } })
    noteChange(work, cluster_id, storage_id)
    const nodes = enabled && storageKind[row.type as StorageKind].connects ? await nodesOf(work, cluster_id) : []
    return { id: storage_id, task: await queueCheck(work, ctx, storage_id, nodes) }
  })
}

/** Makes a storage the one that disks of new VMs are on. */
export async function makeMain(ctx: Context, cluster_id: number, storage_id: number) {
  await ctx.mutate(async (work) => {
    const { row, at } = await attached(work, cluster_id, storage_id)
    requireEnabled(row, at.enabled)
    await work.tx.cluster_storage.updateMany({ where: { cluster_id, is_main: true }, data: { is_main: false } })
    await work.tx.cluster_storage.updateMany({ where: { cluster_id, storage_id }, data: { is_main: true } })
    noteChange(work, cluster_id, storage_id)
  })
  return { id: storage_id }
}

/** How many times its size may be promised to disks, on all nodes of a cluster that have no value of their own. */
export async function oversellOnCluster(ctx: Context, cluster_id: number, storage_id: number, value: number) {
  await ctx.mutate(async (work) => {
    const { row } = await attached(work, cluster_id, storage_id)
    requireOverselling(row.type as StorageKind, value, 'value')
    await work.tx.cluster_storage.updateMany({ where: { cluster_id, storage_id }, data: { hdd_overselling: value } })
    noteChange(work, cluster_id, storage_id)
  })
  return { value, hdd_overselling: value }
}

/** The same on one node. */
export async function oversellOnNode(ctx: Context, node_id: number, storage_id: number, value: number) {
  await ctx.mutate(async (work) => {
    const { row } = await onNode(work, node_id, storage_id)
    requireOverselling(row.type as StorageKind, value, 'value')
    await work.tx.node_storage.updateMany({ where: { node_id, storage_id }, data: { hdd_overselling: value } })
    storageChanged(work, storage_id)
  })
  return { value, hdd_overselling: value }
}

function wanted(state: string): WantedState {
  const found = wantedStates.find((one) => one === state)
  if (!found) throw invalidInput(msg`state: active or disabled`, 'state')
  return found
}

/** Disables a storage everywhere, or enables it. */
export async function changeState(ctx: Context, id: number, asked: string) {
  const state = wanted(asked)
  await ctx.mutate(async (work) => {
    // Before anything is judged by it, as where it is made the main one.
    await lockRow(work, 'storage', id)
    if (state === 'disabled') await requireNotMain(work, id)
    const { count } = await work.tx.storage.updateMany({ where: { id }, data: { state, version: { increment: 1 } } })
    if (count === 0) throw notFound(msg`Storage`, id)
    storageChanged(work, id, { state })
  })
  return { id }
}

/** A cluster always has a main storage that takes new disks. */
async function requireNotMain(work: Work, storage_id: number): Promise<void> {
  const [of] = await work.sql<{ storage: string; cluster: string }>(
    `select s.name as storage, c.name as cluster from cluster_storage cs
       join storage s on s.id = cs.storage_id join cluster c on c.id = cs.cluster_id
      where cs.storage_id = $1::int and cs.is_main order by c.id limit 1`,
    [storage_id],
  )
  if (of)
    throw wrongState(
      msg`The storage ${of.storage} is the main one of the cluster ${of.cluster}: make another one the main one first`,
    )
}

/** The same on one node. */
export async function changeStateOnNode(ctx: Context, storage_id: number, node_id: number, asked: string) {
  const enabled = wanted(asked) === 'active'
  await ctx.mutate(async (work) => {
    await onNode(work, node_id, storage_id)
    await work.tx.node_storage.updateMany({ where: { storage_id, node_id }, data: { enabled } })
    storageChanged(work, storage_id)
  })
  return { id: storage_id }
}

const nodesOf = async (work: Work, cluster_id: number) =>
  (await work.tx.node.findMany({ where: { cluster_id }, select: { id: true } })).map(({ id }) => id)

function requireDriver(kind: string) {
  if (!storageKind[kind as StorageKind]?.connects) throw cannotConnect(kind)
}

async function onNode(work: Work, node_id: number, storage_id: number) {
  const node = await work.tx.node.findUnique({ where: { id: node_id } })
  if (!node) throw notFound(msg`Node`, node_id)
  const { row } = await attached(work, node.cluster_id, storage_id)
  await work.sql(
    'insert into node_storage (storage_id, node_id) values ($1::int, $2::int) on conflict do nothing returning node_id',
    [storage_id, node_id],
  )
  return { node, row }
}

async function queueCheck(work: Work, ctx: Context, storage_id: number, node_ids: number[], connect = false) {
  const options = { registry_id: storage_id, entity: 'storage', account_id: ctx.actor.account_id }
  return (await enqueue(work, storageCheckTask, { storage_id, node_ids, connect }, options)).consul_id
}

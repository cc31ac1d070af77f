import type { cluster, storage } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { alone } from '../../../db/advisory.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import {
  alreadyExists,
  invalidField,
  invalidInput,
  notFound,
  PanelError,
  refused,
  wrongState,
} from '../../../domain/shared/errors.ts'
import { type StorageKind, storageKind } from '../../../domain/storage/kinds.ts'
import { overlaps, oversellingError, poolError } from '../../../domain/storage/rules.ts'
import type { StorageAttach, VirtPoolBody } from '../../../domain/storage/schema.ts'
import { changed } from '../../../events/changes.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { requireCapability } from '../host/placement.ts'
import { withDefaults } from './ceph.ts'
import { requireEnabled } from './enabled.ts'
import { rejectLiving } from './lives-on.ts'
import { cannotConnect, folderOf, type Pool, placeOf, volumesOf } from './place.ts'
import { storageChanged } from './store.ts'
import { storageAttachTask, storageDetachTask } from './tasks.ts'

const invalid = (words: Text) => invalidInput(words, 'virt_pool')

/** @throws PanelError `invalid_input` when more is to be promised than disks of this kind can take */
export function requireOverselling(kind: StorageKind, value: number | undefined, field: string): void {
  const wrong = oversellingError(kind, value)
  if (wrong) throw invalidField(field, wrong)
}

/** Attaches a storage to a cluster: the task connects each of its nodes, and takes the attachment back when one cannot be. */
export async function attachStorage(ctx: Context, cluster_id: number, storage_id: number, body: StorageAttach) {
  return ctx.mutate(async (work) => {
    const { home, row } = await both(work, cluster_id, storage_id)
    const kind = row.type as StorageKind
    const wrong = poolError(kind, body.virt_pool)
    if (wrong) throw invalid(msg`virt_pool.${wrong.field}: ${wrong.words}`)
    if (body.ha_params)
      throw refused(msg`High availability on storages is not there yet: leave ha_params out`, 'ha_params')
    if (!storageKind[kind].connects) throw cannotConnect(kind)
    requireOverselling(kind, body.hdd_overselling, 'hdd_overselling')
    if (body.is_main) requireEnabled(row)
    await requireCapability(work, { cluster_id }, 'storages')
    const pool = await freePlace(work, home, row, body.virt_pool)
    const { count } = await work.tx.cluster_storage.createMany({
      data: {
        cluster_id,
        storage_id,
        enabled: false,
        virt_pool: pool,
        ...(body.hdd_overselling !== undefined && { hdd_overselling: body.hdd_overselling }),
      },
      skipDuplicates: true,
    })
    if (count === 0) throw alreadyExists(msg`The storage ${row.name} is attached to the cluster ${home.name} already`)
    await work.sql(
      `insert into node_storage (storage_id, node_id, state) select $1::int, n.id, 'connecting' from node n where n.cluster_id = $2::int
       on conflict do nothing returning node_id`,
      [storage_id, cluster_id],
    )
    noteChange(work, cluster_id, storage_id)
    const input = { cluster_id, storage_id, is_main: body.is_main ?? false, ignore_checks: body.ignore_checks ?? false }
    const options = { registry_id: storage_id, entity: 'storage', account_id: ctx.actor.account_id }
    const { consul_id } = await enqueue(work, storageAttachTask, input, options)
    return { id: storage_id, task: consul_id, storages_tasks: [consul_id] }
  })
}

/** Detaches a storage on which no disks of the cluster are. Volumes stay; nodes let go of what they have mounted. */
export async function detachStorage(ctx: Context, cluster_id: number, storage_id: number) {
  await ctx.mutate(async (work) => {
    const { home, row, at } = await attached(work, cluster_id, storage_id)
    if (at.is_main)
      throw wrongState(
        msg`The storage ${row.name} is the main one of the cluster ${home.name}: make another one the main one first`,
      )
    await rejectLiving(work, row, cluster_id)
    const nodes = await work.tx.node.findMany({ where: { cluster_id }, select: { id: true } })
    const node_ids = nodes.map(({ id }) => id)
    await work.tx.cluster_storage.deleteMany({ where: { cluster_id, storage_id } })
    await work.tx.node_storage.deleteMany({ where: { storage_id, node_id: { in: node_ids } } })
    await work.tx.storage_finding.deleteMany({ where: { storage_id, node_id: { in: node_ids } } })
    noteChange(work, cluster_id, storage_id)
    const options = { registry_id: storage_id, entity: 'storage', account_id: ctx.actor.account_id }
    if (storageKind[row.type as StorageKind].connects)
      await enqueue(work, storageDetachTask, { cluster_id, storage_id, place: placeOf(row, at), node_ids }, options)
  })
  return { id: storage_id, deleted: [{ id: storage_id }] }
}

/** Storage and cluster, held; placements and other changes of the cluster's storages wait. */
async function both(work: Work, cluster_id: number, storage_id: number) {
  await alone(work, 'cluster_room', cluster_id)
  const home = await work.tx.cluster.findFirst({ where: { id: cluster_id, state: 'active' } })
  if (!home) throw notFound(msg`Cluster`, cluster_id)
  await lockRow(work, 'storage', storage_id)
  const row = await work.tx.storage.findUnique({ where: { id: storage_id } })
  if (!row) throw notFound(msg`Storage`, storage_id)
  return { home, row }
}

/** The same of a storage that is attached. @throws PanelError `not_found` where it is not */
export async function attached(work: Work, cluster_id: number, storage_id: number) {
  const { home, row } = await both(work, cluster_id, storage_id)
  const where = { cluster_id_storage_id: { cluster_id, storage_id } }
  const at = await work.tx.cluster_storage.findUnique({ where })
  if (!at)
    throw new PanelError('not_found', msg`The storage ${row.name} is not attached to the cluster ${home.name}`, {
      value: String(storage_id),
    })
  return { home, row, at }
}

/**
 * Where volumes go, as it is stored. A folder, volume group or pool belongs to one storage of a cluster alone.
 * @throws PanelError `invalid_input` when something else of the cluster is there
 */
async function freePlace(work: Work, home: cluster, row: storage, asked: VirtPoolBody) {
  const place = volumesOf(row.type, asked)
  for (const [what, path] of [
    [msg`system images`, home.os_storage_path],
    [msg`images`, home.image_storage_path],
  ] as const)
    if (overlaps(place, path.replace(/(?<=.)\/+$/, '')))
      throw invalid(msg`virt_pool: the cluster ${home.name} keeps its ${what} in ${path}: choose another folder`)
  const others = await work.sql<Other>(
    'select s.name, s.type, cs.virt_pool from cluster_storage cs join storage s on s.id = cs.storage_id where cs.cluster_id = $1::int and s.id <> $2::int',
    [home.id, row.id],
  )
  const other = others.find(({ type, virt_pool }) => overlaps(place, volumesOf(type, virt_pool)))
  if (other)
    throw invalid(
      msg`virt_pool: the storage ${other.name} of this cluster is at this place already: choose another one`,
    )
  if (row.type === 'ceph') return freeRbdPool(others, asked)
  return folderOf(row.type, asked) === null ? asked : { ...asked, vm_storage_path: place }
}

type Other = { name: string; type: string; virt_pool: unknown }

/** Nodes know a pool by its name alone, also when two pools are of different users or clusters of Ceph. */
function freeRbdPool(others: readonly Other[], asked: VirtPoolBody) {
  const same = others.find(
    ({ type, virt_pool }) => type === 'ceph' && (virt_pool as Pool).rbd_pool_name === asked.rbd_pool_name,
  )
  if (same)
    throw invalid(msg`virt_pool: the storage ${same.name} of this cluster has a pool of this name: choose another one`)
  return { ...asked, ...withDefaults(asked) }
}

/** Notes that storages of a cluster have changed. */
export function noteChange(work: Work, cluster_id: number, storage_id: number): void {
  storageChanged(work, storage_id)
  changed(work, { entity: 'cluster', entity_id: cluster_id, event: 'update', everyone: true })
}

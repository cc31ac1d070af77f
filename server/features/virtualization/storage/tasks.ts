import { z } from 'zod'
import { alone } from '../../../db/advisory.ts'
import { db } from '../../../db/pool.ts'
import { lockRow } from '../../../db/transaction.ts'
import { deviceRejected, PanelError } from '../../../domain/shared/errors.ts'
import type { StoragePlace } from '../../../drivers/storage/types.ts'
import { joined, msg, quote } from '../../../shared/text.ts'
import { defineTask, type SettleContext } from '../../../tasks/define.ts'
import { nodeConnection } from '../node/connections.ts'
import { examine } from './connect.ts'
import { requireEnabled } from './enabled.ts'
import { placeOf } from './place.ts'
import { storageChanged } from './store.ts'

/** For all nodes together. */
const LONG = 30 * 60_000
/** For one of them. */
const SHORT = 3 * 60_000
/** Nodes that are named in a failure. */
const NAMED = 3

const locks = ({ storage_id }: { storage_id: number }) => [`storage:${storage_id}`]

type Node = { id: number; name: string }

/** Examines a storage on nodes side by side, each a step. @returns the nodes where it cannot be used, with the cause */
async function examineAll(t: SettleContext, storage_id: number, nodes: readonly Node[], connect: boolean) {
  const faults = await Promise.all(
    nodes.map(async (node) => {
      const look = (signal: AbortSignal) => examine({ storage_id, node_id: node.id, connect }, signal)
      return { node, fault: await t.step(`node_${node.id}`, look, { timeoutMs: SHORT }) }
    }),
  )
  return faults.flatMap(({ node, fault }) => (fault === null ? [] : [{ node, fault }]))
}

function failure(faults: Awaited<ReturnType<typeof examineAll>>): PanelError {
  const some = faults.slice(0, NAMED).map(({ node, fault }) => msg`${node.name}: ${quote(fault)}`)
  return deviceRejected(msg`The storage cannot be used on ${faults.length} nodes: ${joined(some, '; ')}`)
}

const nodesOf = (cluster_id: number) =>
  db().prisma.node.findMany({
    where: { cluster_id, state: 'active' },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
  })

export const storageAttachTask = defineTask({
  name: 'storage_attach',
  title: 'Attach storage',
  input: z.object({ cluster_id: z.int(), storage_id: z.int(), is_main: z.boolean(), ignore_checks: z.boolean() }),
  locks,
  timeoutMs: LONG,
  async run(t, { cluster_id, storage_id, is_main, ignore_checks }) {
    t.progress(5, msg`Connecting the nodes`)
    const nodes = await t.step('nodes', () => nodesOf(cluster_id))
    const faults = await examineAll(t, storage_id, nodes, true)
    if (faults.length > 0 && !ignore_checks) throw failure(faults)
    await t.stepTx('attach', async (work) => {
      await alone(work, 'cluster_room', cluster_id)
      await lockRow(work, 'storage', storage_id)
      if (is_main) requireEnabled(await work.tx.storage.findUniqueOrThrow({ where: { id: storage_id } }))
      if (is_main) await work.tx.cluster_storage.updateMany({ where: { cluster_id }, data: { is_main: false } })
      await work.tx.cluster_storage.updateMany({ where: { cluster_id, storage_id }, data: { enabled: true, is_main } })
      await work.tx.node_storage.updateMany({ where: { storage_id, state: 'connecting' }, data: { state: 'unknown' } })
      storageChanged(work, storage_id)
    })
    return { connected: nodes.length - faults.length, failed: faults.length }
  },
  /** What could not be attached is attached nowhere; nodes let go of it. */
  async settle(t, { cluster_id, storage_id }, outcome) {
    if (outcome.status === 'complete') return
    const { prisma } = db()
    const where = { cluster_id_storage_id: { cluster_id, storage_id } }
    const at = await prisma.cluster_storage.findUnique({ where })
    const row = await prisma.storage.findUnique({ where: { id: storage_id } })
    if (!at || !row || at.enabled) return
    const nodes = await nodesOf(cluster_id)
    await letGo(t, nodes, placeOf(row, at))
    await t.stepTx('take_back', async (work) => {
      await work.tx.cluster_storage.deleteMany({ where: { cluster_id, storage_id, enabled: false } })
      await work.sql(
        `delete from node_storage ns using node n where n.id = ns.node_id and ns.storage_id = $1::int and n.cluster_id = $2::int returning ns.node_id`,
        [storage_id, cluster_id],
      )
      storageChanged(work, storage_id)
    })
  },
})

/** Nodes that do not answer stay connected; the record is removed all the same. */
async function letGo(t: SettleContext, nodes: readonly { id: number }[], place: StoragePlace) {
  await Promise.all(
    nodes.map(({ id }) =>
      t.step(
        `let_go_${id}`,
        async (signal) => {
          try {
            await (await nodeConnection(id, signal)).storage(place).disconnect(signal)
          } catch (fault) {
            if (!(fault instanceof PanelError)) throw fault
            t.log.warn({ node: id, cause: fault.message }, 'a node did not let go of a storage')
          }
        },
        { timeoutMs: SHORT },
      ),
    ),
  )
}

const identity = z.string()
const place = z.union([
  z.object({ kind: z.literal('file'), identity, folder: z.string(), takesOver: z.boolean().optional() }),
  z.object({ kind: z.literal('lvm'), identity, group: z.string() }),
  z.object({ kind: z.literal('network_lvm'), identity, group: z.string() }),
  z.object({ kind: z.literal('zfs'), identity, pool: z.string() }),
  z.object({ kind: z.literal('nas'), identity, folder: z.string(), address: z.string(), path: z.string() }),
  z.object({ kind: z.literal('ceph'), identity, pool: z.string(), user: z.string() }),
])

export const storageDetachTask = defineTask({
  name: 'storage_detach',
  title: 'Detach storage',
  input: z.object({ cluster_id: z.int(), storage_id: z.int(), place, node_ids: z.array(z.int()) }),
  locks,
  timeoutMs: LONG,
  async run(t, { place: from, node_ids }) {
    await letGo(
      t,
      node_ids.map((id) => ({ id })),
      from,
    )
  },
})

export const storageCheckTask = defineTask({
  name: 'storage_check',
  title: 'Check storage',
  /** No nodes: there is nothing to look at, as after it was disabled. */
  input: z.object({ storage_id: z.int(), node_ids: z.array(z.int()), connect: z.boolean().default(false) }),
  locks,
  timeoutMs: LONG,
  async run(t, { storage_id, node_ids, connect }) {
    const nodes = await t.step('nodes', () =>
      db().prisma.node.findMany({ where: { id: { in: node_ids }, state: 'active' }, select: { id: true, name: true } }),
    )
    const faults = await examineAll(t, storage_id, nodes, connect)
    if (faults.length > 0) throw failure(faults)
    return { checked: nodes.length }
  },
})

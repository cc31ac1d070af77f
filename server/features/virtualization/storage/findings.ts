import { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import { requireRow } from '../../../api/links.ts'
import { db } from '../../../db/pool.ts'
import { inUse, notFound, refused } from '../../../domain/shared/errors.ts'
import { isVolumeName } from '../../../drivers/storage/types.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { openStorage } from './connect.ts'
import { isOwnName } from './own-names.ts'
import { reconcile } from './reconcile.ts'
import { storageChanged } from './store.ts'

/** Deletes a volume that no record knows. @throws PanelError when a record knows it by now, or when it is a record whose volume is gone */
export async function removeFinding(ctx: Context, storage_id: number, id: number) {
  return ctx.mutate(async (work) => {
    const row = await work.tx.storage_finding.findFirst({ where: { id, storage_id } })
    if (!row) throw notFound(msg`Difference`, id)
    if (row.kind !== 'volume')
      throw refused(msg`The volume of this disk is gone: restore it, or delete the disk`, 'finding_id')
    if (!isVolumeName(row.name))
      throw refused(
        msg`The name of this volume has characters that the panel does not use: remove it on the node`,
        'finding_id',
      )
    const options = { registry_id: storage_id, entity: 'storage', account_id: ctx.actor.account_id }
    const { consul_id } = await enqueue(work, storageRemoveVolumeTask, { storage_id, finding_id: id }, options)
    return { id: storage_id, task: consul_id }
  })
}

/** Compares the volumes of a storage with the records now. */
export async function compareNow(ctx: Context, storage_id: number) {
  return ctx.mutate(async (work) => {
    await requireRow(work, 'storage', msg`Storage`, storage_id)
    const comparable = await work.sql(
      `select 1 from cluster_storage cs join cluster c on c.id = cs.cluster_id
        where cs.storage_id = $1::int and c.virtualization_type <> 'lxd' limit 1`,
      [storage_id],
    )
    if (comparable.length === 0)
      throw refused(msg`No cluster of virtual machines uses this storage: volumes of containers are not compared`)
    const options = { registry_id: storage_id, entity: 'storage', account_id: ctx.actor.account_id }
    const { consul_id } = await enqueue(work, storageCompareTask, { storage_id }, options)
    return { id: storage_id, task: consul_id }
  })
}

const locks = ({ storage_id }: { storage_id: number }) => [`storage:${storage_id}`]

export const storageRemoveVolumeTask = defineTask({
  name: 'storage_remove_volume',
  title: 'Delete unknown volume',
  input: z.object({ storage_id: z.int(), finding_id: z.int() }),
  locks,
  timeoutMs: 10 * 60_000,
  async run(t, { storage_id, finding_id }) {
    const removed = await t.step('remove', async (signal) => {
      const row = await db().prisma.storage_finding.findFirst({ where: { id: finding_id, storage_id } })
      if (!row) return null
      // Looked at again right before: a record may have come meanwhile.
      const { rows } = await db().pool.query<{ known: boolean }>(
        `select ${isOwnName} as known from (select $2::text as name) v`,
        [storage_id, row.name],
      )
      if (rows[0]?.known) throw inUse(msg`The volume ${row.name} belongs to a VM or a disk by now: it stays`)
      await (await openStorage(storage_id, row.node_id, signal))?.removeVolume(row.name, signal)
      return row.name
    })
    await t.stepTx('forget', async (work) => {
      await work.tx.storage_finding.deleteMany({ where: { id: finding_id } })
      storageChanged(work, storage_id)
    })
    return { removed }
  },
})

export const storageCompareTask = defineTask({
  name: 'storage_compare',
  title: 'Compare storage with records',
  input: z.object({ storage_id: z.int() }),
  locks,
  timeoutMs: 30 * 60_000,
  async run(t, { storage_id }) {
    const nodes = await t.step('nodes', () =>
      db().prisma.node_storage.findMany({
        where: { storage_id, state: { in: ['active', 'degraded'] } },
        select: { node_id: true },
      }),
    )
    for (const { node_id } of nodes)
      await t.step(`node_${node_id}`, (signal) => reconcile(storage_id, node_id, signal), { timeoutMs: 5 * 60_000 })
    return { nodes: nodes.length }
  },
})

import type { Context } from '../../../api/context.ts'
import { expected, stale } from '../../../api/edit.ts'
import { requireLinks } from '../../../api/links.ts'
import type { OsEdit } from '../../../domain/os/schema.ts'
import { inUse, notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { rejectOther } from './catalogue.ts'
import { osChanged } from './changes.ts'
import { licenceColumns, rejectLicence } from './licence.ts'

/** Changes what the panel adds to a system: who may choose it, where, and licence words. */
export async function editOs(ctx: Context, id: number, body: OsEdit) {
  const { clusters, product_key, kms_ip, kms_port, ...own } = body
  const data = { ...own, ...licenceColumns(id, { product_key, kms_ip, kms_port }) }
  await ctx.mutate(async (work) => {
    const before = await work.tx.os.findUnique({ where: { id } })
    if (before) rejectLicence(before, body)
    const { count } = await work.tx.os.updateMany({
      where: { id, ...expected(ctx) },
      data: { ...data, version: { increment: 1 } },
    })
    if (count === 0) {
      if (!before) throw notFound(msg`System`, id)
      throw stale(msg`System`, id)
    }
    if (clusters) {
      const wanted = await requireLinks(work, 'cluster', msg`Cluster`, 'clusters', clusters)
      const found = await work.tx.cluster.findMany({ where: { id: { in: wanted } } })
      if (before) for (const one of found) rejectOther(one, before, 'clusters')
      await work.tx.os_cluster.deleteMany({ where: { os_id: id } })
      if (wanted.length)
        await work.tx.os_cluster.createMany({ data: wanted.map((cluster_id) => ({ os_id: id, cluster_id })) })
    }
    // Users who saw it before have to be notified that they no longer do.
    osChanged(work, { id, adminonly: (before?.adminonly ?? true) && (data.adminonly ?? true) }, 'update')
  })
  return { id, tasks: [] }
}

/** Takes a system out of the catalogue. It comes back when its repository is read again and still has it. */
export async function deleteOs(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const creating = await work.tx.host.count({ where: { os_id: id, state: 'creating' } })
    if (creating > 0) throw inUse(msg`${creating} VMs are being created from this system: wait until they are ready`)
    const known = await work.tx.os.findUnique({ where: { id } })
    const { count } = await work.tx.os.deleteMany({ where: { id } })
    if (!known || count === 0) throw notFound(msg`System`, id)
    osChanged(work, known, 'delete')
  })
  return { id, deleted: [{ id }] }
}

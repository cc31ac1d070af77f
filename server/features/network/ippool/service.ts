import type { Context } from '../../../api/context.ts'
import { uniqueName, writeEdit } from '../../../api/edit.ts'
import { requireRow } from '../../../api/links.ts'
import type { Work } from '../../../db/transaction.ts'
import { type PoolClusters, type PoolEdit, PUBLIC } from '../../../domain/ippool/schema.ts'
import { invalidInput, missingLink, notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { lockStructure, rejectUsed, requireLocation } from '../structure.ts'

const MAX_NAME = 255

function checkName(name: string) {
  const plain = name.trim()
  if (plain === '') throw invalidInput(msg`name: a pool needs a name`, 'name')
  if (plain.length > MAX_NAME) throw invalidInput(msg`name: at most ${MAX_NAME} characters`, 'name')
  return plain
}

type PoolCreate = {
  name: string
  note?: string | undefined
  location?: number | undefined
  is_public?: boolean | undefined
}

/** Makes an empty pool. `userspace` 1 is the public one; pools of others are only open to administrators unless `is_public` says otherwise. */
export async function createPool(ctx: Context, body: PoolCreate, userspace = PUBLIC) {
  const name = checkName(body.name)
  return uniqueName(msg`A pool`, name, () =>
    ctx.mutate(async (work) => {
      const is_public = body.is_public ?? userspace === PUBLIC
      await requireLocation(work, body.location)
      const { id } = await work.tx.ippool.create({
        data: { name, note: body.note ?? '', userspace, is_public, location_id: body.location ?? null },
      })
      changed(work, { entity: 'ippool', entity_id: id, event: 'create', data: { name } })
      return { id }
    }),
  )
}

/** Number of a userspace as it stands in a path. */
export const userspaceOf = (text: string) => (text === 'public' ? PUBLIC : Number(text))

export async function editPool(ctx: Context, id: number, body: PoolEdit) {
  const { location, ...plain } = body
  const data = {
    ...plain,
    ...(body.name !== undefined && { name: checkName(body.name) }),
    ...(location !== undefined && { location_id: location }),
  }
  await uniqueName(msg`A pool`, data.name, () =>
    ctx.mutate(async (work) => {
      await requireLocation(work, location)
      await writeEdit(ctx, work, work.tx.ippool, { entity: 'ippool', what: msg`Pool` }, id, data)
    }),
  )
  return { id }
}

/** Removes a pool with its ranges, unless one of its addresses is used. */
export async function deletePool(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    await lockStructure(work)
    const pool = await work.tx.ippool.findUnique({ where: { id } })
    if (!pool) throw notFound(msg`Pool`, id)
    const ranges = await work.tx.iprange.findMany({ where: { ippool_id: id }, select: { id: true } })
    await emptyRanges(
      work,
      msg`Pool ${pool.name}`,
      ranges.map((range) => range.id),
    )
    await work.tx.ippool.delete({ where: { id } })
    for (const range of ranges) changed(work, { entity: 'range', entity_id: range.id, event: 'delete' })
    changed(work, { entity: 'ippool', entity_id: id, event: 'delete' })
  })
  return { id, deleted: [{ id }] }
}

/**
 * Removes ranges without used addresses. Deleting the prepared addresses waits for transactions that are taking from
 * them, so that those are seen and no others follow.
 */
export async function emptyRanges(work: Work, what: Text, ids: number[]) {
  await work.sql('select id from iprange where id = any ($1::int[]) order by id for update', [ids])
  await work.sql('delete from ip_free where iprange_id = any ($1::int[]) returning 1', [ids])
  await rejectUsed(
    work,
    what,
    'exists (select from iprange r where r.id = any ($1::int[]) and r.id = i.iprange_id and i.ip_addr between r.first and r.last)',
    [ids],
  )
  await work.tx.iprange.deleteMany({ where: { id: { in: ids } } })
}

/** Connects the pool to clusters, or with `enabled: false` takes it away from them. Clusters that are not named stay as they are. */
export async function setPoolClusters(ctx: Context, id: number, clusters: PoolClusters) {
  await ctx.mutate(async (work) => {
    await requireRow(work, 'ippool', msg`Pool`, id)
    const known = await work.tx.cluster.findMany({ select: { id: true, name: true } })
    for (const item of clusters) {
      const cluster = known.find((one) => (item.id !== undefined ? one.id === item.id : one.name === item.name))
      if (!cluster) throw missingLink('clusters', msg`Cluster`, item.id ?? item.name ?? '')
      const face = item.interface ?? 0
      if (face !== 0 && face !== 1) throw invalidInput(msg`interface: 0 (main) or 1 (second)`, 'clusters')
      const row = { ippool_id: id, cluster_id: cluster.id }
      await work.tx.ippool_cluster.deleteMany({ where: row })
      if (item.enabled ?? true) await work.tx.ippool_cluster.create({ data: { ...row, interface: face } })
      changed(work, { entity: 'cluster', entity_id: cluster.id, event: 'update', everyone: true })
    }
    changed(work, { entity: 'ippool', entity_id: id, event: 'update' })
  })
  return { id }
}

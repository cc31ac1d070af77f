import type { Context } from '../../../api/context.ts'
import { orNone, rejectStale } from '../../../api/edit.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import type { IsoEdit } from '../../../domain/iso/schema.ts'
import { forbidden, inUse, notFound, wrongState } from '../../../domain/shared/errors.ts'
import { joined, msg } from '../../../shared/text.ts'
import { cancelTask } from '../../../tasks/cancel.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { requireAdminFor, storeClusters } from './begin.ts'
import { isoChanged, updateIso } from './changes.ts'
import { isoArrangeTask, isoRemoveTask } from './remove-task.ts'

/** VMs that a refusal names. */
const NAMED = 5

/** Holds an image that the caller may change: an own one, or any for administrators. Others answer like absent ones. */
async function hold(work: Work, ctx: Context, id: number) {
  const { actor } = ctx
  await lockRow(work, 'iso', id)
  const row = await work.tx.iso.findFirst({
    where: { id, ...(!actor.isAdmin && { OR: [{ account_id: actor.account_id }, { for_all: true }] }) },
  })
  if (!row) throw notFound(msg`ISO image`, id)
  if (!actor.isAdmin && row.account_id !== actor.account_id)
    throw forbidden(msg`The ISO image is of the panel: only administrators change it`)
  rejectStale(ctx, row, msg`ISO image`, id)
  if (row.state === 'deleting') throw wrongState(msg`The ISO image is being deleted`)
  return row
}

const nodesOf = async (work: Work, iso_id: number): Promise<number[]> =>
  (await work.tx.iso_node.findMany({ where: { iso_id }, orderBy: { node_id: 'asc' } })).map(({ node_id }) => node_id)

/** Changes what is said of an image. The task takes it off nodes of clusters that it is not for any more. */
export const editIso = (ctx: Context, id: number, { os_type, clusters, tags, ...body }: IsoEdit) =>
  ctx.mutate(async (work) => {
    const { actor } = ctx
    requireAdminFor(actor, { ...body, clusters })
    const before = await hold(work, ctx, id)
    const { name, comment, for_all } = body
    const os_group = os_type === undefined ? undefined : os_type || 'other'
    const row = await updateIso(work, id, { name, comment: orNone(comment), for_all, os_group, tags })
    if (clusters) await storeClusters(work, id, clusters)
    // Those who saw it until now hear of it as well.
    if (before.for_all && !row.for_all) isoChanged(work, before)
    const options = { registry_id: id, entity: 'iso', account_id: row.account_id }
    const task = await enqueue(work, isoArrangeTask, { iso_id: id, nodes: await nodesOf(work, id) }, options)
    return { id, task: task.consul_id }
  })

/** @throws PanelError `in_use` with the VMs in whose drive an image is */
async function rejectMounted(work: Work, iso_id: number): Promise<void> {
  const hosts = await work.sql<{ name: string }>(
    'select h.name from host_iso m join host h on h.id = m.host_id where m.iso_id = $1::int order by h.id',
    [iso_id],
  )
  if (hosts.length === 0) return
  const list = joined(
    hosts.slice(0, NAMED).map(({ name }) => msg`${name}`),
    ', ',
  )
  throw inUse(
    hosts.length > NAMED
      ? msg`The ISO image is in the drives of ${hosts.length} VMs, of them ${list}: eject it there first`
      : msg`The ISO image is in the drive of a VM (${list}): eject it there first`,
  )
}

/** Deletes an image: its file of the panel, and those on nodes. One that is being uploaded is called off. */
export const deleteIso = (ctx: Context, id: number) =>
  ctx.mutate(async (work) => {
    const row = await hold(work, ctx, id)
    await rejectMounted(work, id)
    if (row.state === 'downloading' || row.state === 'checking')
      throw wrongState(msg`The ISO image is being fetched or checked: wait until that has ended, or cancel its task`)
    if (row.state === 'uploading' && row.task !== null) await cancelTask(work, row.task)
    await updateIso(work, id, { state: 'deleting', expires_at: null })
    const options = { registry_id: id, entity: 'iso', account_id: row.account_id }
    const task = await enqueue(work, isoRemoveTask, { iso_id: id, nodes: await nodesOf(work, id) }, options)
    return { id, task: task.consul_id }
  })

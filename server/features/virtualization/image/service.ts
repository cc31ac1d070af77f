import type { Context } from '../../../api/context.ts'
import { orNone } from '../../../api/edit.ts'
import type { Work } from '../../../db/transaction.ts'
import type { ImageEdit } from '../../../domain/image/schema.ts'
import { type ImageState, imageLifecycle } from '../../../domain/image/states.ts'
import { inUse, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { moveImageQuota } from '../../access/user-limit/images.ts'
import { imageChanged, updateImage } from './changes.ts'
import { requireAccount, requireAdminFor } from './create.ts'
import { holdImage, rejectStoodOn, rejectUsed } from './hold.ts'
import { imageDeleteTask } from './remove-task.ts'

/** Changes what is said of an image, and whose it is. */
export const editImage = (ctx: Context, id: number, { account, ...body }: ImageEdit) =>
  ctx.mutate(async (work) => {
    requireAdminFor(ctx.actor, { account, for_all: body.for_all })
    const before = await holdImage(work, ctx, id, 'edit')
    if (account !== undefined && account !== before.account_id) {
      await requireAccount(work, account)
      await moveImageQuota(work, account)
    }
    const { name, comment, for_all } = body
    await updateImage(work, id, { name, comment: orNone(comment), for_all, account_id: account })
    // Those who saw it until now hear of it as well.
    imageChanged(work, before)
    return { id }
  })

/** Deletes an image on all nodes, and its record. */
export const deleteImage = (ctx: Context, id: number) =>
  ctx.mutate(async (work) => {
    const row = await holdImage(work, ctx, id, 'delete')
    await rejectStoodOn(work, id, null)
    await rejectUsed(work, id, null)
    await rejectCopied(work, id)
    await work.tx.image_node.updateMany({ where: { image_id: id }, data: { state: 'deleting', fault: null } })
    await updateImage(work, id, { state: 'deleting', fault: null })
    const options = { registry_id: id, entity: 'image', account_id: row.account_id }
    const task = await enqueue(work, imageDeleteTask, { image_id: id }, options)
    return { id, task: task.consul_id }
  })

/** @throws PanelError `in_use` while the image is brought to a node */
export async function rejectCopied(work: Work, id: number): Promise<void> {
  const copying = await work.tx.image_node.count({ where: { image_id: id, state: 'copying' } })
  if (copying > 0) throw inUse(msg`The image is being copied to a node: wait until it is there`)
}

/** Marks an image as usable or not, as a person has found who examined it. */
export const setImageState = (ctx: Context, id: number, state: string | undefined) =>
  ctx.mutate(async (work) => {
    const row = await holdImage(work, ctx, id, null)
    if (state === undefined || state === row.state) return {}
    const verdict = imageLifecycle.can('state', row.state as ImageState)
    if (!verdict.ok) throw wrongState(verdict.reason, 'state')
    if (state === 'active' && (row.sha256 === null || !(await work.tx.image_node.count({ where: { image_id: id } }))))
      throw wrongState(msg`The image was never made, or is on no node any more: it can only be deleted`, 'state')
    await updateImage(work, id, { state, ...(state === 'active' && { fault: null }) })
    return {}
  })

import type { image } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { possibleCapabilities, refusalMessage } from '../../../domain/node/capabilities.ts'
import { alreadyExists, inUse, invalidField, notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { touchImage, updateImage } from './changes.ts'
import { holdImage, rejectStoodOn, rejectUsed } from './hold.ts'
import { imagePathOn, requireImageStorage } from './place.ts'
import { imageRelocateTask } from './relocate-task.ts'
import { imageDeleteTask } from './remove-task.ts'
import { rejectCopied } from './service.ts'
import { imageCopyTask } from './transfer-task.ts'

/** A node to which images can be brought. @throws PanelError `invalid_input` naming the field */
async function requireNode(work: Work, id: number, field: string) {
  const node = await work.tx.node.findUnique({ where: { id } })
  if (!node) throw invalidField(field, msg`node ${id} does not exist`)
  const home = await work.tx.cluster.findUniqueOrThrow({ where: { id: node.cluster_id } })
  if (!possibleCapabilities(home.virtualization_type).includes('vm_image'))
    throw refused(refusalMessage('vm_image'), field)
  return node
}

async function requireThere(work: Work, row: image, node_id: number, field: string): Promise<void> {
  const there = await work.tx.image_node.findUnique({ where: { image_id_node_id: { image_id: row.id, node_id } } })
  if (!there) throw invalidField(field, msg`the image is not on node ${node_id}`)
  if (there.state !== 'ready') throw wrongState(msg`The image is being copied to or deleted on the node`, field)
}

async function requireAbsent(work: Work, row: image, node_id: number, field: string): Promise<void> {
  const there = await work.tx.image_node.findUnique({ where: { image_id_node_id: { image_id: row.id, node_id } } })
  if (there) throw alreadyExists(msg`The image is on the node already`, field)
}

/** Copies an image to another node. */
export const copyImage = (ctx: Context, id: number, node_id: number) =>
  ctx.mutate(async (work) => {
    const row = await holdImage(work, ctx, id, null)
    const node = await requireNode(work, node_id, 'node')
    await holdImage(work, ctx, id, 'copy')
    await requireAbsent(work, row, node.id, 'node')
    const task = await queueCopy(work, row, node.id, row.account_id)
    if (!task) throw inUse(msg`The image is being copied to a node: wait until it is there`)
    return { id, task: task.consul_id }
  })

/** Queues the copying of an image to a node, and shows it there; null when that is under way. */
export async function queueCopy(work: Work, row: image, node_id: number, account_id: number | null) {
  const path = await imagePathOn(row, node_id)
  const task = await enqueue(
    work,
    imageCopyTask,
    { image_id: row.id, node_id },
    { registry_id: row.id, entity: 'image', account_id, dedupeKey: copyKey(row.id, node_id) },
  )
  if (!task) return null
  await work.tx.image_node.createMany({
    data: { image_id: row.id, node_id, state: 'copying', path },
    skipDuplicates: true,
  })
  await touchImage(work, row.id)
  return task
}

/** What brings an image to a node, while it waits or runs. */
export const copyKey = (image_id: number, node_id: number) => `vm_image_copy:${image_id}:${node_id}`

/** Moves an image from one node to another. */
export const moveImage = (ctx: Context, id: number, body: { source: number; destination: number }) =>
  ctx.mutate(async (work) => {
    const row = await holdImage(work, ctx, id, null)
    const { source, destination } = body
    if (source === destination) throw invalidField('destination', msg`another node than the source`)
    await requireNode(work, source, 'source')
    await requireNode(work, destination, 'destination')
    await holdImage(work, ctx, id, 'move')
    await requireThere(work, row, source, 'source')
    await requireAbsent(work, row, destination, 'destination')
    await rejectStoodOn(work, id, source)
    await rejectUsed(work, id, source)
    const path = await imagePathOn(row, destination)
    await work.tx.image_node.create({ data: { image_id: id, node_id: destination, state: 'copying', path } })
    const where = { image_id_node_id: { image_id: id, node_id: source } }
    await work.tx.image_node.update({ where, data: { state: 'deleting', fault: null } })
    await updateImage(work, id, { state: 'migrating', fault: null })
    const options = { registry_id: id, entity: 'image', account_id: row.account_id }
    const task = await enqueue(work, imageCopyTask, { image_id: id, node_id: destination, from: source }, options)
    return { id, task: task.consul_id }
  })

/** Keeps an image in another storage, or in the folder for images, on the nodes that have it. */
export const relocateImage = (ctx: Context, id: number, destination: number | null) =>
  ctx.mutate(async (work) => {
    const row = await holdImage(work, ctx, id, null)
    const clusters = await work.sql<{ id: number }>(
      'select distinct n.cluster_id as id from image_node x join node n on n.id = x.node_id where x.image_id = $1::int',
      [id],
    )
    if (destination !== null)
      for (const cluster of clusters) await requireImageStorage(destination, cluster.id, 'destination')
    await holdImage(work, ctx, id, 'move')
    await rejectStoodOn(work, id, null)
    await rejectUsed(work, id, null)
    await rejectCopied(work, id)
    await updateImage(work, id, { state: 'migrating', fault: null })
    const options = { registry_id: id, entity: 'image', account_id: row.account_id }
    const task = await enqueue(work, imageRelocateTask, { image_id: id, storage_id: destination }, options)
    return { id, task: task.consul_id }
  })

/** Deletes an image on one node; the last one goes with the image only. */
export const deleteImageOnNode = (ctx: Context, id: number, node_id: number) =>
  ctx.mutate(async (work) => {
    const row = await holdImage(work, ctx, id, null)
    await requireKnown(work, id, node_id)
    await holdImage(work, ctx, id, 'nodes')
    await rejectStoodOn(work, id, node_id)
    await rejectUsed(work, id, node_id)
    const { count } = await work.tx.image_node.updateMany({
      where: { image_id: id, node_id, state: 'ready' },
      data: { state: 'deleting', fault: null },
    })
    if (count === 0) throw wrongState(msg`The image is being copied to or deleted on the node`, 'state')
    if ((await work.tx.image_node.count({ where: { image_id: id, state: 'ready' } })) === 0)
      throw wrongState(msg`The image is on this node only: delete the image, or copy it first`)
    await touchImage(work, id)
    const options = { registry_id: id, entity: 'image', account_id: row.account_id }
    const task = await enqueue(work, imageDeleteTask, { image_id: id, node_id }, options)
    return { id, task: task.consul_id }
  })

/** Sets whether new VMs on a node are made of an image; as it is already is fine. */
export const useImageOnNode = (ctx: Context, id: number, node_id: number, used: boolean) =>
  ctx.mutate(async (work) => {
    await holdImage(work, ctx, id, null)
    await requireKnown(work, id, node_id)
    await holdImage(work, ctx, id, 'edit')
    const { count } = await work.tx.image_node.updateMany({
      where: { image_id: id, node_id, disabled: used },
      data: { disabled: !used },
    })
    if (count > 0) {
      await touchImage(work, id)
      changed(work, { entity: 'node', entity_id: node_id, event: 'update' })
    }
    return { id }
  })

async function requireKnown(work: Work, image_id: number, node_id: number): Promise<void> {
  const where = { image_id_node_id: { image_id, node_id } }
  if (await work.tx.image_node.findUnique({ where })) return
  if (!(await work.tx.node.findUnique({ where: { id: node_id } }))) throw notFound(msg`Node`, node_id)
  throw notFound(msg`Image on the node`, node_id)
}

import type { cluster, image } from '../../../../generated/prisma/client.ts'
import type { Actor } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { type ImageState, imageLifecycle } from '../../../domain/image/states.ts'
import { possibleCapabilities, refusalMessage } from '../../../domain/node/capabilities.ts'
import { invalidField, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { systemFor } from '../os/choose.ts'
import { ensureImage } from '../os/tasks.ts'
import { visibleImage } from './hold.ts'
import { copyKey, queueCopy } from './nodes.ts'
import { type System, systemOfImage, systemOfOs } from './system.ts'

type Asked = { os?: number | undefined; image?: number | undefined }

/** The image with this id when the actor may use it; held, so that it stays until this is committed. */
export async function imageFor(work: Work, actor: Actor, id: number): Promise<image | null> {
  await work.sql('select id from image where id = $1::int for no key update', [id])
  return work.tx.image.findFirst({ where: visibleImage(actor, id) })
}

/** @throws PanelError `wrong_state` */
export function requireUsable(row: image): void {
  const verdict = imageLifecycle.can('use', row.state as ImageState)
  if (!verdict.ok) throw wrongState(verdict.reason, 'image')
}

/**
 * Makes sure that an image is, or is about to be, on a node. Answers the task to wait for, or null when it is there already.
 * @param account_id administrator on whose behalf it is copied, else null: users neither see nor cancel what others wait for
 */
export async function ensureImageOn(
  work: Work,
  row: image,
  node_id: number,
  account_id: number | null,
): Promise<number | null> {
  const [there] = await work.sql<{ state: string }>(
    'select state from image_node where image_id = $1::int and node_id = $2::int for share',
    [row.id, node_id],
  )
  if (there?.state === 'ready') return null
  const made = await queueCopy(work, row, node_id, account_id)
  if (made) return made.id
  const dedupe_key = copyKey(row.id, node_id)
  const known = await work.tx.task.findUnique({ where: { dedupe_key }, select: { id: true } })
  return known?.id ?? null
}

/**
 * The system or image that is asked for on a cluster; null when neither is.
 * @throws PanelError `invalid_input` for what does not exist or may not be used there, `wrong_state` for an image that is not ready
 */
export async function systemAsked(work: Work, actor: Actor, home: cluster, asked: Asked): Promise<System | null> {
  if (asked.image !== undefined) {
    if (asked.os !== undefined) throw invalidField('image', msg`either a system (os) or an image, not both`)
    const found = await imageFor(work, actor, asked.image)
    if (!found) throw invalidField('image', msg`image ${asked.image} does not exist`)
    if (!possibleCapabilities(home.virtualization_type).includes('vm_image'))
      throw invalidField('image', refusalMessage('vm_image'))
    requireUsable(found)
    return systemOfImage(found)
  }
  if (asked.os === undefined) return null
  const found = await systemFor(work, actor, asked.os)
  if (!found) throw invalidField('os', msg`system ${asked.os} does not exist`)
  const allowed = await work.tx.os_cluster.count({ where: { os_id: found.id, cluster_id: home.id } })
  if (allowed === 0) throw invalidField('os', msg`${found.name} is not available on the cluster ${home.name}`)
  return systemOfOs(found)
}

/** Makes sure that what a system is made of is, or is about to be, on a node; see `ensureImageOn`. */
export async function ensureSystem(
  work: Work,
  { image, os_id }: System,
  node_id: number,
  account_id: number | null,
): Promise<number | null> {
  if (image) return ensureImageOn(work, image, node_id, account_id)
  const os = await work.tx.os.findUniqueOrThrow({ where: { id: os_id ?? 0 } })
  return ensureImage(work, os, node_id, account_id)
}

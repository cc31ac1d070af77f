import type { Context } from '../../../../api/context.ts'
import { requireLink } from '../../../../api/links.ts'
import { db } from '../../../../db/pool.ts'
import { transaction } from '../../../../db/transaction.ts'
import { ACCOUNT_BYTES, MAX_ISO_BYTES, uploadPath } from '../../../../domain/iso/kinds.ts'
import type { IsoAnnounce } from '../../../../domain/iso/schema.ts'
import { forbidden, invalidInput, noResources, notFound, PanelError } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { beginUpload } from '../../iso/begin-upload.ts'
import { requireRoom } from '../../iso/folder.ts'
import { requireQuota } from '../../iso/limits.ts'
import { ownHost } from '../claim.ts'
import { holdForMount, prepare } from './mount.ts'

const MIB = 2 ** 20

/**
 * Whether an image of a size could be uploaded for a VM now and put into its drive.
 * @throws PanelError in words when it could not
 */
export async function isoAvailability(ctx: Context, id: number, size_mib: number) {
  const bytes = size_mib * MIB
  if ((await db().prisma.host.count({ where: ownHost(ctx.actor, id) })) === 0) throw notFound(msg`VM`, id)
  if (bytes > MAX_ISO_BYTES)
    throw new PanelError('too_large', msg`An ISO image can have ${MAX_ISO_BYTES / 2 ** 30} GiB`, {
      value: 'iso_size_mib',
    })
  await requireRoom(bytes)
  const row = await transaction(async (work) => {
    const host = await holdForMount(work, ctx, id, false)
    await requireQuota(work, ctx.actor, Math.min(bytes, ACCOUNT_BYTES + 1))
    return host
  })
  const node = await db().prisma.node.findUniqueOrThrow({ where: { id: row.node_id ?? 0 } })
  const free = node.storage_total_mib - node.storage_used_mib
  // Nothing is known of a node that was never read.
  if (node.storage_total_mib > 0 && free < size_mib)
    throw noResources(msg`The node has ${free} MiB free; the ISO image needs ${size_mib}`, 'iso_size_mib')
  const iso_status = 'available' as const
  return { host_id: id, user_id: ctx.actor.account_id, admin_role: ctx.actor.isAdmin, iso_status }
}

/**
 * Begins the upload of an image that is put into the drive of a VM as soon as it is there.
 * @throws PanelError when the caller says that it is another one than it is
 */
export async function announceIso(ctx: Context, id: number, body: IsoAnnounce) {
  const { user_id, admin_role, reboot, repository_id, ...about } = body
  if ((await db().prisma.host.count({ where: ownHost(ctx.actor, id) })) === 0) throw notFound(msg`VM`, id)
  if (user_id !== ctx.actor.account_id) throw invalidInput(msg`user_id has to be the account that calls`, 'user_id')
  if (admin_role !== ctx.actor.isAdmin)
    throw invalidInput(msg`admin_role has to say whether the account that calls is an administrator`, 'admin_role')
  if (repository_id !== undefined && !ctx.actor.isAdmin)
    throw forbidden(msg`Only administrators upload ISO images into a repository`, 'repository_id')
  return ctx.mutate(async (work) => {
    await requireLink(work, 'repository', msg`Repository`, 'repository_id', repository_id)
    const row = await holdForMount(work, ctx, id, reboot)
    const { row: image, task } = await beginUpload(work, ctx.actor, {
      ...about,
      account_id: row.account_id,
      repository_id: repository_id ?? null,
    })
    await prepare(work, ctx, row, image, reboot, task)
    return { os_id: image.id, node: row.node_id ?? 0, path: uploadPath(image.id) }
  })
}

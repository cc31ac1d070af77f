import type { host, os } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import type { ImageCreate } from '../../../domain/image/schema.ts'
import { forbidden, invalidField, notFound, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { takeImageQuota } from '../../access/user-limit/images.ts'
import { claimHost, ownHost, queueHostTask } from '../host/claim.ts'
import { requireCapability } from '../host/placement.ts'
import { rejectReserved } from '../os/choose.ts'
import { imageChanged } from './changes.ts'
import { imageCreateTask } from './create-task.ts'
import { requireImageRoom } from './limit.ts'
import { imagePathOn, requireImageStorage } from './place.ts'

/** Accepts an image of a VM: its record is there at once, and made when the turn of the task has come. */
export async function createImage(ctx: Context, host_id: number, body: ImageCreate) {
  return ctx.mutate(async (work) => {
    const own = await work.tx.host.findFirst({ where: ownHost(ctx.actor, host_id) })
    if (!own) throw notFound(msg`VM`, host_id)
    const account_id = await ownerOf(work, ctx, body, own.account_id)
    if (body.storage !== undefined) await requireImageStorage(body.storage, own.cluster_id, 'storage')
    if (body.path_to_answers)
      throw invalidField('path_to_answers', msg`answer files of sysprep are not used: leave it out`)
    await requireCapability(work, own, 'vm_image')
    const system = own.os_id === null ? null : await work.tx.os.findUnique({ where: { id: own.os_id } })
    rejectReserved(ctx.actor, system)
    await takeImageQuota(work, account_id, host_id)
    const { row } = await claimHost(work, ctx, host_id, 'image')
    await requireImageRoom(work, row)
    const { image, path } = await makeRecord(work, row, system, { ...body, account_id })
    await work.tx.image_node.create({
      data: { image_id: image.id, node_id: row.node_id ?? 0, state: 'copying', path },
    })
    imageChanged(work, image, 'create')
    const task = await queueHostTask(work, ctx, row, {
      definition: imageCreateTask,
      input: { host_id, image_id: image.id },
      params: { image: body.name },
    })
    return { id: image.id, task: task.consul_id }
  })
}

async function ownerOf(work: Work, { actor }: Context, body: ImageCreate, owner: number): Promise<number> {
  requireAdminFor(actor, body)
  const id = body.account ?? owner
  await requireAccount(work, id)
  return id
}

/** What only administrators may say of an image. @throws PanelError `forbidden` */
export function requireAdminFor(
  { isAdmin }: { isAdmin: boolean },
  { account, for_all }: { account?: number | undefined; for_all?: boolean | undefined },
): void {
  if (isAdmin) return
  if (account !== undefined) throw forbidden(msg`Only administrators choose the owner of an image`, 'account')
  if (for_all) throw forbidden(msg`Only administrators give images to all accounts`, 'for_all')
}

/** @throws PanelError `invalid_input` */
export async function requireAccount(work: Work, id: number): Promise<void> {
  const owner = await work.tx.account.findUnique({ where: { id }, select: { state: true } })
  if (owner?.state !== 'active') throw invalidField('account', msg`account ${id} does not exist or is suspended`)
}

type Wanted = Pick<ImageCreate, 'name' | 'comment' | 'for_all' | 'storage' | 'cleared'> & { account_id: number }

async function makeRecord(work: Work, row: host, system: os | null, body: Wanted) {
  const main = await work.tx.disk.findFirst({ where: { host_id: row.id, is_main: true } })
  if (main?.state !== 'active') throw wrongState(msg`The VM has no main disk`)
  if (row.node_id === null) throw wrongState(msg`The VM has no node`)
  const image = await work.tx.image.create({
    data: {
      name: body.name,
      account_id: body.account_id,
      for_all: body.for_all ?? false,
      comment: body.comment || null,
      cleared: body.cleared,
      storage_id: body.storage ?? null,
      size_mib: main.size_mib,
      os_id: system?.id ?? null,
      os_name: row.os_name ?? body.name,
      os_group: row.os_group ?? 'linux',
      login_user: row.login_user,
      efi_boot: row.efi_boot,
      os_tags: system?.tags ?? [],
      min_ram_mib: system?.min_ram_mib ?? 0,
      host_id: row.id,
      host_name: row.name,
    },
  })
  return { image, path: await imagePathOn(image, row.node_id) }
}

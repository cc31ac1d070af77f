import type { host } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { noResources } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { holdHost, hostChanged } from '../host/claim.ts'
import { setImageLimit } from '../host/image-limit.ts'

const GIB = 2 ** 30

/** Bytes of the images that were made of a VM. */
async function bytesOf(work: Work, host_id: number): Promise<number> {
  const [sum] = await work.sql<{ bytes: number }>(
    'select coalesce(sum(size_bytes), 0)::float8 as bytes from image where host_id = $1::int',
    [host_id],
  )
  return sum?.bytes ?? 0
}

/**
 * Refuses another image of a VM whose images are together as large as they may be; how large one becomes shows when it is made.
 * @param more bytes of an image that is not counted yet
 */
export async function requireImageRoom(work: Work, { id, image_gib }: host, more = 0): Promise<void> {
  if (image_gib === null || image_gib < 0) return
  const bytes = (await bytesOf(work, id)) + more
  if (more > 0 ? bytes <= image_gib * GIB : bytes < image_gib * GIB) return
  throw noResources(
    msg`The images of the VM may have ${image_gib} GiB together, and that is reached: delete one first, or ask an administrator`,
    'image_gib',
  )
}

/** Sets how large the images of a VM may be together. */
export async function limitImages(ctx: Context, host_id: number, image_gib: number) {
  return ctx.mutate(async (work) => {
    const row = await holdHost(work, ctx, host_id, 'edit')
    await setImageLimit(work, host_id, image_gib)
    hostChanged(work, row)
    return { image_gib }
  })
}

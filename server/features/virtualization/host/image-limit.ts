import type { Work } from '../../../db/transaction.ts'

/** Notes how large the images of a VM may be together, in GiB; -1 means no limit. */
export async function setImageLimit(work: Work, id: number, image_gib: number): Promise<void> {
  await work.tx.host.update({
    where: { id },
    data: { image_gib: image_gib < 0 ? null : image_gib, version: { increment: 1 } },
  })
}

import type { image } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/** Publishes a change of an image to those who may see it. */
export const imageChanged = (
  work: Work,
  { id, for_all, account_id }: Pick<image, 'id' | 'for_all' | 'account_id'>,
  event: 'create' | 'update' | 'delete' = 'update',
) => changed(work, { entity: 'image', entity_id: id, event, everyone: for_all, account_id })

type ImageData = Parameters<Work['tx']['image']['update']>[0]['data']

/** Changes the record and publishes it. */
export async function updateImage(work: Work, id: number, data: ImageData) {
  const row = await work.tx.image.update({ where: { id }, data: { ...data, version: { increment: 1 } } })
  imageChanged(work, row)
  return row
}

/** The same after a change of what nodes have of it. */
export const touchImage = async (work: Work, id: number): Promise<void> => void (await updateImage(work, id, {}))

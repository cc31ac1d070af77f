import type { iso } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/** Publishes a change of an image to those who may see it. */
export const isoChanged = (
  work: Work,
  { id, for_all, account_id }: Pick<iso, 'id' | 'for_all' | 'account_id'>,
  event: 'create' | 'update' | 'delete' = 'update',
) => changed(work, { entity: 'iso', entity_id: id, event, everyone: for_all, account_id })

type IsoData = Parameters<Work['tx']['iso']['update']>[0]['data']

/** Changes the record and publishes it. */
export async function updateIso(work: Work, id: number, data: IsoData) {
  const row = await work.tx.iso.update({
    where: { id },
    data: { ...data, updated_at: new Date(), version: { increment: 1 } },
  })
  isoChanged(work, row)
  return row
}

/** The same as part of a task, whose journal takes no rows with numbers beyond those of JSON. */
export const noteIso = async (work: Work, id: number, data: IsoData): Promise<void> =>
  void (await updateIso(work, id, data))

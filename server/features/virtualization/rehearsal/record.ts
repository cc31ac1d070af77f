import type { Prisma, rehearsal } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/** Says that a rehearsal has changed. */
export function rehearsalChanged(
  work: Work,
  { id, account_id, state }: Pick<rehearsal, 'id' | 'account_id' | 'state'>,
  event: 'create' | 'update' | 'delete' = 'update',
): void {
  changed(work, { entity: 'rehearsal', entity_id: id, event, account_id, data: { state } })
}

/** Changes a rehearsal that is as is asked for, and says so. @returns whether it was */
export async function changeRehearsal(
  work: Work,
  where: Prisma.rehearsalWhereInput,
  data: Prisma.rehearsalUpdateManyMutationInput,
): Promise<boolean> {
  const rows = await work.tx.rehearsal.updateManyAndReturn({
    where,
    data: { ...data, version: { increment: 1 } },
    select: { id: true, account_id: true, state: true },
  })
  for (const row of rows) rehearsalChanged(work, row)
  return rows.length > 0
}

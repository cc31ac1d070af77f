import type { os } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/** Says that a system of the catalogue changed, to those who may see it: systems for administrators are nobody else's business. */
export function osChanged(work: Work, row: Pick<os, 'id' | 'adminonly'>, event: 'create' | 'update' | 'delete') {
  changed(work, { entity: 'os', entity_id: row.id, event, everyone: !row.adminonly })
}

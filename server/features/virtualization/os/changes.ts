import type { os } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/**
 * Publishes a change of a system of the catalogue to those who may see it: some systems are for administrators only.
 */
export function osChanged(work: Work, row: Pick<os, 'id' | 'adminonly'>, event: 'create' | 'update' | 'delete') {
  changed(work, { entity: 'os', entity_id: row.id, event, everyone: !row.adminonly })
}

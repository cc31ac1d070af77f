import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/** What failed on an object that is gone is no problem any more. */
export async function dismissTasksOf(work: Work, entity: string, id: number): Promise<void> {
  const rows = await work.sql<{ id: number; account_id: number | null }>(
    `update task set dismissed = true where entity = $1 and registry_id = $2::int and status = 'failed' and not dismissed
     returning id, account_id`,
    [entity, id],
  )
  for (const row of rows)
    changed(work, { entity: 'task', entity_id: row.id, event: 'update', account_id: row.account_id })
}

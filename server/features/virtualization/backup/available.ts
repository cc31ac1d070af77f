import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/** Notes which backups their schedules keep no longer, and which they keep after all. Pinned ones are kept. */
export async function setAvailable(
  work: Work,
  { kept, outdated }: { kept: number[]; outdated: number[] },
): Promise<void> {
  const rows = await work.sql<{ id: number; host_id: number | null }>(
    `update backup set available_until = case when id = any($2::int[]) then now() end
      where (id = any($1::int[]) and available_until is not null) or (id = any($2::int[]) and available_until is null and not pinned)
     returning id, host_id`,
    [kept, outdated],
  )
  for (const { id } of rows) changed(work, { entity: 'backup', entity_id: id, event: 'update' })
}

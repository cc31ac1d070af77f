import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/** Notes how a name server answered. @param fault why it does not do what it is there for, null when it does */
export async function noteCheck(work: Work, id: number, fault: string | null): Promise<void> {
  const [row] = await work.sql<{ moved: boolean }>(
    `with old as (select id, fault, status from name_server where id = $1::int for update)
     update name_server n set status = case when $2::text is null then 'ok' else 'fail' end, fault = $2, checked_at = now(),
            fault_at = case when $2::text is null then null else coalesce(n.fault_at, now()) end
       from old where n.id = old.id returning old.fault is distinct from n.fault or old.status <> n.status as moved`,
    [id, fault],
  )
  if (!row?.moved) return
  const data = { status: fault === null ? 'ok' : 'fail' }
  changed(work, { entity: 'name_server', entity_id: id, event: 'update', data })
}

import type { Work } from '../../../../db/transaction.ts'
import type { locationComponents } from '../../../../domain/location/states.ts'
import { changed } from '../../../../events/changes.ts'

/** Notes how parts of a location's services are; parts that were not looked at stay as they were. */
export async function noteComponents(
  work: Work,
  location_id: number,
  states: readonly { component: (typeof locationComponents)[number]; fault: string | null }[],
): Promise<void> {
  const rows = await work.sql<{ differs: boolean }>(
    `with seen as (select * from jsonb_to_recordset($2::jsonb) as s(component text, fault text)),
          before as (select component, fault from location_component where location_id = $1::int for update)
     insert into location_component as c (location_id, component, fault, fault_at, checked_at)
     select $1::int, s.component, s.fault, case when s.fault is not null then now() end, now() from seen s
     on conflict (location_id, component) do update
        set fault = excluded.fault, checked_at = excluded.checked_at,
            fault_at = case when excluded.fault is null then null else coalesce(c.fault_at, excluded.fault_at) end
     returning (select b.fault from before b where b.component = c.component) is distinct from c.fault as differs`,
    [location_id, JSON.stringify(states)],
  )
  if (rows.some(({ differs }) => differs))
    changed(work, { entity: 'location', entity_id: location_id, event: 'update', data: { components: true } })
}

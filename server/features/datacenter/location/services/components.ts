import { stored } from '../../../../db/sentences.ts'
import type { Work } from '../../../../db/transaction.ts'
import { partMessage } from '../../../../domain/location/part-message.ts'
import type { locationComponents } from '../../../../domain/location/states.ts'
import type { ComponentState, Room } from '../../../../drivers/control-host/boot/types.ts'
import { changed } from '../../../../events/changes.ts'
import { addMessage } from '../messages.ts'

type Noted = Partial<Room> & { component: (typeof locationComponents)[number]; fault: string | null }

/** A disk that has so much more or less free than it had is news. */
const NEWS_BYTES = 64 << 20

/** What is noted of parts that were looked at. */
export const notesOf = (states: readonly ComponentState[]): Noted[] =>
  states.map(({ component, fault, room }) => ({ component, fault: fault && stored(fault), ...room }))

type Seen = Noted & { differs: boolean; turned: boolean }

/**
 * Notes how parts of a location's services are; parts that were not looked at stay as they were. A fault that comes or goes is a message
 * of the location as well.
 */
export async function noteComponents(work: Work, location_id: number, states: readonly Noted[]): Promise<void> {
  const rows = await work.sql<Seen>(
    `with seen as (select * from jsonb_to_recordset($2::jsonb) as s(component text, fault text, bytes bigint, free_bytes bigint)),
          before as (select component, fault, free_bytes from location_component where location_id = $1::int for update)
     insert into location_component as c (location_id, component, fault, fault_at, checked_at, bytes, free_bytes)
     select $1::int, s.component, s.fault, case when s.fault is not null then now() end, now(), s.bytes, s.free_bytes from seen s
     on conflict (location_id, component) do update
        set fault = excluded.fault, checked_at = excluded.checked_at, bytes = excluded.bytes, free_bytes = excluded.free_bytes,
            fault_at = case when excluded.fault is null then null else coalesce(c.fault_at, excluded.fault_at) end
     returning c.component, c.fault,
               (c.fault is null) <> ((select b.fault from before b where b.component = c.component) is null) as turned,
               not exists (select from before b where b.component = c.component and b.fault is not distinct from c.fault
                             and abs(coalesce(b.free_bytes, 0) - coalesce(c.free_bytes, 0)) < $3::bigint) as differs`,
    [location_id, JSON.stringify(states), NEWS_BYTES],
  )
  for (const { component, fault, turned } of rows)
    if (turned) await addMessage(work, location_id, { stream: component, message: partMessage(fault) })
  if (rows.some(({ differs }) => differs))
    changed(work, { entity: 'location', entity_id: location_id, event: 'update', data: { components: true } })
}

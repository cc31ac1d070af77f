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

type Known = { component: string; fault: string | null; free_bytes: string | null }

/**
 * Notes how parts of a location's services are; parts that were not looked at stay as they were. A fault that comes or goes is a message
 * of the location as well.
 */
export async function noteComponents(work: Work, location_id: number, states: readonly Noted[]): Promise<void> {
  const before = await work.sql<Known>(
    'select component, fault, free_bytes from location_component where location_id = $1::int for update',
    [location_id],
  )
  await work.sql(
    `insert into location_component as c (location_id, component, fault, fault_at, checked_at, bytes, free_bytes)
     select $1::int, s.component, s.fault, case when s.fault is not null then now() end, now(), s.bytes, s.free_bytes
       from jsonb_to_recordset($2::jsonb) as s(component text, fault text, bytes bigint, free_bytes bigint)
     on conflict (location_id, component) do update
        set fault = excluded.fault, checked_at = excluded.checked_at, bytes = excluded.bytes, free_bytes = excluded.free_bytes,
            fault_at = case when excluded.fault is null then null else coalesce(c.fault_at, excluded.fault_at) end
     returning 1`,
    [location_id, JSON.stringify(states)],
  )
  const knownOf = (state: Noted) => before.find(({ component }) => component === state.component)
  for (const state of states)
    if (hasTurned(state, knownOf(state)))
      await addMessage(work, location_id, { stream: state.component, message: partMessage(state.fault) })
  if (states.some((state) => isNews(state, knownOf(state))))
    changed(work, { entity: 'location', entity_id: location_id, event: 'update', data: { components: true } })
}

/** A part that is seen for the first time was well before. */
const hasTurned = ({ fault }: Noted, known: Known | undefined) => (fault === null) !== ((known?.fault ?? null) === null)

const isNews = ({ fault, free_bytes = 0 }: Noted, known: Known | undefined) =>
  !known || known.fault !== fault || Math.abs(Number(known.free_bytes ?? 0) - free_bytes) >= NEWS_BYTES

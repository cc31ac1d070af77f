import type { Work } from '../../../db/transaction.ts'
import { healthOfSensors } from '../../../domain/ipmi/health.ts'
import type { HardwareInventory } from '../../../domain/ipmi/sensor.ts'
import { changed } from '../../../events/changes.ts'
import { toJson } from '../../../tasks/json.ts'
import { writeControllerHardware } from '../../datacenter/server/hardware.ts'
import { writeHealth, writeModel } from '../ipmi/reported.ts'
import type { CleanEvent, CleanSensor } from './clean.ts'

/** Sensors that are gone and still remembered, and entries of a log that are kept, of a controller. */
const GONE = 256
const KEPT = 2_000

type Owner = { server_id: number; account_id: number | null }

/** A part of the record of a controller changed: those who look at it, its server or the overview see it. */
function tell(work: Work, ipmi_id: number, { server_id, account_id }: Owner, data: Record<string, unknown> = {}) {
  changed(work, {
    entity: 'ipmi',
    entity_id: ipmi_id,
    event: 'update',
    data,
    account_id,
    relations: { server: server_id },
  })
}

/** Locks a controller for storing a reading; null when it is gone meanwhile. */
async function owner(work: Work, ipmi_id: number): Promise<Owner | null> {
  const [row] = await work.sql<Owner>(
    `select i.server_id, s.owner_id as account_id from ipmi i join server s on s.id = i.server_id where i.id = $1::int for no key update of i`,
    [ipmi_id],
  )
  return row ?? null
}

// Rows that stay as they were are not written: a thousand controllers say the same thing every few minutes.
const SENSORS = `
  with r as (select * from jsonb_to_recordset($2::jsonb) as r(identity text, position int, name text, kind text, value float8,
               unit text, health text, states text[], thresholds jsonb)),
  put as (
    insert into ipmi_sensor as s (ipmi_id, identity, position, name, kind, value, unit, health, states, thresholds)
    select $1::int, identity, position, name, kind, value, unit, health, states, thresholds from r
    on conflict (ipmi_id, identity) do update set position = excluded.position, name = excluded.name, kind = excluded.kind, value = excluded.value,
       unit = excluded.unit, health = excluded.health, states = excluded.states, thresholds = excluded.thresholds, gone_at = null
     where (s.position, s.name, s.kind, s.value, s.unit, s.health, s.states, s.thresholds, s.gone_at) is distinct from
       (excluded.position, excluded.name, excluded.kind, excluded.value, excluded.unit, excluded.health, excluded.states, excluded.thresholds, null)
    returning 1)
  update ipmi_sensor set gone_at = now(), value = null, health = 'unknown', states = '{}'
   where ipmi_id = $1::int and gone_at is null and identity not in (select identity from r) returning id`

const HISTORY = `
  insert into sensor_history (ipmi_id, level, at, sensors, means, counts, lows, highs)
  select $1::int, 300, $2::timestamptz, array_agg(id order by id), array_agg(value::real order by id), '{}', '{}', '{}'
    from ipmi_sensor where ipmi_id = $1::int and gone_at is null and value is not null having count(*) > 0
  on conflict do nothing returning level`

/** Stores the sensors of a controller as they were at a moment, and that moment in their history. */
export async function storeSensors(
  work: Work,
  ipmi_id: number,
  sensors: readonly CleanSensor[],
  at: Date,
): Promise<void> {
  const of = await owner(work, ipmi_id)
  if (!of) return
  const gone = await work.sql(SENSORS, [ipmi_id, toJson(sensors)])
  if (gone.length > 0)
    await work.sql(
      `delete from ipmi_sensor where id in (select id from ipmi_sensor where ipmi_id = $1::int and gone_at is not null
         order by gone_at desc, id desc offset $2::int) returning id`,
      [ipmi_id, GONE],
    )
  await work.sql(HISTORY, [ipmi_id, at.toISOString()])
  const now = healthOfSensors(sensors)
  if (await writeHealth(work, ipmi_id, now)) tell(work, ipmi_id, of, now)
}

/**
 * Stores what is new in a log, and how far it was read.
 * @param last number of the newest entry; null: the log is empty
 * @param whole it was read from its beginning
 */
export async function storeEvents(
  work: Work,
  ipmi_id: number,
  events: readonly CleanEvent[],
  { last, whole }: { last: number | null; whole: boolean },
): Promise<void> {
  const of = await owner(work, ipmi_id)
  if (!of) return
  const fresh = await work.sql(
    `insert into ipmi_event (ipmi_id, at, seen_at, sensor, words, asserted, severity, digest)
     select $1::int, r.at, now(), r.sensor, r.words, r.asserted, r.severity, r.digest
       from jsonb_to_recordset($2::jsonb) as r(at timestamptz, sensor text, words text, asserted boolean, severity text, digest text, n int)
      order by r.n on conflict (ipmi_id, digest) do nothing returning id`,
    [ipmi_id, toJson(events.map((event, n) => ({ ...event, n })))],
  )
  if (fresh.length > 0) {
    await work.sql(
      `delete from ipmi_event where id in (select id from ipmi_event where ipmi_id = $1::int order by id desc offset $2::int) returning id`,
      [ipmi_id, KEPT],
    )
    tell(work, ipmi_id, of)
  }
  await work.sql(
    `insert into ipmi_state (ipmi_id, last_event, events_at) values ($1::int, $2::bigint, now())
     on conflict (ipmi_id) do update set last_event = excluded.last_event,
       events_at = case when $3::boolean then excluded.events_at else ipmi_state.events_at end
     returning ipmi_id`,
    [ipmi_id, last === null ? null : String(last), whole],
  )
}

/**
 * Stores the hardware of a server. Vendor and model come from the controller; of the server's hardware it has the key
 * `controller`, and all other keys stay.
 */
export async function storeInventory(work: Work, ipmi_id: number, inventory: HardwareInventory | null): Promise<void> {
  // Lock order: its server first.
  await work.sql('select id from server where id = (select server_id from ipmi where id = $1::int) for no key update', [
    ipmi_id,
  ])
  const of = await owner(work, ipmi_id)
  if (!of) return
  await work.sql(
    `insert into ipmi_state (ipmi_id, inventory, inventory_at) values ($1::int, $2::jsonb, now())
     on conflict (ipmi_id) do update set inventory = coalesce(excluded.inventory, ipmi_state.inventory),
       inventory_at = case when excluded.inventory is null then ipmi_state.inventory_at else excluded.inventory_at end
     returning ipmi_id`,
    [ipmi_id, inventory && toJson(inventory)],
  )
  if (!inventory) return
  const news = await writeModel(work, ipmi_id, inventory)
  const other = await writeControllerHardware(work, of.server_id, inventory)
  if (news || other) tell(work, ipmi_id, of)
  if (other) changed(work, { entity: 'server', entity_id: of.server_id, event: 'update', account_id: of.account_id })
}

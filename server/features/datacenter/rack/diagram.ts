import { db } from '../../../db/pool.ts'
import type { FloorPlan, Gap, GapQuery, RackDiagram } from '../../../domain/rack/diagram.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { pduDrivers } from '../../../drivers/pdu/registry.ts'
import { switchDrivers } from '../../../drivers/switch/registry.ts'
import { msg } from '../../../shared/text.ts'
import { INSIDE_RACKS, insideRacks, problemsInRacks } from '../../platform/problem/health-of-places.ts'
import { isUnread, isUnreadController, readOrUnknown } from '../device/reading.ts'

/**
 * The worst entry in the list of problems for each device in the racks, so that the floor plan agrees with that list.
 */
const WRONG = `wrong as materialized (
    select distinct on (entity, id) entity, id, severity, kind, coalesce(cause, part) as cause
      from (${problemsInRacks(['entity', 'id', 'severity', 'kind', 'cause', 'part'])}) p
     order by entity, id, array_position(array['fault', 'warning'], severity), kind)`
const wrong = (entity: string, id: string) => `left join wrong w on w.entity = '${entity}' and w.id = ${id}`
/** A kind that has words of its own before the cause. */
const KIND = `case when w.kind in ('link', 'feed', 'drift', 'port', 'outlet') then w.kind end`

/** The most severe state comes first; being off is no fault. */
const SERVER_HEALTH = `case when s.state in ('suspending', 'resuming') then 'in_progress' when s.state_info is not null then 'fault'
  when s.maintenance then 'warning' when w.severity = 'fault' then 'fault'
  when s.operation_id is not null then 'in_progress'
  when s.state = 'suspended' or w.severity = 'warning' then 'warning' when w.severity = 'unknown' then 'unknown' when s.power_status = 'on' then 'ok'
  when s.power_status = 'off' then 'off' else 'unknown' end`

const SERVER_CAUSE = "coalesce(s.state_info, nullif(q.health_info, ''))"
const SERVER_FACTS = `'power', case when w.kind = 'unread' then 'unknown' else s.power_status end, 'health', ${SERVER_HEALTH}, 'cause', coalesce(${SERVER_CAUSE}, w.cause),
  'wrong', case when ${SERVER_CAUSE} is null then ${KIND} end,
  'owner', a.email, 'operation', op.type, 'maintenance', nullif(s.maintenance, false), 'model', f.name, 'temperature', q.temperature`
/** What its controller says, which is not current when that does not answer, and the operation that is under way. */
const BESIDE = `left join ipmi q on q.server_id = s.id and ${isUnreadController('q')} is not true left join operation op on op.id = s.operation_id`

const blades = `(select json_agg(json_build_object('id', s.id, 'name', s.name, 'slot', s.slot, 'size', s.size, ${SERVER_FACTS}) order by s.slot)
  from server s join platform f on f.id = s.platform_id left join account a on a.id = s.owner_id ${BESIDE} ${wrong('server', 's.id')}
  where s.chassis_id = c.id)`

const lights = (table: string, of: string, letter: string, order: string) =>
  `(select string_agg(${letter}, '' order by ${order}) from ${table} p where p.${of} = d.id and not p.gone)`
const portLetter = `case when ${isUnread('d', 'p')} then 'x' when p.admin_status = 'down' then 'o' when p.oper_status = 'up' then 'u' when p.oper_status = 'unknown' then 'x' else 'd' end`
const outletLetter = `case ${readOrUnknown('d', 'p', 'power_status')} when 'up' then 'u' when 'down' then 'o' else 'x' end`
/** As on the face: by the number the device counts with, which need not be one. */
const PORT_ORDER = 'length(p.if_index), p.if_index, p.id'

/** A driver in the words that people choose it by. */
const titles = (drivers: readonly { device: string; label: string }[]) =>
  `case d.device ${drivers.map(({ device, label }) => `when '${device}' then '${label.replaceAll("'", "''")}'`).join(' ')} else d.device end`

const DEVICE_HEALTH =
  "case when d.status in ('in_progress', 'process_status') then 'in_progress' else coalesce(w.severity, 'ok') end"

/** What a drawing shows of each kind of device, besides its place. */
const FACTS = `
  select 'server' as kind, s.id, s.name, json_build_object(${SERVER_FACTS}, 'bays', f.hdd_slot_count) as facts
    from server s join platform f on f.id = s.platform_id left join account a on a.id = s.owner_id ${BESIDE} ${wrong('server', 's.id')}
    where s.rack_id = any(${INSIDE_RACKS.racks})
  union all
  select 'switch', d.id, d.name, json_build_object('face', d.face, 'model', coalesce(nullif(d.additional_info->>'model', ''), ${titles(switchDrivers)}),
      'health', ${DEVICE_HEALTH}, 'cause', w.cause, 'wrong', ${KIND},
      'ports', (select count(*) from switch_port p where p.switch_id = d.id and not p.gone),
      'port_lights', ${lights('switch_port', 'switch_id', portLetter, PORT_ORDER)})
    from net_switch d ${wrong('switch', 'd.id')} where d.rack_id = any(${INSIDE_RACKS.racks})
  union all
  select 'pdu', d.id, d.name, json_build_object('face', d.face, 'model', ${titles(pduDrivers)}, 'watt', d.load_watt,
      'health', ${DEVICE_HEALTH}, 'cause', w.cause, 'wrong', ${KIND},
      'ports', (select count(*) from pdu_port p where p.pdu_id = d.id and not p.gone),
      'port_lights', ${lights('pdu_port', 'pdu_id', outletLetter, 'p.identity')})
    from pdu d ${wrong('pdu', 'd.id')} where d.rack_id = any(${INSIDE_RACKS.racks})
  union all
  select 'chassis', c.id, c.name, json_build_object('slots', c.server_slot_count, 'blades', ${blades})
    from chassis c where c.rack_id = any(${INSIDE_RACKS.racks})
  union all
  select 'reserved', v.id, v.note, '{}' from rack_reservation v where v.id = any(select ref from placed where kind = 'reserved')`

/** Everything that stands in some racks, each as the diagram draws it. @param racks SQL of an array of their ids */
const drawnIn = (racks: string) => `
  ${insideRacks(racks)},
  ${WRONG},
  placed as materialized (
    select rack_id, kind, ref, min(unit) as unit, count(distinct unit)::int as size, min(half) as half,
           case when bool_or(face in ('front', 'rear')) and count(distinct half) = 1 then 'half' else 'full' end as width,
           case when count(distinct face) = 2 then 'full' else 'half' end as depth, min(face) as face
      from rack_cell where rack_id = any(${INSIDE_RACKS.racks}) group by rack_id, kind, ref),
  drawn as (
    select p.rack_id, json_strip_nulls(json_build_object('kind', p.kind, 'id', p.ref, 'name', coalesce(k.name, ''), 'face', p.face, 'unit', p.unit,
             'size', p.size, 'width', p.width, 'half', p.half, 'depth', p.depth)) as place, json_strip_nulls(k.facts) as facts, p.unit, p.half, p.face
      from placed p left join (${FACTS}) k on k.kind = p.kind and k.id = p.ref)`

const DEVICES = `coalesce(json_agg((d.place::jsonb || coalesce(d.facts::jsonb, '{}')) order by d.unit, d.half, d.face)
  filter (where d.rack_id is not null), '[]')`

const CABLES = `
  select 'switch' as kind, k.server_id as server, d.id as device, d.name as device_name, r.name as rack, p.id as port, p.name as port_name,
         (select count(*)::int from switch_port q where q.switch_id = d.id and not q.gone and (length(q.if_index), q.if_index, q.id) < (length(p.if_index), p.if_index, p.id)) as position,
         case ${readOrUnknown('d', 'p', 'oper_status')} when 'up' then 'up' when 'unknown' then 'unknown' else 'down' end as status, k.is_ipmi_connection as is_ipmi
    from switch_connection k join switch_port p on p.id = k.switch_port_id join net_switch d on d.id = p.switch_id join rack r on r.id = d.rack_id
   where k.server_id in (select id from inside_servers)
  union all
  select 'pdu', k.server_id, d.id, d.name, r.name, p.id, coalesce(nullif(p.name, ''), p.identity::text),
         (select count(*)::int from pdu_port q where q.pdu_id = d.id and not q.gone and q.identity < p.identity),
         ${readOrUnknown('d', 'p', 'power_status')}, false
    from pdu_connection k join pdu_port p on p.id = k.pdu_port_id join pdu d on d.id = p.pdu_id join rack r on r.id = d.rack_id
   where k.server_id in (select id from inside_servers)`

const beside = (sign: '<' | '>') => `(select json_build_object('id', o.id, 'name', o.name) from rack o
  where o.location_id = r.location_id and (o.hall_row, o.hall_place, o.id) ${sign} (r.hall_row, r.hall_place, r.id)
  order by o.hall_row ${sign === '<' ? 'desc' : 'asc'}, o.hall_place ${sign === '<' ? 'desc' : 'asc'}, o.id ${sign === '<' ? 'desc' : 'asc'} limit 1)`

const RACK = `with ${drawnIn('array[$1::int]')},
  inside_servers as (select id from server where rack_id = $1::int union all select id from server where chassis_id = any(${INSIDE_RACKS.chassis}))
  select (select ${DEVICES} from drawn d) as list, (select coalesce(json_agg(x order by x.kind desc, x.device, x.position), '[]') from (${CABLES}) x) as cables,
         ${beside('<')} as before, ${beside('>')} as after
    from rack r where r.id = $1::int`

/** All that the page of one rack draws, in one statement. */
export async function rackDiagram(rack_id: number): Promise<RackDiagram> {
  const { rows } = await db().pool.query<RackDiagram>(RACK, [rack_id])
  if (!rows[0]) throw notFound(msg`Rack`, rack_id)
  return rows[0]
}

const HALL = `with ${drawnIn('array(select id from rack where location_id = $1::int)')},
  racks as (select r.id, r.name, r.size, r.hall_row, r.hall_place, ${DEVICES} as devices
              from rack r left join drawn d on d.rack_id = r.id where r.location_id = $1::int group by r.id)
  select l.id, l.name, (select coalesce(json_agg(k order by k.hall_row, k.hall_place, k.name), '[]') from racks k) as racks
    from location l where l.id = $1::int`

/** All racks of a location and what stands in them, in one statement. */
export async function locationFloorPlan(location_id: number): Promise<FloorPlan> {
  const { rows } = await db().pool.query<FloorPlan>(HALL, [location_id])
  if (!rows[0]) throw notFound(msg`Location`, location_id)
  return rows[0]
}

const GAPS = `
  with free as (
    select r.id, u.unit, u.unit - row_number() over (partition by r.id order by u.unit) as run
      from rack r cross join lateral generate_series(1, r.size) u(unit)
     where ($2::int is null or r.location_id = $2::int) and not exists (
       select from rack_cell c where c.rack_id = r.id and c.unit = u.unit and c.face in ('front', 'rear')))
  select json_build_object('id', r.id, 'name', r.name) as rack, json_build_object('id', l.id, 'name', l.name) as location, g.unit, g.size
    from (select id, min(unit) as unit, count(*)::int as size from free group by id, run having count(*) >= $1::int) g
    join rack r on r.id = g.id join location l on l.id = r.location_id
   order by g.size, l.name, r.hall_row, r.hall_place, r.name, g.unit limit 200`

/** Where `size` adjacent units are free, over all racks; the tightest fit first. */
export async function freeGaps({ size, location }: GapQuery): Promise<{ list: Gap[] }> {
  const { rows } = await db().pool.query<Gap>(GAPS, [size, location ?? null])
  return { list: rows }
}

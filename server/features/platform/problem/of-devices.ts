import { SET_OTHERWISE } from '../../datacenter/switch/drift-sql.ts'
import { part } from './part.ts'

/** What servers say is wrong with them; under repair they say nothing. */
export const servers = (owner: string) =>
  part({
    kind: 'server',
    entity: "'server'",
    id: 's.id',
    name: 's.name',
    state: 's.state',
    cause: 's.state_info',
    part: "concat_ws(' ', l.name, coalesce(r.name || ' U' || s.unit, c.name || ' #' || s.slot))",
    from: `server s join location l on l.id = s.location_id left join rack r on r.id = s.rack_id left join chassis c on c.id = s.chassis_id
     where s.state_info is not null and not s.maintenance and ${owner}`,
  })

/** Sensors beyond their critical limit, where nobody has said yet what is wrong; a controller that does not answer says nothing of now. */
export const sensors = (owner: string) =>
  part({
    kind: 'sensor',
    entity: "'server'",
    id: 's.id',
    name: 's.name',
    cause: 'q.health_info',
    since: 'q.health_at',
    from: `ipmi q join server s on s.id = q.server_id where q.health = 'critical' and q.status <> 'fail' and s.state_info is null and not s.maintenance and ${owner}`,
  })

const controller = (severity: 'fault' | 'warning', which: string) =>
  part({
    kind: severity === 'fault' ? 'identity' : 'controller',
    severity,
    entity: "'server'",
    id: 's.id',
    name: 's.name',
    cause: "q.status_info->>'fault'",
    since: 'q.last_success_update',
    from: `ipmi q join server s on s.id = q.server_id where q.status = 'fail' and not s.maintenance and ${which}`,
  })

const AWAY = "exists (select from proxy_location d where d.location_id = s.location_id and d.status = 'fail')"

const atSwitch =
  '(select count(distinct k.server_id)::int from switch_connection k join switch_port p on p.id = k.switch_port_id where p.switch_id = d.id)'
const atPdu =
  '(select count(distinct k.server_id)::int from pdu_connection k join pdu_port p on p.id = k.pdu_port_id where p.pdu_id = d.id)'
const running = "s.power_status = 'on' and s.state = 'active' and not s.maintenance"

/** Problems of a data centre, for administrators. */
export const ofDevices = [
  controller('fault', "q.status_info ? 'identity_changed'"),
  // Where no outlet gives power, no controller answers; behind a proxy that is away none does.
  controller('warning', `not q.status_info ? 'identity_changed' and s.power_status <> 'off' and not ${AWAY}`),
  part({
    kind: 'proxy',
    entity: "'location'",
    id: 'l.id',
    name: 'l.name',
    state: 'd.status',
    cause: 'd.fault',
    hosts: '(select count(*)::int from ipmi q join server s on s.id = q.server_id where s.location_id = l.id)',
    from: "proxy_location d join location l on l.id = d.location_id where d.status = 'fail'",
  }),
  part({
    kind: 'location',
    entity: "'location'",
    id: 'l.id',
    name: 'l.name',
    state: 'l.status',
    cause: 'l.fault',
    since: 'l.checked_at',
    from: "location l where l.status in ('check_failed', 'setup_failed')",
  }),
  part({
    kind: 'switch',
    entity: "'switch'",
    id: 'd.id',
    name: 'd.name',
    state: 'd.status',
    cause: 'd.fault',
    hosts: atSwitch,
    since: 'd.last_success_update',
    from: "net_switch d where d.status = 'fail'",
  }),
  part({
    kind: 'pdu',
    entity: "'pdu'",
    id: 'd.id',
    name: 'd.name',
    state: 'd.status',
    cause: "d.status_info->>'fault'",
    hosts: atPdu,
    since: 'd.last_success_update',
    from: "pdu d where d.status = 'fail'",
  }),
  part({
    kind: 'port',
    severity: 'warning',
    entity: "'switch'",
    id: 'd.id',
    name: 'd.name',
    part: 'p.name',
    cause: 'p.fault',
    from: 'switch_port p join net_switch d on d.id = p.switch_id where p.fault is not null',
  }),
  part({
    kind: 'outlet',
    severity: 'warning',
    entity: "'pdu'",
    id: 'd.id',
    name: 'd.name',
    part: "coalesce(nullif(p.name, ''), p.identity::text)",
    cause: 'p.fault',
    from: 'pdu_port p join pdu d on d.id = p.pdu_id where p.fault is not null',
  }),
  part({
    kind: 'drift',
    severity: 'warning',
    entity: "'switch'",
    id: 'd.id',
    name: 'd.name',
    part: 'x.words',
    hosts: 'x.ports',
    from: `(${SET_OTHERWISE}) x join net_switch d on d.id = x.switch_id where d.status = 'ok'`,
  }),
  part({
    kind: 'link',
    severity: 'warning',
    entity: "'server'",
    id: 'x.id',
    name: 'x.name',
    part: 'x.ports',
    from: `(select s.id, s.name, string_agg(d.name || ' ' || p.name, ', ' order by p.id) as ports
       from server s join switch_connection k on k.server_id = s.id join switch_port p on p.id = k.switch_port_id
       join net_switch d on d.id = p.switch_id
      where ${running} and d.status = 'ok' and not p.gone and p.admin_status = 'up' and p.oper_status in ('down', 'lowerlayerdown', 'notpresent')
      group by s.id) x`,
  }),
  part({
    kind: 'feed',
    severity: 'warning',
    entity: "'server'",
    id: 'x.id',
    name: 'x.name',
    part: 'x.outlets',
    from: `(select s.id, s.name, string_agg(d.name || ' ' || p.identity, ', ' order by p.id) filter (where p.power_status = 'down') as outlets
       from server s join pdu_connection k on k.server_id = s.id join pdu_port p on p.id = k.pdu_port_id join pdu d on d.id = p.pdu_id
      where ${running} and s.id in (select c.server_id from pdu_connection c join pdu_port o on o.id = c.pdu_port_id where o.power_status = 'down')
      group by s.id having bool_or(p.power_status = 'up')) x`,
  }),
]

import { startByHand } from '../../../domain/operation/steps.ts'
import { unreadServers } from '../../datacenter/server/unread.ts'
import type { Part } from './part.ts'

const running = "s.power_status = 'on' and s.state = 'active' and not s.maintenance"
const AWAY = "exists (select from proxy_location d where d.location_id = s.location_id and d.status = 'fail')"
/** @param s alias of the server */
const of = (s: 's' | 'x') => ({
  about: 'server' as const,
  id: `${s}.id`,
  name: `${s}.name`,
  owner: `${s}.owner_id`,
  at: s,
})
const server = of('s')
/** Of several cables: `x` is the server with what they say; grouped by its id it has all of its columns. */
const linked = { ...of('x'), closed: true } as const
/** By its controller, whose indexes hold the server's id. */
const controlled = { ...server, id: 'q.server_id' } as const
const SERVER = 's.id, s.name, s.owner_id, s.rack_id, s.chassis_id, s.location_id'

/** Few controllers fail: `offset 0` looks up the servers of these and does not read all. */
const SERVER_OF = 'select x.* from server x where x.id = q.server_id offset 0'
const KNOWN = "s.power_status <> 'unknown' and not s.maintenance"

const controller = (severity: 'fault' | 'warning', which: string): Part => ({
  ...controlled,
  kind: severity === 'fault' ? 'identity' : 'controller',
  severity,
  cause: "q.status_info->>'fault'",
  since: 'coalesce(q.last_success_update, q.created_at)',
  from: `ipmi q cross join lateral (${SERVER_OF}) s where q.status = 'fail' and not s.maintenance and ${which}`,
  closed: true,
})

/**
 * Where a problem is known already, sensors would only repeat it; readings of a controller that does not answer are not
 * current.
 */
const sensors = (severity: 'fault' | 'warning', health: 'critical' | 'warning'): Part => ({
  ...controlled,
  kind: 'sensor',
  severity,
  cause: 'q.health_info',
  since: 'q.health_at',
  from: `ipmi q join server s on s.id = q.server_id
     where q.health = '${health}' and q.status <> 'fail' and s.state_info is null and not s.maintenance`,
})

const DOWN = "not p.gone and p.admin_status = 'up' and p.oper_status in ('down', 'lowerlayerdown', 'notpresent')"
/** Servers with ports that have no link. @param found FROM of servers `s` with such ports `p` */
const links = (
  found: string,
) => `(select ${SERVER}, string_agg(d.name || ' ' || p.name, ', ' order by p.id) as ports, min(p.oper_at) as since
   from ${found} join net_switch d on d.id = p.switch_id where ${running} and d.status = 'ok' group by ${SERVER}) x where true`

/** Servers of whose outlets some are off and some are not. @param found how these are found among all */
const suppliesPower = (found: string) => `(select ${SERVER},
     string_agg(d.name || ' ' || p.identity, ', ' order by p.id) filter (where p.power_status = 'down') as outlets,
     min(p.power_at) filter (where p.power_status = 'down') as since
   from server s join pdu_connection k on k.server_id = s.id join pdu_port p on p.id = k.pdu_port_id join pdu d on d.id = p.pdu_id
  where ${running} and ${found}
  group by s.id having bool_or(p.power_status = 'up') and bool_or(p.power_status = 'down')) x where true`

/** Servers whose operation stands at its last step until somebody has started them. */
const WAITS = `operation o join server s on s.operation_id = o.id
    join lateral (select p.* from operation_step p where p.operation_id = o.id order by p.position desc limit 1) p on true
   where o.status in ('created', 'running') and p.name = 'power' and p.words = '${startByHand}'`

/** Problems of servers; under repair they have none, but for what somebody does to them. */
export const ofServers: readonly Part[] = [
  {
    ...server,
    kind: 'server',
    state: 's.state',
    cause: 's.state_info',
    since: 's.state_info_at',
    from: 'server s where s.state_info is not null and not s.maintenance',
  },
  {
    ...server,
    kind: 'operation_waits',
    severity: 'warning',
    since: 'p.started_at',
    from: WAITS,
  },
  sensors('fault', 'critical'),
  sensors('warning', 'warning'),
  controller('fault', "q.status_info ? 'identity_changed'"),
  // Where no outlet gives power, no controller answers; behind a proxy that is away none does.
  controller('warning', `not q.status_info ? 'identity_changed' and s.power_status <> 'off' and not ${AWAY}`),
  {
    ...linked,
    kind: 'link',
    severity: 'warning',
    part: 'x.ports',
    since: 'x.since',
    // Most ports without link have no cable: those that have one are found first, then the servers of these few.
    from: links(`(select p.id, p.name, p.switch_id, p.oper_at, k.server_id from switch_port p
         join switch_connection k on k.switch_port_id = p.id where ${DOWN} offset 0) p
       cross join lateral (select x.* from server x where x.id = p.server_id offset 0) s`),
    fewFrom: links(`server s join switch_connection k on k.server_id = s.id
       join switch_port p on p.id = k.switch_port_id and ${DOWN}`),
  },
  {
    ...linked,
    kind: 'feed',
    severity: 'warning',
    part: 'x.outlets',
    since: 'x.since',
    from: suppliesPower(
      `s.id in (select c.server_id from pdu_connection c join pdu_port o on o.id = c.pdu_port_id where o.power_status = 'down')`,
    ),
    fewFrom: suppliesPower(`exists (select from pdu_connection c join pdu_port o on o.id = c.pdu_port_id
         where c.server_id = s.id and o.power_status = 'down')`),
  },
  {
    ...server,
    kind: 'unread',
    severity: 'unknown',
    since: 'coalesce((select q.last_success_update from ipmi q where q.server_id = s.id), s.power_at)',
    from: "server s where s.power_status = 'unknown' and not s.maintenance",
  },
  {
    ...server,
    id: 'u.id',
    kind: 'unread',
    severity: 'unknown',
    since: 'u.since',
    from: `(${unreadServers()}) u cross join lateral (select x.* from server x where x.id = u.id offset 0) s where ${KNOWN}`,
    fewFrom: `(${unreadServers()}) u join server s on s.id = u.id where ${KNOWN}`,
  },
]

import { GONE_HOURS } from '../../../domain/machine/states.ts'
import { isLate } from '../../datacenter/device/reading.ts'
import { leftBehind } from '../../datacenter/operation/ports/rows.ts'
import { SET_OTHERWISE } from '../../datacenter/switch/drift-sql.ts'
import type { Part } from './part.ts'

const atSwitch =
  '(select count(distinct k.server_id)::int from switch_connection k join switch_port p on p.id = k.switch_port_id where p.switch_id = d.id)'
const atPdu =
  '(select count(distinct k.server_id)::int from pdu_connection k join pdu_port p on p.id = k.pdu_port_id where p.pdu_id = d.id)'

const device = (about: 'switch' | 'pdu') => ({ about, id: 'd.id', name: 'd.name', at: 'd' })
const heard = 'coalesce(d.last_success_update, d.created_at)'
const unread = (about: 'switch' | 'pdu', table: string): Part => ({
  ...device(about),
  kind: 'unread',
  severity: 'unknown',
  since: 'd.last_success_update',
  from: `${table} d where d.status <> 'fail' and (${isLate('d.last_success_update')} or (d.last_success_update is null and d.status <> 'ok'))`,
})
const location = { about: 'location', id: 'l.id', name: 'l.name', location: 'l.id' } as const

/** Problems of switches, PDUs and locations, for administrators. */
export const ofDevices: readonly Part[] = [
  {
    ...location,
    kind: 'proxy',
    state: 'd.status',
    cause: 'd.fault',
    hosts: '(select count(*)::int from ipmi q join server s on s.id = q.server_id where s.location_id = l.id)',
    since: 'd.fault_at',
    from: "proxy_location d join location l on l.id = d.location_id where d.status = 'fail'",
  },
  {
    ...location,
    kind: 'location',
    state: 'l.status',
    cause: 'l.fault',
    since: 'coalesce(l.fault_at, l.checked_at)',
    from: "location l where l.status in ('check_failed', 'setup_failed')",
  },
  {
    ...location,
    kind: 'location_service',
    part: 'c.component',
    cause: 'c.fault',
    since: 'c.fault_at',
    from: 'location_component c join location l on l.id = c.location_id where c.fault is not null',
  },
  {
    ...location,
    kind: 'discovery',
    severity: 'warning',
    hosts: 'x.machines',
    since: 'x.since',
    from: `(select location_id, count(*)::int as machines, min(first_seen_at) as since from machine where state = 'waiting'
               and seen_at > now() - interval '${GONE_HOURS} hours' group by location_id) x
           join location l on l.id = x.location_id where true`,
  },
  {
    ...location,
    kind: 'unread',
    severity: 'unknown',
    from: "location l where l.status = 'created'",
  },
  {
    ...device('switch'),
    kind: 'switch',
    state: 'd.status',
    cause: 'd.fault',
    hosts: atSwitch,
    since: heard,
    from: "net_switch d where d.status = 'fail'",
  },
  {
    ...device('pdu'),
    kind: 'pdu',
    state: 'd.status',
    cause: "d.status_info->>'fault'",
    hosts: atPdu,
    since: heard,
    from: "pdu d where d.status = 'fail'",
  },
  {
    ...device('switch'),
    kind: 'port',
    severity: 'warning',
    part: 'p.name',
    cause: 'p.fault',
    since: 'p.fault_at',
    from: 'switch_port p join net_switch d on d.id = p.switch_id where p.fault is not null',
  },
  {
    ...device('switch'),
    kind: 'provisioning',
    part: 'p.name',
    cause: 'b.fault',
    since: 'b.fault_at',
    from: `operation_port b join switch_port p on p.id = b.switch_port_id join net_switch d on d.id = p.switch_id
            where b.fault is not null and ${leftBehind('b')}`,
  },
  {
    ...device('pdu'),
    kind: 'outlet',
    severity: 'warning',
    part: "coalesce(nullif(p.name, ''), p.identity::text)",
    cause: 'p.fault',
    since: 'p.fault_at',
    from: 'pdu_port p join pdu d on d.id = p.pdu_id where p.fault is not null',
  },
  {
    ...device('switch'),
    id: 'x.switch_id',
    kind: 'drift',
    severity: 'warning',
    part: 'x.words',
    hosts: 'x.ports',
    since: 'x.since',
    from: `(${SET_OTHERWISE}) x join net_switch d on d.id = x.switch_id where d.status = 'ok'`,
  },
  unread('switch', 'net_switch'),
  unread('pdu', 'pdu'),
]

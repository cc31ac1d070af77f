import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { pduFields } from '../../../domain/pdu/fields.ts'
import { outletConnectionTypes, outletPowers, pduStatuses } from '../../../domain/pdu/states.ts'
import { msg } from '../../../shared/text.ts'
import { healthLink, healthOf } from '../../platform/problem/health.ts'
import { adminsOnly, placedFields, placedJoins } from '../device/list-parts.ts'
import { paramsJson, secretsSet } from '../device/params.ts'
import { readAt, readOrNull, readOrUnknown } from '../device/reading.ts'
import { locationShape } from '../rack/list.ts'

/** What an outlet (alias p) is used for; its connection has the alias k. */
const connectionType = `case when p.is_service then 'service' when k.id is not null then 'connected' else 'free' end`

const health = healthOf({ entity: 'pdu', id: 'd.id' })

/** PDUs are the administrators'. */
export const pduList = defineList<Actor>({
  name: 'pdu',
  what: msg`PDU`,
  from: 'pdu d',
  joins: { ...placedJoins, ...health.joins },
  fields: {
    ...placedFields,
    ...listFields(pduFields, 'd'),
    ...health.fields,
    total_port: { type: 'int', sql: '(select count(*)::int from pdu_port p where p.pdu_id = d.id and not p.gone)' },
    using_port: {
      type: 'int',
      sql: `(select count(*)::int from pdu_port p left join pdu_connection k on k.pdu_port_id = p.id
              where p.pdu_id = d.id and (p.is_service or k.id is not null))`,
    },
    status: { type: 'enum', sql: 'd.status', values: pduStatuses },
  },
  links: { location: 'location.id', rack: 'rack.id', ...healthLink },
  row: {
    location: locationShape,
    status_info: 'd.status_info',
    snmp_params: paramsJson('snmp'),
    secrets_set: secretsSet(['snmp']),
  },
  search: ['name', 'ip', 'note'],
  searchIndexed: true,
  visible: adminsOnly,
})

/** Outlets of PDUs; the scope names which PDU. */
export const pduPortList = defineList<Actor>({
  name: 'pdu_port',
  what: msg`Outlet`,
  from: 'pdu_port p',
  joins: {
    u: 'left join pdu u on u.id = p.pdu_id',
    k: 'left join pdu_connection k on k.pdu_port_id = p.id',
    s: 'left join server s on s.id = k.server_id',
    c: 'left join chassis c on c.id = s.chassis_id',
  },
  fields: {
    id: { type: 'int', sql: 'p.id' },
    identity: { type: 'int', sql: 'p.identity' },
    pdu: { type: 'int', sql: 'p.pdu_id' },
    name: { type: 'text', sql: 'p.name' },
    power_status: { type: 'enum', sql: readOrUnknown('u', 'p', 'power_status'), values: outletPowers },
    load_watt: { type: 'int', sql: readOrNull('u', 'p', 'load_watt'), nullable: true },
    read_at: { type: 'time', sql: readAt('u', 'p'), nullable: true },
    connection_type: { type: 'enum', sql: connectionType, values: outletConnectionTypes },
    connection_type_info: { type: 'text', sql: 'p.connection_type_info' },
    note: { type: 'text', sql: 'p.note' },
    is_service: { type: 'bool', sql: 'p.is_service' },
    'server.id': { type: 'int', sql: 's.id', nullable: true },
    'server.name': { type: 'text', sql: 's.name', nullable: true },
    task_id: { type: 'int', sql: 'p.task_id', nullable: true },
    fault: { type: 'text', sql: 'p.fault', nullable: true },
    gone: { type: 'bool', sql: 'p.gone' },
    version: { type: 'int', sql: 'p.version' },
  },
  links: { server: 'server.id' },
  leftOut: ['server'],
  row: {
    server: { rack: 'coalesce(s.rack_id, c.rack_id, 0)', connection_id: 'k.id', is_protected: 's.is_protected' },
  },
  search: ['name', 'note', 'server.name'],
  visible: adminsOnly,
})

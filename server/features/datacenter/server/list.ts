import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { fieldJson } from '../../../api/list/fields.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { sql } from '../../../api/list/sql.ts'
import { SHOWN_IDS } from '../../../api/list/statement.ts'
import { ipmiTypes } from '../../../domain/ipmi/kinds.ts'
import { ipmiStatuses, sensorHealths } from '../../../domain/ipmi/states.ts'
import { operationTypes } from '../../../domain/operation/kinds.ts'
import { platformTypes, platformWidths } from '../../../domain/platform/kinds.ts'
import { serverFields } from '../../../domain/server/fields.ts'
import { powerStatuses, serverLifecycle } from '../../../domain/server/states.ts'
import { msg } from '../../../shared/text.ts'
import { healthLink, healthOf } from '../../platform/problem/health.ts'
import { dateField } from '../device/list-parts.ts'
import { readAt, readOfController, readOrNull, readOrUnknown } from '../device/reading.ts'
import { hindrancesSql } from '../operation/claim.ts'
import { ownDisksSql } from '../operation/targets.ts'
import { locationShape } from '../rack/list.ts'
import { powerNow, unreadServers } from './unread.ts'

const adminOnly = (actor: Actor) => actor.isAdmin

const addresses = jsonList(
  {
    id: 'i.id',
    name: 'host(i.ip_addr)',
    domain: "coalesce(i.domain, '')",
    gateway: "coalesce(i.gateway, '')",
    network: "coalesce(n.name, '')",
    server: 's.name',
    family: "case i.family when 2 then 'ipv4' else 'ipv6' end",
    status: 'i.state',
    status_info: "'{}'::json",
    is_main: 'coalesce(i.id = s.main_ip_id, false)',
  },
  'ip i left join ipnet n on n.id = i.ipnet_id where i.server_id = s.id',
  '(i.id = s.main_ip_id) desc, i.id',
)
/** What the operator calls devices and writes at their ports is not for owners: the fields stay, empty. */
const portsWith = (names: { switch_name: string; description: string }) =>
  jsonList(
    {
      id: 'p.id',
      name: 'p.name',
      switch: 'w.id',
      connection_id: 'k.id',
      admin_status: 'p.admin_status',
      oper_status: readOrUnknown('w', 'p', 'oper_status'),
      read_at: fieldJson({ type: 'time', sql: readAt('w', 'p') }),
      do_not_collect_traffic: 'k.do_not_collect_traffic',
      is_ipmi_connection: 'k.is_ipmi_connection',
      ...names,
    },
    'switch_connection k join switch_port p on p.id = k.switch_port_id join net_switch w on w.id = p.switch_id where k.server_id = s.id',
    'k.id',
  )
const outletsWith = (names: { pdu_name: string }) =>
  jsonList(
    {
      port_id: 'o.id',
      port_identity: 'o.identity::text',
      pdu_id: 'u.id',
      connection_id: 'k.id',
      power_status: readOrUnknown('u', 'o', 'power_status'),
      load_watt: readOrNull('u', 'o', 'load_watt'),
      read_at: fieldJson({ type: 'time', sql: readAt('u', 'o') }),
      ...names,
    },
    'pdu_connection k join pdu_port o on o.id = k.pdu_port_id join pdu u on u.id = o.pdu_id where k.server_id = s.id',
    'k.id',
  )
const lateral = (list: string) => `left join lateral (select ${list} as list offset 0)`

const health = healthOf({ entity: 'server', id: 's.id' })

/** Administrators see all servers, users their own. */
export const serverList = defineList<Actor>({
  name: 'server',
  what: msg`Server`,
  from: 'server s',
  joins: {
    l: 'left join location l on l.id = s.location_id',
    f: 'left join platform f on f.id = s.platform_id',
    r: 'left join rack r on r.id = s.rack_id',
    c: 'left join chassis c on c.id = s.chassis_id',
    a: 'left join account a on a.id = s.owner_id',
    n: 'left join node n on n.id = s.node_id',
    bmc: 'left join ipmi bmc on bmc.server_id = s.id',
    op: 'left join operation op on op.id = s.operation_id',
    inst: 'left join operation inst on inst.id = s.installed_id',
    un: `left join (${unreadServers(`${SHOWN_IDS}::int[]`)}) un on un.id = s.id`,
    ...health.joins,
    // `offset 0` keeps the planner from writing it out once for each field that reads it.
    outlets: `${lateral(outletsWith({ pdu_name: 'u.name' }))} outlets on true`,
    inputs: `${lateral(outletsWith({ pdu_name: "''" }))} inputs on true`,
  },
  fields: {
    id: { type: 'int', sql: 's.id' },
    ...listFields(serverFields, 's'),
    type: { type: 'enum', sql: 's.type', values: platformTypes },
    size: { type: 'int', sql: 's.size' },
    width: { type: 'enum', sql: 's.width', values: platformWidths },
    'platform.id': { type: 'int', sql: 's.platform_id' },
    'platform.name': { type: 'text', sql: 'f.name' },
    'rack.id': { type: 'int', sql: 's.rack_id', nullable: true },
    'rack.name': { type: 'text', sql: 'r.name', nullable: true },
    'rack.size': { type: 'int', sql: 'r.size', nullable: true },
    unit: { type: 'int', sql: 's.unit', nullable: true },
    'chassis.id': { type: 'int', sql: 's.chassis_id', nullable: true },
    'chassis.name': { type: 'text', sql: 'c.name', nullable: true },
    slot: { type: 'int', sql: 's.slot', nullable: true },
    'location.id': { type: 'int', sql: 's.location_id' },
    'location.name': { type: 'text', sql: 'l.name' },
    location_id: { type: 'int', sql: 's.location_id' },
    state: { type: 'enum', sql: 's.state', values: serverLifecycle.states },
    state_info: { type: 'text', sql: 's.state_info', nullable: true },
    power_status: {
      type: 'enum',
      sql: powerNow('s'),
      json: "case when un.id is not null then 'unknown' else s.power_status end",
      values: powerStatuses,
    },
    power_action: { type: 'text', sql: 's.power_action', nullable: true },
    power_task: { type: 'int', sql: 's.power_task', nullable: true },
    'operation_running.id': { type: 'int', sql: 's.operation_id', nullable: true },
    'operation_running.type': { type: 'enum', sql: 'op.type', values: operationTypes, nullable: true },
    'operation_running.percent': { type: 'int', sql: 'op.percent', nullable: true },
    'installed.system': { type: 'text', sql: 'inst.template', nullable: true },
    'installed.at': { type: 'time', sql: 'inst.ended_at', nullable: true, filterOnly: true },
    'os_template.id': { type: 'int', sql: 'inst.os_template_id', nullable: true, filterOnly: true },
    owner: { type: 'int', sql: 's.owner_id', nullable: true },
    owner_email: { type: 'text', sql: 'a.email', nullable: true },
    'node.id': { type: 'int', sql: 'n.id', nullable: true, only: adminOnly },
    'node.name': { type: 'text', sql: 'n.name', nullable: true, only: adminOnly },
    'ipmi.id': { type: 'int', sql: 'bmc.id', nullable: true },
    'ipmi.server': { type: 'int', sql: 'bmc.server_id', nullable: true },
    'ipmi.type': { type: 'enum', sql: 'bmc.type', values: ipmiTypes, nullable: true },
    // Address, credentials and errors of the controller are for administrators only.
    'ipmi.ip': { type: 'inet', sql: 'bmc.ip', nullable: true, only: adminOnly },
    'ipmi.mac': { type: 'text', sql: "coalesce(bmc.mac, '')", only: adminOnly },
    'ipmi.username': { type: 'text', sql: 'bmc.username', nullable: true, only: adminOnly },
    'ipmi.status_info': {
      type: 'text',
      sql: 'bmc.status_info::text',
      json: 'bmc.status_info',
      nullable: true,
      only: adminOnly,
    },
    'ipmi.vendor': { type: 'text', sql: 'bmc.vendor', nullable: true },
    'ipmi.model': { type: 'text', sql: 'bmc.model', nullable: true },
    'ipmi.power_status': {
      type: 'enum',
      sql: readOfController('bmc', 'power_status'),
      values: powerStatuses,
      nullable: true,
    },
    'ipmi.status': { type: 'enum', sql: 'bmc.status', values: ipmiStatuses, nullable: true },
    'ipmi.sensor_health': {
      type: 'enum',
      sql: readOfController('bmc', 'health'),
      values: sensorHealths,
      nullable: true,
    },
    'ipmi.sensor_health_info': { type: 'text', sql: readOfController('bmc', 'health_info', "''"), nullable: true },
    'ipmi.last_update': dateField('bmc.last_update'),
    version: { type: 'int', sql: 's.version' },
    ...health.fields,
  },
  links: {
    ...healthLink,
    ipmi: 'ipmi.id',
    platform: 'platform.id',
    rack: 'rack.id',
    chassis: 'chassis.id',
    location: 'location.id',
    node: 'node.id',
    operation_running: 'operation_running.id',
    os_template: 'os_template.id',
  },
  members: {
    mac: {
      from: 'server_mac m',
      where: 'm.server_id = s.id',
      csvOrder: 'm.position',
      fields: { address: { type: 'text', sql: 'm.mac', searchAs: 'mac' } },
    },
    ip: {
      from: 'ip i',
      where: 'i.server_id = s.id',
      fields: { name: { type: 'text', sql: 'host(i.ip_addr)' }, ip_addr: { type: 'inet', sql: 'i.ip_addr' } },
    },
    // Where its controller is, and what that says of the hardware: apart from the fields above, so that indexes find them.
    controller: {
      from: 'ipmi xc',
      where: 'xc.server_id = s.id',
      fields: {
        ip: { type: 'inet', sql: 'xc.ip', only: adminOnly },
        mac: { type: 'text', sql: "coalesce(xc.mac, '')", searchAs: 'mac', only: adminOnly },
      },
    },
    inventory: {
      from: 'ipmi xi join ipmi_state xs on xs.ipmi_id = xi.id',
      where: 'xi.server_id = s.id',
      fields: { serial: { type: 'text', sql: "xs.inventory->>'serial'", only: adminOnly } },
    },
  },
  row: {
    mac: '(select coalesce(array_agg(m.mac order by m.position), array[]::text[]) from server_mac m where m.server_id = s.id)',
    chassis: { size: 'c.size', server_slot_count: 'c.server_slot_count' },
    location: locationShape,
    operation: `case when s.operation_id is not null then json_build_object('id', op.id, 'type', op.type, 'status', op.status, 'status_info', '{}'::json,
                'progress_info', json_build_array(json_build_object('percent', op.percent, 'text', op.progress_info))) end`,
    os_template: `case when inst.id is not null then json_build_object('id', coalesce(inst.os_template_id, 0), 'name', inst.template,
                  'tags', coalesce((select to_json(m.tags) from os_template m where m.id = inst.os_template_id), '[]')) end`,
    installed: `case when inst.id is not null then json_build_object('operation', inst.id, 'system', inst.template, 'raid', inst.hdd_raid,
                'disks', ${ownDisksSql('s')}, 'by', inst.auth_id, 'at', ${fieldJson({ type: 'time', sql: 'inst.ended_at' })}) end`,
    hindrances: hindrancesSql,
    hardware_info: 's.hardware_info',
    perform_info: 's.perform_info',
    settings: 's.settings',
    ip: addresses,
    switch_connection: portsWith({ switch_name: 'w.name', description: 'p.description' }),
    pdu_connection: 'outlets.list->0',
    pdu_connections: 'outlets.list',
    traffic: `(select json_build_object('in', m.in_octets, 'out', m.out_octets) from server_month m
                where m.server_id = s.id and m.month = date_trunc('month', now() at time zone 'UTC')::date)`,
  },
  others: {
    unless: adminOnly,
    row: {
      switch_connection: portsWith({ switch_name: "''", description: "''" }),
      pdu_connection: 'inputs.list->0',
      pdu_connections: 'inputs.list',
    },
  },
  leftOut: ['traffic'],
  search: [
    'name',
    'domain',
    'barcode',
    'mac.address',
    'ip.ip_addr',
    'platform.name',
    'owner_email',
    'controller.ip',
    'controller.mac',
    'inventory.serial',
  ],
  searchIndexed: true,
  total: "total_rows('server')",
  visible: (actor) => (actor.isAdmin ? null : sql`s.owner_id = ${actor.account_id}`),
})

import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonObject } from '../../../api/list/row.ts'
import { sql } from '../../../api/list/sql.ts'
import { hostFields } from '../../../domain/host/fields.ts'
import { hostStates } from '../../../domain/host/states.ts'
import { tuningNumbers } from '../../../domain/host/tuning.ts'
import { msg } from '../../../shared/text.ts'
import { healthLink, healthOf } from '../../platform/problem/health.ts'
import { COUNTS } from './snapshot/counted.ts'
import { vlanChecked } from './vlan-checked.ts'

const tuned = (name: string) => ({ type: 'int', sql: `(h.tuning->>'${name}')::bigint`, nullable: true }) as const
const SUMMARY = "string_agg(coalesce(i.prefix::text, host(i.ip_addr)), ', ' order by i.id)"
const addresses = (family: number) =>
  `coalesce(json_agg(${jsonObject({ ip: 'host(i.ip_addr)', interface: "coalesce(hi.name, '')" })} order by i.id)
     filter (where family(i.ip_addr) = ${family}), '[]') as ip${family}`
const interfaces = jsonObject({
  host_interface: 'x.name',
  mac: 'x.mac',
  // The bridge it is on; 0 where the node no longer has it.
  node_interface: 'coalesce(b.id, 0)',
  dhcp: 'x.dhcp',
})

const health = healthOf({ entity: 'host', id: 'h.id' })

/** A task is a number or absent in every answer; faults of older releases have it as null. */
const WITHOUT_NULL_TASK = "case when h.fault->'task' = 'null' then h.fault - 'task' else h.fault end"

/** Owners see their own VMs, administrators all of them. */
export const hostList = defineList<Actor>({
  name: 'host',
  what: msg`VM`,
  from: 'host h',
  joins: {
    ...health.joins,
    cl: 'join cluster cl on cl.id = h.cluster_id',
    n: 'left join node n on n.id = h.node_id',
    a: 'join account a on a.id = h.account_id',
    o: 'left join os o on o.id = h.os_id',
    pr: 'left join preset pr on pr.id = h.preset_id',
    // A VM that is off or away has an old one.
    hl: "left join host_load hl on hl.host_id = h.id and hl.at > now() - interval '1 minute'",
    // What its guest has said since it was started.
    hg: "left join host_guest hg on hg.host_id = h.id and hg.answered_at >= h.started_at and h.state = 'active'",
    hm: 'left join host_iso hm on hm.host_id = h.id',
    im: 'left join iso im on im.id = hm.iso_id',
    d: 'left join disk d on d.host_id = h.id and d.is_main',
    // What several parts of a row are read from is looked up once.
    ips: `left join lateral (select ${SUMMARY} as summary, ${addresses(4)}, ${addresses(6)}
      from ip i left join host_interface hi on hi.id = i.host_interface_id where i.host_id = h.id) ips on true`,
    ifs: `left join lateral (select coalesce(json_agg(${interfaces} order by x.id), '[]') as list, coalesce(bool_or(x.name = ''), false) as noname
      from host_interface x left join node_interface b on b.node_id = h.node_id and b.name = x.bridge where x.host_id = h.id) ifs on true`,
    sn: `left join lateral (select (count(*) filter (where ${COUNTS}))::int as count, max(x.id) filter (where x.is_curr) as curr
      from snapshot x where x.host_id = h.id) sn on true`,
  },
  fields: {
    id: { type: 'int', sql: 'h.id' },
    ...listFields(hostFields, 'h'),
    internal_name: { type: 'text', sql: 'h.internal_name' },
    state: { type: 'enum', sql: 'h.state', values: hostStates },
    disabled: { type: 'bool', sql: "(h.queue <> '[]')" },
    action: { type: 'text', sql: "h.queue->0->>'action'", nullable: true },
    create_date: { type: 'time', sql: 'h.create_date' },
    expand_part: { type: 'text', sql: 'h.expand_part', nullable: true },
    os_name: { type: 'text', sql: 'h.os_name', nullable: true },
    os_group: { type: 'text', sql: 'h.os_group', nullable: true },
    login_user: { type: 'text', sql: 'h.login_user' },
    cpu_number: { type: 'int', sql: 'h.cpu_number' },
    cpu_number_new: { type: 'int', sql: 'h.cpu_number_new', nullable: true },
    cpu_mode: { type: 'text', sql: 'h.cpu_mode' },
    cpu_custom_model: { type: 'text', sql: 'h.cpu_custom_model', nullable: true },
    cpu_percent: { type: 'int', sql: 'h.cpu_percent', nullable: true },
    disk_percent: { type: 'int', sql: 'round(hg.fullest)::int', nullable: true },
    disk_now: { type: 'int', sql: 'hl.disk::bigint', nullable: true },
    net_now: { type: 'int', sql: 'hl.net::bigint', nullable: true },
    ram_mib: { type: 'int', sql: 'h.ram_mib' },
    ram_mib_new: { type: 'int', sql: 'h.ram_mib_new', nullable: true },
    ram_used_mib: { type: 'int', sql: 'h.ram_used_mib', nullable: true },
    disk_count: { type: 'int', sql: '(select count(*)::int from disk x where x.host_id = h.id)' },
    uptime: {
      type: 'int',
      sql: "case when h.state = 'active' then extract(epoch from now() - h.started_at)::int end",
      nullable: true,
    },
    net_bandwidth_mbitps: { type: 'int', sql: 'h.net_bandwidth_mbitps', nullable: true },
    ...Object.fromEntries(tuningNumbers.map((name) => [name, tuned(name)])),
    nesting: { type: 'bool', sql: 'h.nesting' },
    anti_spoofing: { type: 'bool', sql: 'h.anti_spoofing' },
    balancer_mode: { type: 'enum', sql: 'h.balancer_mode', values: ['off', 'cluster'] },
    tags: { type: 'array', sql: "coalesce(h.tags, '{}')" },
    'node.id': { type: 'int', sql: 'h.node_id', nullable: true },
    'node.name': { type: 'text', sql: 'n.name', nullable: true },
    'node.ip_addr': { type: 'text', sql: 'n.ip', nullable: true, only: (actor) => actor.isAdmin },
    'cluster.id': { type: 'int', sql: 'h.cluster_id' },
    'cluster.name': { type: 'text', sql: 'cl.name' },
    'cluster.virtualization_type': { type: 'text', sql: 'cl.virtualization_type' },
    'cluster.datacenter_type': { type: 'text', sql: 'cl.datacenter_type' },
    'cluster.image_storage_path': { type: 'text', sql: 'cl.image_storage_path' },
    'cluster.manage_disk_enabled': { type: 'bool', sql: 'cl.manage_disk_enabled' },
    'account.id': { type: 'int', sql: 'h.account_id' },
    'account.email': { type: 'text', sql: 'a.email' },
    'os.id': { type: 'int', sql: 'h.os_id', nullable: true },
    'os.name': { type: 'text', sql: 'o.name', nullable: true },
    'preset.id': { type: 'int', sql: 'h.preset_id', nullable: true },
    'preset.name': { type: 'text', sql: 'pr.name', nullable: true },
    'disk.id': { type: 'int', sql: 'd.id', nullable: true },
    'disk.disk_mib': { type: 'int', sql: 'd.size_mib', nullable: true },
    'disk.disk_mib_new': { type: 'int', sql: 'd.size_mib_new', nullable: true },
    ip_summary: {
      type: 'text',
      sql: `(select ${SUMMARY} from ip i where i.host_id = h.id)`,
      json: 'ips.summary',
      nullable: true,
    },
    waits_for_start: {
      type: 'array',
      sql: "(h.waits_for_start || case when h.password_at_start then '{password}'::text[] else '{}' end)",
    },
    network_waits: { type: 'text', sql: 'h.network_waits', nullable: true },
    ip_automation: { type: 'text', sql: 'h.ip_automation', nullable: true },
    queue: { type: 'json', sql: 'h.queue' },
    is_built: { type: 'bool', sql: 'h.is_built' },
    rescue_mode: { type: 'bool', sql: '(h.rescue is not null)' },
    iso_mounted: { type: 'bool', sql: "coalesce(hm.status = 'mounted', false)" },
    fault: { type: 'json', sql: WITHOUT_NULL_TASK, nullable: true },
    version: { type: 'int', sql: 'h.version' },
    ...health.fields,
  },
  links: {
    node: 'node.id',
    cluster: 'cluster.id',
    account: 'account.id',
    os: 'os.id',
    preset: 'preset.id',
    disk: 'disk.id',
    ...healthLink,
  },
  members: {
    ip: {
      from: 'ip mi',
      where: 'mi.host_id = h.id',
      fields: { ip_addr: { type: 'inet', sql: 'mi.ip_addr' } },
    },
    mac: {
      from: 'host_interface mn',
      where: 'mn.host_id = h.id',
      fields: { address: { type: 'text', sql: 'mn.mac', searchAs: 'mac' } },
    },
  },
  row: {
    node: {
      live_migration_allowed: 'false',
      maintenance_mode: 'coalesce(n.maintenance_mode, false)',
      // Memory grows while they run: of VMs with `hot_plug`, of containers always.
      hot_plug_memory: 'true',
    },
    ip4: 'ips.ip4',
    ip6: 'ips.ip6',
    interfaces: 'ifs.list',
    firewall_rules: 'h.firewall_rules',
    send_email_mode: 'h.mail_mode',
    hot_plug_cell_counter: 'null::int',
    snapshot_count: 'sn.count',
    snapshot_curr: 'sn.curr',
    net_bandwidth_mbitps_changed: 'false',
    net_is_synced: '(h.filter_fault is null)',
    rescue: 'h.rescue',
    iso_reboot: 'coalesce(hm.reboot, false)',
    iso_status: 'hm.status',
    iso: "case when hm.host_id is not null then json_build_object('id', hm.iso_id, 'name', im.name, 'waits', hm.waits, 'leaving', hm.leaving) end",
    ...vlanChecked('h'),
    has_noname_iface: 'ifs.noname',
    vxlan: 'null::json',
    vm5_restrictions: 'null::json',
    linked_clone_image:
      "case when d.image_id is not null then (select json_build_object('id', m.id, 'name', m.name) from image m where m.id = d.image_id) end",
  },
  search: ['name', 'ip.ip_addr', 'domain', 'mac.address', 'account.email'],
  searchIndexed: true,
  total: "total_rows('host')",
  visible: (actor) => (actor.isAdmin ? null : sql`h.account_id = ${actor.account_id}`),
})

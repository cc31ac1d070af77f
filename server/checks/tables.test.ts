import fs from 'node:fs'
import { describe, expect, it } from 'vitest'

// Rows of a table are written in one place: by the feature that is named like it, or as said here. Joining other features' tables in a
// statement that reads is as it should be (docs/architecture.md, "Lists").

/** Folders of `server` with the tables that they write and that are not named like them. */
const OWNERS: Record<string, readonly string[]> = {
  api: ['idempotency'],
  audit: ['audit_head'],
  'auth features/access': ['account', 'session', 'sign_in_key', 'sign_in_failure', 'known_network'],
  console: ['console_ticket', 'spice_session'],
  'console features/remote/recording': ['recording'],
  db: ['setting', 'sentence'],
  events: ['unpublished', 'change', 'audit'],
  'features/access/access-list': ['access_list_member'],
  'features/datacenter/import': ['import_file', 'import_part'],
  'features/datacenter/location': ['location_component', 'location_dhcp_minute', 'location_message'],
  'features/datacenter/operation': ['operation_port', 'operation_step'],
  'features/datacenter/operation-plan': ['operation_plan_server'],
  'features/datacenter/os-template': ['os_template_location'],
  'features/datacenter/placement': ['rack_cell'],
  'features/datacenter/pdu': ['pdu_port'],
  'features/datacenter/rack': ['rack_reservation'],
  'features/datacenter/server': ['server_mac', 'chassis_slot'],
  'features/datacenter/switch': ['net_switch', 'switch_port', 'switch_mac', 'switch_neighbour'],
  'features/datacenter/traffic': ['switch_poll', 'port_traffic', 'port_month', 'server_month', 'traffic_level'],
  'features/datacenter/warehouse': ['stock_item'],
  // Pools, networks, ranges and the addresses in them are one structure under one lock.
  'features/network': ['ippool', 'ippool_cluster', 'ipnet', 'ipnet_cluster', 'iprange', 'ip', 'ip_free'],
  'features/remote/power': ['power_event'],
  'features/remote/proxy': ['proxy_session', 'proxy_pass'],
  'features/remote/sensor': ['ipmi_event', 'ipmi_sensor', 'ipmi_state', 'sensor_history', 'sensor_level'],
  'features/virtualization/backup': [
    'backup_copy',
    'disk_tracking',
    'node_store',
    'store_index',
    'store_round',
    'store_use',
  ],
  'features/virtualization/backup-location': ['backup_location_cluster'],
  'features/virtualization/figures': [
    'host_alarm',
    'host_figure',
    'host_figure_level',
    'host_guest',
    'host_load',
    'node_alarm',
    'node_figure',
    'node_figure_level',
    'node_load',
  ],
  'features/virtualization/image': ['image_node'],
  'features/virtualization/iso': ['iso_cluster', 'iso_node'],
  'features/virtualization/host': [
    'disk',
    'disk_move',
    'guest_key',
    'host_history',
    'host_interface',
    'host_iso',
    'host_password',
    'snapshot',
  ],
  'features/virtualization/node': ['node_interface'],
  'features/virtualization/recipe': ['script_run'],
  'features/virtualization/os': ['os_cluster', 'os_node', 'os_node_disabled'],
  'features/virtualization/rehearsal': ['host_unrehearsed'],
  'features/virtualization/schedule': [
    'host_unprotected',
    'schedule_cluster',
    'schedule_disk',
    'schedule_host',
    'schedule_location',
    'schedule_node',
    'schedule_preset',
    'schedule_run',
    'schedule_start',
  ],
  'features/virtualization/storage': [
    'cluster_storage',
    'node_storage',
    'storage_finding',
    'storage_tagged',
    'storage_use',
    'storage_use_level',
  ],
  'features/virtualization/tag': ['storage_tag'],
  simulation: ['simulated_file', 'simulated_node'],
  'tasks features/platform/task': ['task', 'task_lock', 'task_step', 'lease'],
}
const BY_TRIGGERS = ['row_count']

/** Who writes columns in tables of others, and why. */
const ALSO: Record<string, string> = {
  'features/remote/power: server': 'power_*: the claim is the condition of the statement that writes it',
  'features/datacenter/operation: server':
    'operation_id: the claim is the condition of the statement that writes it; hardware_info: what an operation found',
  'features/remote/recording: server': 'record_console: the rule for one server',
  'features/remote/recording: host': 'record_console: the rule for one VM',
  'features/datacenter/traffic: net_switch':
    'when it answered last: one statement a minute for each of a thousand switches',
  'auth: console_ticket': 'clears away what has expired, with what else signing in leaves',
  'auth: idempotency': 'the same',
  'housekeeping.ts: change': 'clears away what is older than a week',
}

const tables = fs
  .readdirSync('prisma/schema')
  .flatMap((file) => [...fs.readFileSync(`prisma/schema/${file}`, 'utf8').matchAll(/^model (\w+)/gm)])
  .map(([, name = '']) => name)
const sources = fs
  .readdirSync('server', { recursive: true, encoding: 'utf8' })
  // The demo writes whole tables at once, straight from its plan.
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|fixture|testing|^simulation\/demo/.test(file))

const folders = fs
  .readdirSync('server/features', { recursive: true, encoding: 'utf8' })
  .filter((file) => /^\w+\/[\w-]+$/.test(file))
  .map((file) => `features/${file}`)

const ownersOf = (table: string) => {
  const named = Object.entries(OWNERS).find(([, list]) => list.includes(table))?.[0]
  if (named !== undefined) return named.split(' ')
  return folders.filter((folder) => folder.endsWith(`/${table.replaceAll('_', '-')}`))
}

const within = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`)

/** The tables that a source writes to, in SQL or by Prisma. */
function written(source: string): string[] {
  const sql = /(?<!for |for no key |do )\b(?:insert into|update|delete from) (\w+)/gi
  const prisma = /\b(?:tx|prisma)\s*\.(\w+)\s*\.(?:create|update|delete|upsert)/g
  return [...source.matchAll(sql), ...source.matchAll(prisma)].map(([, name = '']) => name)
}

describe('a table', () => {
  it('has an owner, said once', () => {
    expect(tables.filter((table) => ownersOf(table).length === 0 && !BY_TRIGGERS.includes(table))).toEqual([])
    const said = Object.values(OWNERS).flat()
    expect(said.filter((table, n) => !tables.includes(table) || said.indexOf(table) !== n)).toEqual([])
  })

  it('is written by its owner alone', () => {
    const used = new Set<string>()
    const others = sources.flatMap((file) =>
      written(fs.readFileSync(`server/${file}`, 'utf8'))
        .filter((table) => tables.includes(table) && !ownersOf(table).some((folder) => within(file, folder)))
        .filter((table) => {
          const also = Object.keys(ALSO).find(
            (line) => line.endsWith(`: ${table}`) && within(file, line.split(':')[0] ?? ''),
          )
          if (also) used.add(also)
          return !also
        })
        .map((table) => `${file} writes ${table}, which belongs to ${ownersOf(table).join(' and ')}`),
    )
    expect(others).toEqual([])
    expect(Object.keys(ALSO).filter((line) => !used.has(line))).toEqual([])
  })
})

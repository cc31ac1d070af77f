import { z } from 'zod'
import { type AnyEndpoint, operationName } from '../../../server/api/endpoint.ts'

export const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKXPzJl8RiLmbyyUvOmtHVUZsXg8h0Wd3sPSMzBbnKPb ann'

export type Json = { type?: string; const?: unknown; enum?: unknown[]; anyOf?: Json[]; oneOf?: Json[] } & {
  properties?: Record<string, Json>
  required?: string[]
  items?: Json
  minItems?: number
  minimum?: number
  format?: string
}
/** The smallest body an operation takes: its required fields, each with something its type allows. */
export function sample(e: AnyEndpoint): Record<string, unknown> {
  if (!e.body) return {}
  return {
    ...(fill(z.toJSONSchema(e.body, { io: 'input', unrepresentable: 'any' }) as Json) as object),
    ...GIVEN[operationName(e)],
  }
}
/** The query that an operation does not go without, with its question mark; empty when there is none. */
export function requiredQuery(e: AnyEndpoint): string {
  if (!e.query) return ''
  const given = fill(z.toJSONSchema(e.query, { io: 'input', unrepresentable: 'any' }) as Json) as Record<
    string,
    unknown
  >
  const parts = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))
  return parts.size > 0 ? `?${parts}` : ''
}

function fill(schema: Json, field = ''): unknown {
  const choice = schema.anyOf ?? schema.oneOf
  if (choice && !schema.properties) return fill(choice[0] as Json, field)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => fill(schema.items ?? {}, field))
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return true
  if (schema.properties || schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, fill(schema.properties?.[name] ?? {}, name)]),
    )
  return /mail/.test(field) || schema.format === 'email' ? 'somebody@example.com' : 'Sample-text-1'
}
/** Where the types do not say all there is to say. */
const GIVEN: Record<string, object> = {
  'POST /auth/v4/acl': { ip_list: ['192.0.2.1'] },
  'POST /auth/v4/public/token/2fa': { code: '123456' },
  'POST /auth/v4/user/{user_id}/sshkey': { ssh_pub_key: PUBLIC_KEY },
  'POST /dci/v3/location': { ssh_address: '192.0.2.1' },
  'POST /dci/v3/setup': { ip: '192.0.2.1' },
  'POST /dci/v3/server': { mac: ['02:00:00:00:00:01'] },
  'POST /vm/v3/account': { role: '@user' },
  'POST /vm/v3/backup_location': {
    connection_params: { ip: '192.0.2.1', port: 22, login: 'backup', path: '/srv/other' },
  },
  'POST /vm/v3/schedule': { type: 'daily', start_time: { hour: 1, minute: 2 }, time_zone: 'UTC' },
  'POST /vm/v3/schedule/{schedule_id}': { time_zone: 'UTC' },
  'POST /vm/v3/cluster': { os_storage_path: '/share', image_storage_path: '/images' },
  'POST /vm/v3/host/{host_id}/ssh_key/remove': { fingerprints: [`SHA256:${'A'.repeat(43)}`] },
  'POST /vm/v3/host/{host_id}/vnc_settings': { password: 'secret12' },
  'POST /vm/v3/host/{host_id}/spice_settings': { password: 'secret-of-spice' },
  'POST /vm/v3/host/{host_id}/spice_file': { panel: 'https://panel.example.com' },
  'POST /vm/v3/host/{host_id}/resource': { cpu_weight: 500 },
  'POST /vm/v3/node': { name: 'other', cluster: 1, ip: '198.51.100.2', ssh_port: 22, password: 'x' },
  'POST /vm/v3/host/{host_id}/disk/{disk_id}': { is_main: true },
  'POST /vm/v3/disk/{disk_id}/migrate': { storage: 1 },
  'POST /vm/v3/disk/{disk_id}/restore_from_image': { path: '/images/none.raw' },
  'POST /vm/v3/host/{host_id}/disk_order': { disks: [{ id: 1, boot_order: 1 }] },
  'POST /vm/v3/host/{host_id}/packet_rules': { rules: [{ action: 'accept', direction: 'in', protocols: ['any'] }] },
  'POST /vm/v3/preset': { hdd_mib: 1024 },
  'POST /vm/v3/host/{host_id}/iface': { is_main_network: true, no_ip: true },
  'POST /vm/v3/host/{host_id}/ip_automation': { ip_automation_type: 'none' },
  'POST /vm/v3/host/{host_id}/ptr': { name: '2001:db8::9', domain: 'web1.example.com' },
  'POST /vm/v3/host/{host_id}/runrecipe': { body: 'echo' },
  'POST /vm/v3/address_group': { members: ['192.0.2.2'] },
  'POST /vm/v3/script_variable': { name: 'SAMPLE' },
  'POST /vm/v3/script_variable/{variable_id}': { name: 'SAMPLE' },
  'POST /vm/v3/repository': { url: 'file:///elsewhere' },
  'POST /vm/v3/storage': { type: 'file' },
  'POST /vm/v3/cluster/{cluster_id}/storage/{storage_id}': { virt_pool: { vm_storage_path: '/srv/sample' } },
  'POST /vm/v3/storage/{storage_id}/change_state': { state: 'active' },
  'POST /vm/v3/storage/{storage_id}/node/{node_id}/change_state': { state: 'active' },
  'POST /vm/v3/os/iso': { url: 'https://images.example/a.iso' },
  'POST /vm/v3/repository/{repository_id}/iso/download': { url: 'https://images.example/a.iso' },
  'POST /vm/v3/host/{host_id}/iso/mount': { image: 1 },
}

/** What has to be said besides for a link to be looked at: by operation, or by operation and first field. */
export function linking(name: string, existing: (param: string) => string): object {
  const [vm, disk, ip] = [{ cluster: Number(existing('cluster_id')), os: Number(existing('os_id')) }, 1, '192.0.2.77']
  const template = { os_template_id: Number(existing('os_template_id')) }
  const agreed = { password: 'Some-pass-1' }
  const given: Record<string, object> = {
    'POST /vm/v3/cluster': { interfaces: [{ interface: 0, ippool: [] }] },
    'POST /vm/v3/cluster/{cluster_id}': { interfaces: [{ interface: 0, ippool: [] }] },
    'POST /vm/v3/host': vm,
    'POST /vm/v3/host/metadata': { cluster: { id: vm.cluster }, disks: [{ size_mib: disk }] },
    'POST /vm/v3/host/metadata ipv4': { ipv4: [{ ip_addr: ip }] },
    'POST /vm/v3/host disks': { disks: [{ size_mib: disk, boot_order: 1 }] },
    'POST /vm/v3/host ip_addr': { ip_addr: { name: ip } },
    'POST /vm/v3/backup/{backup_id}/restore_as_host ip_addr': { ip_addr: { name: ip } },
    'POST /vm/v3/host/{host_id}/reinstall': { os: vm.os },
    'POST /vm/v3/host/{host_id}/reinstall recipe': { os: vm.os },
    'POST /vm/v3/host/{host_id}/ip interfaces': { interfaces: [{ cluster_interface: 0, ipv4_number: 1 }] },
    'POST /vm/v3/host interfaces': { interfaces: [{ cluster_interface: 0, ipv4_number: 1 }] },
    'POST /vm/v3/host custom_interfaces': { custom_interfaces: [{ no_ip: true }] },
    'POST /vm/v3/host vxlan': { vxlan: [{ id: 1, ipv4_number: 1, ipnet: 1 }] },
    'POST /vm/v3/preset disks': { disks: [{ size_mib: disk, boot_order: 1 }] },
    'POST /vm/v3/preset/{preset_id} disks': { disks: [{ size_mib: disk, boot_order: 1 }] },
    'POST /dci/v3/ipmgr/ipnet': { name: '198.51.100.0/24' },
    'POST /ip/v3/ipnet': { name: '198.51.100.0/24' },
    'POST /dci/v3/pdu': { ip: '192.0.2.1', device: 'snmp_common' },
    'POST /dci/v3/switch': { ip: '192.0.2.1' },
    'POST /dci/v3/server rack': { unit: 1 },
    'POST /dci/v3/machine/{machine_id}/adopt rack': { unit: 1 },
    'POST /dci/v3/machine/{machine_id}/adopt os_template_id': {
      ...{ platform: Number(existing('platform_id')), rack: Number(existing('rack_id')), unit: 20 },
    },
    'POST /dci/v3/operation_plan/preview servers': template,
    'POST /dci/v3/operation_plan servers': { ...template, ...agreed },
    'POST /dci/v3/operation_plan os_template_id': agreed,
    'POST /vm/v3/host/{host_id}/iso/mount repository_id': { image: undefined, url: 'https://images.example/a.iso' },
    'POST /dci/v3/setting/recording/rule': { record: true },
  }
  return given[name] ?? {}
}

/** One body over another, member by member. */
export const merged = (a: unknown, b: unknown): unknown =>
  Array.isArray(a) && Array.isArray(b)
    ? b.map((one, n) => (a[n] === undefined ? one : merged(a[n], one)))
    : a && b && typeof a === 'object' && typeof b === 'object'
      ? Object.fromEntries(
          Object.entries({ ...a, ...b }).map(([key, value]) => [
            key,
            key in a && key in b ? merged(a[key as never], b[key as never]) : value,
          ]),
        )
      : b

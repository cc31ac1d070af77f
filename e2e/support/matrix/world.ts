import { expect } from 'vitest'
import { type AnyEndpoint, basePath } from '../../../server/api/endpoint.ts'
import { seal } from '../../../server/db/secrets.ts'
import { transaction } from '../../../server/db/transaction.ts'
import { someCertificate } from '../../../server/domain/erasure/certificate-fixture.ts'
import { someReport } from '../../../server/domain/hardware-report/report-fixture.ts'
import { oneOfEach } from '../../../server/features/datacenter/fixture-rows.ts'
import { machineReport, nic } from '../../../server/features/datacenter/machine/report-fixture.ts'
import { metadataOf } from '../../../server/features/virtualization/backup/metadata.ts'
import { type Answer, testApi } from '../api.ts'
import { PUBLIC_KEY, requiredQuery, sample } from './bodies.ts'

// One of everything, and how each operation of the catalogue is called on it.

/** Of the file that runs: set by `startMatrix`. */
export let api: Awaited<ReturnType<typeof testApi>>
/** Ids of things that are ann's; bob is the outsider. Operations on them may differ in name, not in whose they are. */
let annas: Record<string, string>
/** Ids of objects visible to all users, or to administrators only. */
let common: Record<string, string>

/** A panel of this file's own, with one of everything. */
export async function startMatrix(): Promise<void> {
  api = await testApi()
  const { prisma } = api.database
  const cluster = await prisma.cluster.create({
    data: { name: 'c', virtualization_type: 'dummy', spice_enabled: true, manage_disk_enabled: true },
  })
  const node = await prisma.node.create({ data: { name: 'n', cluster_id: cluster.id, ip: '198.51.100.1' } })
  const preset = await prisma.preset.create({ data: { name: 'ps', cpu_number: 1, ram_mib: 1, hdd_mib: 1 } })
  const repository = await prisma.repository.create({ data: { name: 'r', url: 'file:///nowhere' } })
  const os = await prisma.os.create({
    data: {
      repository_id: repository.id,
      name: 'o',
      file: 'o.qcow2',
      format: 'qcow2',
      sha256: '0'.repeat(64),
      size_bytes: 1,
      virtual_size_mib: 1,
      hdd_mib_required: 1,
      min_ram_mib: 1,
      os_group: 'linux',
    },
  })
  const template = await prisma.os_template.create({
    data: {
      ...{ repository_id: repository.id, name: 't', filename: 'kernel', type: 'diag', version: '1', arch: 'x86_64' },
      ...{ firmware: ['bios'], ram_mib: 1, disk_mib: 1, content: { version: '1', kernel_args: '', macros: [] } },
    },
  })
  const owner = { account_id: api.ann.id, cluster_id: cluster.id, node_id: node.id }
  const host = await prisma.host.create({
    data: { ...owner, name: 'h', internal_name: 'vm1-h', uuid: crypto.randomUUID(), ram_mib: 256, cpu_number: 1 },
  })
  const iface = await prisma.host_interface.create({
    data: { host_id: host.id, name: 'eth0', mac: '52:54:00:00:00:01', bridge: 'vmbr0' },
  })
  const task = await prisma.task.create({
    data: { consul_id: 1, name: 'host_start', entity: 'host', registry_id: host.id, account_id: api.ann.id },
  })
  const storage = await prisma.storage.create({ data: { name: 's', type: 'file' } })
  const virt_pool = { vm_storage_path: '/vm' }
  const tag = await prisma.storage_tag.create({ data: { name: 'fast' } })
  await prisma.cluster_storage.create({
    data: { cluster_id: cluster.id, storage_id: storage.id, is_main: true, virt_pool },
  })
  const disk = await prisma.disk.create({
    data: { ...owner, host_id: host.id, storage_id: storage.id, name: 'd', size_mib: 1 },
  })
  await prisma.node_storage.create({ data: { storage_id: storage.id, node_id: node.id, state: 'active' } })
  const finding = await prisma.storage_finding.create({
    data: { storage_id: storage.id, node_id: node.id, kind: 'volume', name: 'lost.qcow2' },
  })
  const kept = (await transaction((work) => metadataOf(work, host, [disk])))(disk)
  const backup = await prisma.backup.create({
    data: {
      ...owner,
      metadata: { ...kept, disk: { ...kept.disk, is_main: true } },
      ...{ host_id: host.id, disk_id: disk.id, name: 'b', disk_name: 'd', internal_name: 'vm1-h', size_mib: 1 },
      ...{ mode: 'host_all', run_id: crypto.randomUUID(), subject: host.uuid, state: 'active' },
    },
  })
  const rehearsal = await prisma.rehearsal.create({
    data: {
      ...owner,
      ...{
        host_id: host.id,
        host_name: 'vm1',
        run_id: crypto.randomUUID(),
        uuid: crypto.randomUUID(),
        backup_id: backup.id,
      },
      ...{ cpu_number: 1, ram_mib: 1, hdd_mib: 1, started_by: 'plan', state: 'failed', ended_at: new Date() },
      ...{ cleared_at: new Date(), picture: Buffer.from('png'), picture_at: new Date() },
    },
  })
  const shot = await prisma.snapshot.create({
    data: { host_id: host.id, name: 's', capture: 'dh-s', state: 'ok', cpu_number: 1, ram_mib: 1 },
  })
  const image = await prisma.image.create({
    data: {
      name: 'm',
      account_id: api.ann.id,
      state: 'active',
      cleared: false,
      size_mib: 1,
      size_bytes: 1,
      sha256: '0'.repeat(64),
      os_name: 'o',
      os_group: 'linux',
      login_user: 'root',
      efi_boot: false,
      host_id: host.id,
      host_name: 'h',
    },
  })
  await prisma.image_node.create({
    data: { image_id: image.id, node_id: node.id, state: 'ready', path: '/images/m.qcow2' },
  })
  const pool = await prisma.ippool.create({ data: { name: 'p' } })
  const net = await prisma.ipnet.create({ data: { name: '192.0.2.0/24', net: '192.0.2.0/24', family: 2 } })
  const span = { first: '192.0.2.9', last: '192.0.2.9', size: 1, frontier: '192.0.2.10', family: 2 }
  const range = await prisma.iprange.create({
    data: { ...span, ippool_id: pool.id, ipnet_id: net.id, name: '192.0.2.9' },
  })
  const address = { ippool_id: pool.id, ipnet_id: net.id, iprange_id: range.id, host_id: host.id }
  const ip = await prisma.ip.create({
    data: { ...address, ip_addr: '192.0.2.9', family: 2, mask: '255.255.255.0', account_id: api.ann.id },
  })
  const names = { kind: 'rfc2136', address: '192.0.2.53', key_name: 'k', zones: '2.0.192.in-addr.arpa' }
  const nameServer = await prisma.name_server.create({ data: { ...names, name: 'ns' } })
  const reverse = { ip_addr: '192.0.2.9', family: 2, ip_id: ip.id, name_server_id: nameServer.id, status: 'ok' }
  await prisma.ptr.create({ data: { ...reverse, domain: 'web1.example.com', found: ['web1.example.com'] } })
  await prisma.os_cluster.create({ data: { os_id: os.id, cluster_id: cluster.id } })
  // Systems and ISO images have paths with one name for their ids: each is the first of its table.
  const state = { state: 'ready', os_group: 'linux', for_all: true }
  expect((await prisma.iso.create({ data: { name: 'i', ...state } })).id).toBe(os.id)
  const acl = await api.admin.post('/auth/v4/acl', { name: 'office', ip_list: ['192.0.2.1'], members: [] })
  const token = await api.ann.post('/auth/v4/token', { description: 'of ann' })
  const key = await api.ann.post(`/auth/v4/user/${api.ann.id}/sshkey`, { name: 'k', ssh_pub_key: PUBLIC_KEY })
  expect([acl.status, token.status, key.status]).toEqual([200, 201, 200])
  const script = await prisma.recipe.create({ data: { name: 'r', script: 'echo', account_id: api.ann.id } })
  const group = await prisma.address_group.create({
    data: { name: 'g', members: ['192.0.2.1'], account_id: api.ann.id },
  })
  const variable = await prisma.script_variable.create({ data: { name: 'V', value: 'v', account_id: api.ann.id } })
  const file = await prisma.import_file.create({
    data: { task: task.id, account_id: api.admin.id, session_id: 0, ip: '127.0.0.1', asked: { format: 'csv' } },
  })
  const { server_id, ipmi_id, ...datacenter } = await oneOfEach(prisma, api.ann.id)
  // Its parameter has the name of that of locations.
  const place = { table: 'backup_location', id: Number(datacenter.location_id), column: 'root_key' }
  const way = { ip: '192.0.2.54', port: 22, login: 'backup', path: '/srv/backup', chunk_bytes: 1 << 20 }
  const root_key = seal(Buffer.alloc(32, 1).toString('base64'), place)
  expect((await prisma.backup_location.create({ data: { ...way, name: 'b', root_key } })).id).toBe(place.id)
  const schedule = await prisma.schedule.create({
    data: { type: 'daily', hour: 1, minute: 0, time_zone: 'UTC', next_run: new Date(Date.now() + 86_400_000) },
  })
  const held = await prisma.server.findUniqueOrThrow({ where: { id: server_id } })
  const operation = await prisma.operation.create({
    data: {
      ...{
        server_id,
        location_id: held.location_id,
        type: 'diag',
        auth_id: 'ann@example.com',
        mac: '52:54:00:00:00:07',
      },
      deadline_at: new Date(Date.now() + 3_600_000),
    },
  })
  const rack = await prisma.rack.findUniqueOrThrow({ where: { id: Number(datacenter.rack_id) } })
  const machine = await prisma.machine.create({
    data: {
      ...{ location_id: rack.location_id, address: '192.0.2.200', mac: '52:54:00:00:00:08' },
      ...{ boot_macs: ['52:54:00:00:00:08'], macs: ['52:54:00:00:00:08'], reported_at: new Date() },
      report: machineReport([nic('52:54:00:00:00:08')]),
    },
  })
  const report = await prisma.hardware_report.create({ data: { server_id, report: someReport() } })
  const certificate = await prisma.erasure_certificate.create({
    data: {
      ...{ number: '2026-00001', operation_id: operation.id, server_id, server_name: held.name, result: 'failed' },
      ...{ serials: [], sha256: '', content: someCertificate() },
    },
  })
  const ofAll = { limit_per_location: 1, stagger_seconds: 0, account_id: api.ann.id, auth_id: 'ann@example.com' }
  const plan = await prisma.operation_plan.create({ data: { type: 'clear_hdd', state: 'ended', ...ofAll } })
  annas = {
    operation_plan_id: String(plan.id),
    address_group_id: String(group.id),
    machine_id: String(machine.id),
    operation_id: String(operation.id),
    report_id: String(report.id),
    certificate_id: String(certificate.id),
    schedule_id: String(schedule.id),
    server_id: String(server_id),
    ipmi_id: String(ipmi_id),
    amt_id: String(ipmi_id),
    host_id: String(host.id),
    iface_id: String(iface.id),
    task_id: String(task.id),
    user_id: String(api.ann.id),
    account_id: String(api.ann.id),
    token_id: String(token.body.id),
    key_id: String(key.body.id),
    disk_id: String(disk.id),
    snapshot_id: String(shot.id),
    image_id: String(image.id),
    backup_id: String(backup.id),
    rehearsal_id: String(rehearsal.id),
    ip_id: String(ip.id),
    recipe_id: String(script.id),
    domain: 'web1.example.com',
    variable_id: String(variable.id),
  }
  common = {
    ...Object.fromEntries(Object.entries(datacenter).map(([name, value]) => [name, String(value)])),
    cluster_id: String(cluster.id),
    node_id: String(node.id),
    os_id: String(os.id),
    os_template_id: String(template.id),
    preset_id: String(preset.id),
    repository_id: String(repository.id),
    storage_id: String(storage.id),
    tag_id: String(tag.id),
    finding_id: String(finding.id),
    acl_id: String(acl.body.id),
    ippool_id: String(pool.id),
    ipnet_id: String(net.id),
    dc_network_id: String(net.id),
    range_id: String(range.id),
    name_server_id: String(nameServer.id),
    import_id: String(file.task),
    userspace: 'public',
    role_id: '2',
    name: 'sign_in',
    proxy_type: 'web',
    key: 'no-key',
  }
}

const ABSENT: Record<string, string> = { key: 'absent-key', name: 'absent_name', device_type: 'ups', proxy_type: 'web' }
/** An id of nothing. */
export const absent = (param: string) => ABSENT[param] ?? '999999'

export const paramsOf = (e: AnyEndpoint) => Object.keys(e.params?.shape ?? {})
/** An operation's address, with a value for each of its parameters. */
export const path = (e: AnyEndpoint, value: (param: string) => string) =>
  basePath[e.service] + e.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(value(param)))
/** The id of an existing object. @throws Error when none has been made */
export function existing(param: string): string {
  const known = annas[param] ?? common[param]
  if (known === undefined) throw new Error(`Make something for {${param}} before all tests, and say whose it is`)
  return known
}

/** Calls an operation, by default with the smallest body it takes. */
export async function ask(e: AnyEndpoint, at: string, who: { token: string } | null, body?: unknown): Promise<Answer> {
  return api.request(e.method, at.includes('?') ? at : at + requiredQuery(e), {
    ...(who && { token: who.token }),
    ...(e.method === 'POST' && { body: body ?? sample(e) }),
  })
}

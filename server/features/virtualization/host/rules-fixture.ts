import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { whyNotHost } from '../../../domain/host/allowed.ts'
import { type HostAction, type HostCondition, hostConditions, hostRules } from '../../../domain/host/rules.ts'

export let t: Awaited<ReturnType<typeof testCluster>>
let id: number
/** A storage that disks can go to. */
let other: number

/** A VM that is asked for everything in every condition, for all tests of a file. */
export function ruledHost() {
  beforeAll(setUp)
  afterAll(() => t.close())
}

async function setUp() {
  t = await testCluster()
  await t.database.prisma.cluster.updateMany({ data: { manage_disk_enabled: true } })
  id = (await t.done(await t.create({ name: 'ruled', account: t.ann.id, snapshot_ram: true }, t.admin))).id
  other = (await t.admin.post('/vm/v3/storage', { name: 'other', type: 'file', storage_params: {} })).body.id
  await t.done(
    await t.admin.post(`/vm/v3/cluster/${t.cluster}/storage/${other}`, {
      virt_pool: { vm_storage_path: '/srv/other' },
    }),
  )
  // The VM's lock is held, so that what is accepted waits.
  await t.database.pool.query(`
    with t as (insert into task (consul_id, name, status, run_at) values (0, 'test_holds', 'deferred', now()) returning id)
    insert into task_lock (task_id, key, held) select t.id, 'host:${id}', true from t`)
}

let iso: number
/** With an ISO image in the drive of the VM, or without: that is judged beside the rules. */
async function withDrive<T>(has: boolean, act: () => Promise<T>): Promise<T> {
  const { prisma } = t.database
  const { node_id, cluster_id } = await prisma.host.findUniqueOrThrow({ where: { id } })
  await prisma.cluster.update({ where: { id: cluster_id }, data: { iso_enabled: true } })
  iso ??= (await prisma.iso.create({ data: { name: 'i', state: 'ready', os_group: 'linux', for_all: true } })).id
  const place = { iso_id: iso, node_id: node_id ?? 0 }
  await prisma.iso_node.upsert({ where: { iso_id_node_id: place }, create: { ...place, path: '/i.iso' }, update: {} })
  await prisma.host_iso.deleteMany({ where: { host_id: id } })
  if (has) await prisma.host_iso.create({ data: { host_id: id, iso_id: iso, status: 'mounted', reboot: false } })
  return act()
}

type Who = { post: (path: string, body?: unknown) => Promise<{ status: number }>; delete: typeof t.ann.delete }
/** How each action is asked for over the API. */
const ask: Record<HostAction, (who: Who, at: string) => Promise<{ status: number }>> = {
  start: (who, at) => who.post(`${at}/start`),
  stop: (who, at) => who.post(`${at}/stop`),
  force_off: (who, at) => who.post(`${at}/stop`, { force: true }),
  restart: (who, at) => who.post(`${at}/restart`),
  force_restart: (who, at) => who.post(`${at}/restart`, { force: true }),
  password: (who, at) => who.post(`${at}/password`, { password: 'Another-pass-1' }),
  recipe: (who, at) => who.post(`${at}/runrecipe`, { body: 'echo' }),
  ssh_keys: (who, at) => who.post(`${at}/ssh_key/remove`, { fingerprints: [`SHA256:${'A'.repeat(43)}`] }),
  vnc_password: (who, at) => who.post(`${at}/vnc_settings`, { password: 'abc' }),
  spice: async (who, at) => {
    const { spice_enabled } = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
    return who.post(at, { spice_enabled: !spice_enabled })
  },
  guest_agent: (who, at) => who.post(`${at}/guest_agent`),
  resources: (who, at) => who.post(`${at}/resource`, { cpu_weight: 500 }),
  disk: async (who) => {
    const one = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })
    return who.post(`/vm/v3/disk/${one.id}`, { size_mib: Math.max(one.size_mib, one.size_mib_new ?? 0) + 1 })
  },
  disks: async (who, at) => {
    const one = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })
    return who.post(`${at}/disk_order`, { disks: [{ id: one.id, boot_order: one.boot_order + 1 }] })
  },
  disk_bus: async (who, at) => {
    const one = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })
    return who.post(`${at}/disk/${one.id}`, { bus: one.bus === 'scsi' ? 'virtio' : 'scsi' })
  },
  disk_move: async () => {
    const one = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })
    return t.admin.post(`/vm/v3/disk/${one.id}/migrate`, { storage: other })
  },
  disk_image: async () => {
    const one = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })
    return t.admin.post(`/vm/v3/disk/${one.id}/restore_from_image`, { path: '/images/none.raw' })
  },
  network: (who, at) => who.post(`${at}/ip_automation`, { ip_automation_type: 'none' }),
  account: (_, at) => t.admin.post(`${at}/account`, { account: t.bob.id }),
  clone: (who, at) => who.post(`${at}/clone`),
  backup: (who, at) => who.post(`${at}/backup`, {}),
  image: (who, at) => who.post(`${at}/image/create`, { name: 'one', cleared: false }),
  snapshot: (who, at) => who.post(`${at}/snapshot`, { name: 'one' }),
  snapshot_ram: (who, at) => who.post(`${at}/snapshot`, { name: 'one', with_ram: true }),
  snapshot_revert: async (who) => who.post(`/vm/v3/snapshot/${await kept(false)}/revert`),
  snapshot_resume: async (who) => who.post(`/vm/v3/snapshot/${await kept(true)}/revert`),
  snapshot_delete: (who, at) => who.delete(`${at}/snapshot`),
  restore: async (who, at) => {
    await t.database.pool.query('delete from snapshot where host_id = $1', [id])
    return who.post(`${at}/restore`, { backup: await backedUp() })
  },
  iso_mount: (who, at) => withDrive(false, () => who.post(`${at}/iso/mount`, { image: iso, reboot: false })),
  iso_boot: (who, at) => withDrive(false, () => who.post(`${at}/iso/mount`, { image: iso })),
  iso_eject: (who, at) => withDrive(true, () => who.post(`${at}/iso/cancel`)),
  rescue_on: (who, at) => who.post(`${at}/rescue_mode`, { rescue_mode: true }),
  rescue_off: (who, at) => who.post(`${at}/rescue_mode`, { rescue_mode: false }),
  retry: (who, at) => who.post(`${at}/retry`),
  reinstall: (who, at) => who.post(`${at}/reinstall`),
  delete: (who, at) => who.delete(at),
  forget: (who, at) => who.delete(`${at}?force=true`),
  edit: (who, at) => who.post(at, { comment: 'x' }),
  console: (who, at) => who.post(`${at}/console`),
}

/** A backup of its disk. @returns its id */
async function backedUp(): Promise<number> {
  const { prisma } = t.database
  const one = await prisma.disk.findFirstOrThrow({ where: { host_id: id } })
  await prisma.backup.deleteMany()
  const of = { host_id: id, disk_id: one.id, account_id: t.ann.id, disk_name: one.name, size_mib: 1 }
  const named = { name: 'b', run_id: randomUUID(), subject: randomUUID(), mode: 'host_main', internal_name: 'b' }
  return (await prisma.backup.create({ data: { ...of, ...named, state: 'active' } })).id
}

/** A snapshot that was taken. @returns its id */
async function kept(with_ram: boolean): Promise<number> {
  const { cpu_number, ram_mib } = await t.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const of = { host_id: id, cpu_number, ram_mib, with_ram }
  const made = await t.database.prisma.snapshot.create({
    data: { ...of, name: 'one', state: 'ok', capture: randomUUID() },
  })
  return made.id
}

/** Asked for by administrators, besides other callers. */
const forAdmins: readonly HostAction[] = ['account', 'disk_move', 'disk_image']

export const isNow = (condition: string) => ({
  state: condition === 'unmade' ? 'crashed' : condition,
  is_built: !['unmade', 'creating'].includes(condition),
})

/** The watch of the node may put the state right between setting and asking: a difference counts when it comes twice. */
export async function compare(...asked: Parameters<typeof compareOnce>): Promise<string[]> {
  const first = await compareOnce(...asked)
  return first.length > 0 ? compareOnce(...asked) : first
}

/** Sets the record, asks, compares the answer with the rules; returns a difference in words. */
async function compareOnce(action: HostAction, facts: object, who: 'admin' | 'owner'): Promise<string[]> {
  const { database } = t
  // What the last one has left; clones would fill the node.
  await database.pool.query(`
    delete from task where (registry_id = ${id} or name = 'host_clone') and status in ('created', 'deferred');
    delete from disk where host_id <> ${id}; update disk set state = 'active', boot_order = 1;
    delete from snapshot; delete from disk_move; delete from image; delete from backup;
    delete from host where id <> ${id}`)
  const row = await database.prisma.host.update({ where: { id }, data: { node_id: t.nodes[0], ...facts } })
  const isAdmin = who === 'admin' || forAdmins.includes(action)
  const judged = {
    ...row,
    rescue_mode: row.rescue !== null,
    queue: row.queue as never,
    account: { id: t.ann.id },
  }
  const why = whyNotHost(action, judged, { isAdmin })
  const { status } = await ask[action](who === 'admin' ? t.admin : t.ann, `/vm/v3/host/${id}`)
  const { queue } = await database.prisma.host.findUniqueOrThrow({ where: { id } })
  const grew = (queue as unknown[]).length - (row.queue as unknown[]).length
  const wanted = !why ? [200, 'task' in hostRules[action] ? 1 : 0] : why.why === 'already' ? [200, 0] : [409, 0]
  if (status === wanted[0] && grew === wanted[1]) return []
  return [`${action} by ${who} on ${JSON.stringify(facts)}: ${status}, ${grew} more, rules say ${JSON.stringify(why)}`]
}

const flags = [false, true].flatMap((is_protected) =>
  [false, true].map((extended_protection) => ({ is_protected, extended_protection })),
)
export const people = ['admin', 'owner'] as const

/** Every condition without protection; with each kind of it a condition that the rules take for this action, and one that they do not. */
export function cases(action: HostAction): [HostCondition, (typeof flags)[number]][] {
  const { from } = hostRules[action] as { from: readonly HostCondition[] }
  const two = [from[0], hostConditions.find((one) => !from.includes(one))].filter((one) => one !== undefined)
  return flags.flatMap((flag, n) =>
    (n === 0 ? hostConditions : two).map((one) => [one, flag] as [typeof one, typeof flag]),
  )
}

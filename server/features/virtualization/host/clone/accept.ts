import { randomBytes, randomUUID } from 'node:crypto'
import type { disk, host, os } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import { seal } from '../../../../db/secrets.ts'
import { isUniqueViolation, type Work } from '../../../../db/transaction.ts'
import type { HostClone } from '../../../../domain/host/schema.ts'
import { needsOf } from '../../../../domain/node/capabilities.ts'
import { isWindows } from '../../../../domain/os/tags.ts'
import { alreadyExists, invalidInput, notFound, wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { enqueue } from '../../../../tasks/enqueue.ts'
import { takeQuota } from '../../../access/user-limit/quota.ts'
import { rejectReserved } from '../../os/choose.ts'
import { claimHost, hostChanged, noteHistory, ownHost } from '../claim.ts'
import { vncPassword } from '../create.ts'
import { wantedSize } from '../domain-spec.ts'
import { domainOf } from '../domains.ts'
import { newMac } from '../network/interfaces.ts'
import { place } from '../placement.ts'
import { nameLast } from '../queue.ts'
import { newSpice } from '../spice/record.ts'
import { freeName } from './name.ts'
import { hostCloneTask } from './task.ts'

/** Accepts the cloning of a VM: takes quota and room for the clone as for a new VM, makes its record and queues the work. */
export async function cloneHost(ctx: Context, id: number, body: HostClone) {
  try {
    return await ctx.mutate(async (work, note) => {
      const source = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
      if (!source) throw notFound(msg`VM`, id)
      const system = source.os_id === null ? null : await work.tx.os.findUnique({ where: { id: source.os_id } })
      rejectReserved(ctx.actor, system)
      rejectWithoutPassword(source, body)
      const disks = await work.tx.disk.findMany({ where: { host_id: id }, orderBy: { id: 'asc' } })
      const ipv4_number = await work.tx.ip.count({ where: { host_id: id, family: 2 } })
      await makeRoom(work, ctx, { source, system, disks, ipv4_number })
      const { row } = await claimHost(work, ctx, id, 'clone')
      const name = body.name ?? (await freeName(work, row))
      const clone = await makeRecord(work, ctx, row, { ...body, name })
      note.entity_id = clone.id
      await copyParts(work, row, clone, disks)
      const addresses = { pools: null, public_only: !ctx.actor.isAdmin, count: ipv4_number, named: null }
      const task = await enqueue(
        work,
        hostCloneTask,
        { host_id: clone.id, source_id: id, addresses },
        { registry_id: clone.id, entity: 'host', account_id: row.account_id },
      )
      await nameLast(work, id, task.id)
      await nameLast(work, clone.id, task.id)
      const history = { name: 'host_clone', user: ctx.actor.email, task: task.id }
      await noteHistory(work, { ...history, host_id: id, params: { clone: clone.id, name } })
      await noteHistory(work, { ...history, host_id: clone.id, params: { source: id } })
      hostChanged(work, row)
      hostChanged(work, clone, { state: 'creating' }, 'create')
      return { id: clone.id, task: task.consul_id }
    })
  } catch (fault) {
    if (isUniqueViolation(fault, 'name'))
      throw alreadyExists(msg`The owner already has a VM named ${body.name ?? ''}`, 'name')
    throw fault
  }
}

/** cloudbase-init gives the user of another instance another password, a random one when it is told none. */
function rejectWithoutPassword({ os_group }: host, { password }: HostClone) {
  if (isWindows(os_group) && !password)
    throw invalidInput(msg`password: required for a clone of Windows, which would set a random one`, 'password')
}

type Wanted = { source: host; system: os | null; disks: readonly disk[]; ipv4_number: number }

/** Quota, and a place on the node of the VM: its disks are there. Before its row is held. */
async function makeRoom(work: Work, ctx: Context, { source, system, disks, ipv4_number }: Wanted) {
  if (source.node_id === null) throw wrongState(msg`The VM has no node`)
  const size = wantedSize(source)
  const hdd_mib = disks.reduce((sum, one) => sum + one.size_mib, 0)
  await takeQuota(work, source.account_id, { ...size, hdd_mib, ipv4_number })
  const home = await work.tx.cluster.findUniqueOrThrow({ where: { id: source.cluster_id } })
  const { cpu_mode, nesting, efi_boot, secure_boot, spice_enabled } = source
  await place(
    work,
    {
      cluster_id: home.id,
      node_id: source.node_id,
      ...size,
      disks,
      needs: needsOf({ cpu_mode: cpu_mode as 'default', nesting, efi_boot, secure_boot, spice_enabled }),
      os_tag: system?.tags ?? [],
      os: system?.id ?? null,
      preset: source.preset_id,
      explain: ctx.actor.isAdmin,
    },
    home.host_distribution_policy,
  )
}

/** What a clone does not take over: what it is known by, what runs, what protects it, and what only one can have. */
async function makeRecord(work: Work, ctx: Context, source: host, body: HostClone & { name: string }): Promise<host> {
  const home = await work.tx.cluster.findUniqueOrThrow({ where: { id: source.cluster_id } })
  const [{ id } = { id: 0 }] = await work.sql<{ id: number }>("select nextval('host_id_seq')::int as id")
  return work.tx.host.create({
    data: {
      ...takenOver(source),
      id,
      name: body.name,
      internal_name: `dh-${id}-${randomBytes(3).toString('hex')}`,
      uuid: randomUUID(),
      queue: [{ action: 'host_clone', leaves: 'active' }],
      domain: domainOf(ctx.actor, home, { name: body.name }),
      comment: body.comment ?? source.comment,
      ...wantedSize(source),
      ...newSpice(id, source),
      vnc_password: seal(vncPassword(), { table: 'host', id, column: 'vnc_password' }),
      guest_password: body.password ? seal(body.password, { table: 'host', id, column: 'guest_password' }) : null,
    },
  })
}

/** Columns of the VM that its clone begins with. New ones belong to it, so that no filter or limit is ever left behind. */
function takenOver(source: host) {
  const {
    state: _state,
    state_at: _state_at,
    started_at: _started_at,
    create_date: _create_date,
    version: _version,
    instance: _instance,
    unused_files: _unused_files,
    is_built: _is_built,
    rescue: _rescue,
    fault: _fault,
    fault_at: _fault_at,
    cpu_number_new: _cpu_number_new,
    ram_mib_new: _ram_mib_new,
    waits_for_start: _waits_for_start,
    password_at_start: _password_at_start,
    network_waits: _network_waits,
    filter_fault: _filter_fault,
    filter_fault_at: _filter_fault_at,
    is_protected: _is_protected,
    extended_protection: _extended_protection,
    vnc_port: _vnc_port,
    cpu_percent: _cpu_percent,
    ram_used_mib: _ram_used_mib,
    ...kept
  } = source
  return {
    ...kept,
    tuning: kept.tuning ?? {},
    firewall_rules: kept.firewall_rules ?? [],
    packet_rules: kept.packet_rules ?? [],
    property: kept.property ?? {},
  }
}

async function copyParts(work: Work, source: host, clone: host, disks: readonly disk[]) {
  const interfaces = await work.tx.host_interface.findMany({ where: { host_id: source.id }, orderBy: { id: 'asc' } })
  await work.tx.host_interface.createMany({
    data: interfaces.map(({ id: _, ...one }) => ({ ...one, host_id: clone.id, mac: newMac() })),
  })
  // One after another: the copies are found by their order.
  for (const [n, { id: _, path: __, created_at: ___, ...one }] of disks.entries())
    await work.tx.disk.create({
      data: {
        ...one,
        host_id: clone.id,
        name: `${clone.internal_name}-${n + 1}`,
        state: 'creating',
        size_mib_new: null,
        version: 1,
      },
    })
}

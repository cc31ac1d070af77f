import type { backup } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import { db } from '../../../../db/pool.ts'
import { transaction, type Work } from '../../../../db/transaction.ts'
import type { BackedUpDisk, BackedUpHost } from '../../../../domain/backup/metadata.ts'
import type { BackupToDisk, BackupToHost } from '../../../../domain/backup/restore.ts'
import { type HostCreate, hostCreate } from '../../../../domain/host/schema.ts'
import { isWindows } from '../../../../domain/os/tags.ts'
import { invalidInput, notFound, refused } from '../../../../domain/shared/errors.ts'
import { startsAtOnce } from '../../../../domain/storage/kinds.ts'
import { joined, msg, quote } from '../../../../shared/text.ts'
import { claimHost, queueHostTask } from '../../host/claim.ts'
import { createHost } from '../../host/create.ts'
import { recordFreeDisk } from '../../host/disks/free.ts'
import { keepPassword } from '../../host/passwords.ts'
import { requireCapability } from '../../host/placement.ts'
import { type AsItWas, placeRestored } from '../../host/restore/record.ts'
import { queueDiskRestore } from './free-disk.ts'
import { hostRestoreTask } from './task.ts'
import { backupToRestore, hold, metadataOf, readable, requireDisk, requireKind } from './use.ts'

type Source = { one: backup; host: BackedUpHost; parts: { id: number; disk: BackedUpDisk }[] }

/**
 * Makes a VM of what was backed up of one: size and settings as they were, all disks of that moment, another name, other MAC addresses
 * and other addresses. Neither the VM nor its disks have to be there still, nor its cluster.
 */
export async function restoreAsHost(ctx: Context, backup_id: number, body: BackupToHost) {
  const source = await transaction((work) => sourceOf(work, ctx, backup_id))
  const { one, host, parts } = source
  if (isWindows(host.os_group) && !body.password)
    throw invalidInput(msg`password: required for Windows, which would set a random one`, 'password')
  const asked = await bodyOf(ctx, source, body)
  let task = 0
  const made = await createHost(ctx, asked, async (work, created) => {
    const now = await work.tx.host.findUniqueOrThrow({ where: { id: created.host_id } })
    await requireKind(work, now, [one])
    if (body.at_once) await requireCapability(work, now, 'disk_export')
    if (body.at_once) await requireFiles(work, created.host_id)
    const disk_ids = await placeRestored(work, created.host_id, asItWas(source))
    const { row } = await claimHost(work, { actor: ctx.actor, expectedVersion: null }, created.host_id, 'restore')
    const queued = await queueHostTask(work, ctx, row, {
      definition: hostRestoreTask,
      input: {
        host_id: row.id,
        disks: parts.map(({ id }, n) => ({ disk_id: disk_ids[n] ?? 0, backup_id: id })),
        fresh: true,
        at_once: body.at_once ?? false,
      },
      params: { backup: one.name },
      after: created.task,
    })
    await hold(
      work,
      parts.map(({ id }) => id),
      queued.id,
    )
    if (body.password) await keepPassword(work, row.id, queued.id, body.password)
    task = queued.consul_id
  })
  return { id: made.id, task }
}

/** Makes a disk without a VM of a backup. */
export async function restoreAsDisk(ctx: Context, backup_id: number, body: BackupToDisk) {
  return ctx.mutate(async (work) => {
    const one = await backupToRestore(work, ctx.actor, backup_id, notFound(msg`Backup`, backup_id))
    requireDisk(one)
    const { expand_part } = metadataOf(one).disk
    const made = await recordFreeDisk(work, ctx, {
      ...body,
      size_mib: one.size_mib,
      ...(expand_part && { expand_part }),
    })
    await requireCapability(work, made, 'disk_export')
    return queueDiskRestore(work, made, one)
  })
}

/** @throws PanelError `refused` for a VM with a disk that cannot run before its content is there */
async function requireFiles(work: Work, host_id: number): Promise<void> {
  const disks = await work.tx.disk.findMany({ where: { host_id }, select: { storage_id: true } })
  const storages = await work.tx.storage.findMany({ where: { id: { in: disks.map((one) => one.storage_id) } } })
  const other = storages.find(({ type }) => !startsAtOnce(type))
  if (other)
    throw refused(
      msg`A VM can be started before its content is there only where volumes are files, and the storage ${other.name} has none: restore it without that`,
      'at_once',
    )
}

/** The backups of one moment, the main disk first. @throws PanelError `refused` when they are not a whole VM */
async function sourceOf(work: Work, ctx: Context, backup_id: number): Promise<Source> {
  const one = await backupToRestore(work, ctx.actor, backup_id, notFound(msg`Backup`, backup_id))
  const { host, disks } = metadataOf(one)
  if (host === null) throw refused(msg`The backup is of a disk without a VM: restore it as a disk`)
  const { run_id, account_id } = one
  const together = await work.tx.backup.findMany({
    where: { run_id, account_id, deleted_at: null, state: { in: [...readable] } },
  })
  const parts = together.map((each) => ({ id: each.id, disk: { ...metadataOf(each).disk, size_mib: each.size_mib } }))
  parts.sort((a, b) => Number(b.disk.is_main) - Number(a.disk.is_main) || a.disk.boot_order - b.disk.boot_order)
  if (!parts[0]?.disk.is_main)
    throw refused(msg`The main disk of the VM is not among the backups of that moment: restore single disks`)
  requireAll(one, parts, disks)
  return { one, host, parts }
}

/**
 * A backup of the main disk alone was asked for as one of the VM; any other with fewer disks than the VM had then is a part of one.
 * @throws PanelError `refused` with the disks that are missing
 */
function requireAll({ mode }: backup, parts: Source['parts'], disks: readonly BackedUpDisk[]): void {
  if (mode === 'host_main') return
  const missing = disks.filter(({ id }) => !parts.some((part) => part.disk.id === id))
  if (missing.length === 0) return
  const names = joined(
    missing.map(({ name }) => quote(name)),
    ', ',
  )
  throw refused(
    msg`The VM had ${disks.length} disks then, and there is no backup of that moment of ${names}: restore single disks`,
  )
}

const asItWas = ({ host, parts }: Source): AsItWas => ({
  disks: parts.map(({ disk }) => disk),
  model: host.interfaces[0]?.model ?? null,
  tags: host.tags,
  ip_automation: host.ip_automation,
  packet_rules: (host.packet_rules ?? []) as object,
})

/** What the creation of the VM is asked for. */
async function bodyOf(ctx: Context, { one, host, parts }: Source, asked: BackupToHost): Promise<HostCreate> {
  const { cpu_number, ram_mib, cpu_mode, cpu_custom_model, nesting, efi_boot, secure_boot } = host
  const { password: _, at_once: __, ...chosen } = asked
  const where = { id: one.cluster_id ?? 0, state: 'active' }
  const home =
    chosen.cluster === undefined && chosen.node === undefined && (await db().prisma.cluster.findFirst({ where }))
  return parsed({
    ...(host.tuning as object),
    ...{ cpu_number, ram_mib, cpu_mode, cpu_custom_model, nesting, efi_boot, secure_boot },
    hot_plug: host.hot_plug,
    live_resize: host.live_resize,
    anti_spoofing: host.anti_spoofing,
    firewall_rules: host.firewall_rules,
    net_bandwidth_mbitps: host.net_bandwidth_mbitps,
    ...(host.comment && { comment: host.comment }),
    ...(host.expand_part && { expand_part: host.expand_part }),
    disks: parts.map(({ disk: { size_mib, expand_part } }, n) => ({
      size_mib,
      boot_order: n + 1,
      ...(expand_part && { expand_part }),
    })),
    ...(home && { cluster: home.id }),
    ...(ctx.actor.isAdmin && one.account_id !== null && { account: one.account_id }),
    ...chosen,
  })
}

/** @throws PanelError `refused` when the settings of then are none that a VM can have now */
function parsed(value: unknown): HostCreate {
  const { success, data, error } = hostCreate.safeParse(value)
  if (success) return data
  const field = (error.issues[0]?.path ?? []).join('.')
  throw refused(msg`The VM cannot be made anew with its settings of then: ${field}`, field)
}

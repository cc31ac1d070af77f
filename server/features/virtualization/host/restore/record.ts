import type { disk, host } from '../../../../../generated/prisma/client.ts'
import { lockRow, type Work } from '../../../../db/transaction.ts'
import { storedRules } from '../../../../domain/host/rule-groups.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { rulesFor } from '../../address-group/of-rules.ts'
import { hostChanged } from '../claim.ts'
import { diskPath, nextDiskPath, storagePath } from '../files.ts'
import { judgeRow } from '../judge.ts'
import { keptDisks } from '../snapshot/kept.ts'

/** A disk of a VM that is to be restored, and the size that the content needs. */
export type Wanted = { disk_id: number; size_mib: number }

/** A disk of a VM and the volume that comes into its place. */
export type Replaced = {
  disk_id: number
  target_dev: string
  /** Where it is at present. */
  old_path: string
  path: string
  size_mib: number
}

/** The system that a VM has with its restored main disk. */
export type RestoredSystem = Pick<host, 'os_id' | 'os_name' | 'os_group' | 'login_user' | 'efi_boot' | 'secure_boot'>

/**
 * What a snapshot keeps of a disk lies in the volume that goes.
 * @throws PanelError `wrong_state` naming the snapshots that stand in the way
 */
export async function requireNoSnapshots(work: Work, host_id: number, disk_ids: readonly number[]): Promise<void> {
  const all = await work.tx.snapshot.findMany({ where: { host_id }, orderBy: { id: 'asc' } })
  const standing = all.filter((one) => keptDisks(one).some(({ disk_id }) => disk_ids.includes(disk_id)))
  if (standing.length === 0) return
  const names = standing.map(({ name }) => name).join(', ')
  throw wrongState(msg`Snapshots would be lost with the present disk, delete them first: ${names}`, 'snapshots')
}

/**
 * Judges a restore when its turn has come, and notes the files that are going to be made.
 * @param instance a number that no earlier attempt had
 */
export async function beginRestore(work: Work, host_id: number, wanted: readonly Wanted[], instance: number) {
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  judgeRow(row, 'restore')
  if (row.node_id === null) throw wrongState(msg`The VM has no node`)
  const ids = wanted.map(({ disk_id }) => disk_id)
  await requireNoSnapshots(work, host_id, ids)
  const disks: Replaced[] = []
  for (const { disk_id, size_mib } of wanted) {
    const one = await work.tx.disk.findFirst({ where: { id: disk_id, host_id, state: 'active' } })
    if (!one) throw wrongState(msg`A disk of the backup was detached or deleted in the meantime`)
    const folder = await storagePath(row.cluster_id, one.storage_id)
    disks.push({
      disk_id,
      target_dev: one.target_dev ?? 'vda',
      old_path: diskPath(folder, row, one),
      path: nextDiskPath(folder, row, one, instance),
      size_mib: Math.max(size_mib, one.size_mib, one.size_mib_new ?? 0),
    })
  }
  const unused_files = [...new Set([...row.unused_files, ...disks.map(({ path }) => path)])]
  await work.tx.host.update({ where: { id: host_id }, data: { unused_files, version: { increment: 1 } } })
  hostChanged(work, row)
  return { node_id: row.node_id, name: row.internal_name, disks }
}

/** The one step in which a VM changes over to its restored disks: from now on the former ones are those that it does not use. */
export async function switchDisks(
  work: Work,
  host_id: number,
  disks: readonly Replaced[],
  system: RestoredSystem | null,
): Promise<void> {
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  await requireNoSnapshots(
    work,
    host_id,
    disks.map(({ disk_id }) => disk_id),
  )
  for (const { disk_id, path, size_mib } of disks) {
    const data = { path, size_mib, size_mib_new: null, version: { increment: 1 } }
    const { count } = await work.tx.disk.updateMany({ where: { id: disk_id, host_id }, data })
    if (count === 0) throw wrongState(msg`A disk of the backup was detached or deleted in the meantime`)
  }
  const own = disks.map(({ path }) => path)
  const unused_files = [...row.unused_files.filter((path) => !own.includes(path)), ...disks.map((one) => one.old_path)]
  await work.tx.host.update({
    where: { id: host_id },
    data: { unused_files, ...system, version: { increment: 1 } },
  })
  hostChanged(work, row, system ? { os_name: system.os_name } : {})
}

/** Whether a VM has changed over to its restored disks. */
export async function hasSwitched(work: Work, disks: readonly Replaced[]): Promise<boolean> {
  const rows = await work.tx.disk.findMany({ where: { id: { in: disks.map(({ disk_id }) => disk_id) } } })
  return disks.every(({ disk_id, path }) => rows.some((one) => one.id === disk_id && one.path === path))
}

/** How disks were attached to the VM that was backed up, and what else of it a creation does not take. */
export type AsItWas = {
  disks: readonly Pick<disk, 'bus' | 'target_dev'>[]
  /** Of the first interface. */
  model: string | null
} & Pick<host, 'tags' | 'ip_automation'> & { packet_rules: object }

/**
 * Gives the record of a VM that is being created the disks and settings of the one that was backed up.
 * @returns the ids of its disks, in the order of `disks`
 */
export async function placeRestored(work: Work, host_id: number, { disks, model, ...settings }: AsItWas) {
  const { account_id } = await work.tx.host.findUniqueOrThrow({ where: { id: host_id }, select: { account_id: true } })
  const packet_rules = await rulesFor(work, storedRules(settings.packet_rules), account_id)
  await work.tx.host.update({ where: { id: host_id }, data: { ...settings, packet_rules } })
  const made = await work.tx.disk.findMany({ where: { host_id }, orderBy: [{ boot_order: 'asc' }, { id: 'asc' }] })
  for (const [n, { id }] of made.entries()) {
    const was = disks[n]
    if (was) await work.tx.disk.update({ where: { id }, data: { bus: was.bus, target_dev: was.target_dev ?? 'vda' } })
  }
  const first = await work.tx.host_interface.findFirst({ where: { host_id }, orderBy: { id: 'asc' } })
  if (first && model !== null) await work.tx.host_interface.update({ where: { id: first.id }, data: { model } })
  return made.map(({ id }) => id)
}

import { randomUUID } from 'node:crypto'
import type { backup_location, disk, host } from '../../../../generated/prisma/client.ts'
import { stored } from '../../../db/sentences.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import type { BackupMode } from '../../../domain/backup/states.ts'
import { invalidField, notFound, PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { msg, quote } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { hostChanged, noteHistory } from '../host/claim.ts'
import { judgeRow } from '../host/judge.ts'
import { backupCopyTask } from './copy-task.ts'
import { backupCreateTask } from './make-task.ts'
import { metadataOf } from './metadata.ts'
import { locationPlace, nodePlace } from './place.ts'
import { requireQuota } from './quota.ts'
import { backupChanged } from './record.ts'

export type BackupAsk = {
  /** All disks of a VM or its main one, or one disk, of a VM or of none. */
  what: { host_id: number; mode: 'host_main' | 'host_all' } | { disk_id: number }
  /** Backup locations: the first that can be used is written, the others get a copy, at once or when they are back. None: the node of the VM. */
  locations: readonly number[]
  schedule: number | null
  name: string | null
  comment: string | null
  /** E-mail of who asks; null: the panel. */
  made_by: string | null
}

export type StartedBackup = { id: number; task: number; relocate_task: number | null; backup_ids: number[] }

/**
 * Begins a backup: its records are there at once, and a task reads the disks. Whether who asks may, the caller has looked.
 * @throws PanelError not_found, invalid_input for `backup_locations`, refused, wrong_state (also when one of the VM is under way)
 */
export async function startBackup(work: Work, ask: BackupAsk): Promise<StartedBackup> {
  const { row, disks, all, mode } = await subjectOf(work, ask.what)
  const [main] = disks
  if (!main) throw wrongState(msg`The VM has no disks`)
  const node_id = row ? row.node_id : main.node_id
  await requireLocations(work, ask.locations, main.cluster_id)
  if (row) judgeRow(row, 'backup')
  else if (main.state !== 'active')
    throw wrongState(msg`The disk is being changed: wait until this has finished`, main.state)
  if (node_id === null) throw wrongState(msg`The node of the disk was removed`, 'node')
  const { usable, away } = await usableOf(work, ask.locations)
  await requireNone(work, row, main)

  const run = { run_id: randomUUID(), subject: row?.uuid ?? (await subjectOfDisk(work, main)) }
  const metadata = await metadataOf(work, row, all)
  const name = ask.name ?? defaultName(row?.name ?? main.name)
  const places = ask.locations.length > 0 ? usable.map(locationPlace) : [nodePlace(node_id)]
  const ids: number[] = []
  for (const one of disks) {
    const made = await work.tx.backup.create({
      data: {
        ...run,
        name,
        comment: ask.comment,
        mode,
        account_id: row?.account_id ?? one.account_id,
        host_id: row?.id ?? null,
        host_name: row?.name ?? null,
        internal_name: row?.internal_name ?? `disk-${one.id}`,
        disk_id: one.id,
        disk_name: one.name,
        is_main: one.is_main,
        cluster_id: one.cluster_id,
        node_id,
        os_id: row?.os_id ?? null,
        os_name: row?.os_name ?? null,
        ip_automation: row?.ip_automation ?? null,
        expand_part: one.expand_part,
        schedule_id: ask.schedule,
        size_mib: one.size_mib,
        metadata: metadata(one),
        made_by: ask.made_by,
      },
    })
    await work.tx.backup_copy.createMany({
      data: [
        ...places.map((place, position) => ({ backup_id: made.id, ...place, position })),
        ...away.map(({ id, because }, n) => ({
          ...{ backup_id: made.id, ...locationPlace(id), position: places.length + n },
          ...{ state: 'owed', owed_since: new Date(), owed_because: because },
        })),
      ],
    })
    backupChanged(work, made, 'create')
    ids.push(made.id)
  }
  return queueBackup(work, { row, main, node_id, ids, places, made_by: ask.made_by, attempt: 1 })
}

type Queue = {
  row: host | null
  main: disk
  node_id: number
  ids: number[]
  places: { location_id: number | null; node_id: number | null }[]
  made_by: string | null
  attempt: number
}

async function queueBackup(work: Work, { row, main, node_id, ids, places, ...q }: Queue): Promise<StartedBackup> {
  const [id = 0] = ids
  const account_id = row?.account_id ?? main.account_id
  const options = { registry_id: id, entity: 'backup', account_id }
  const [first, ...others] = places
  if (!first) throw new Error('A backup has a place')
  const subject = { host_id: row?.id ?? null, disk_id: row ? null : main.id }
  const input = { backup_ids: ids, ...subject, node_id, place: first, attempt: q.attempt }
  const task = await enqueue(work, backupCreateTask, input, options)
  await work.tx.backup.updateMany({ where: { id: { in: ids } }, data: { task: task.id } })
  if (row) {
    const user = q.made_by ?? 'datahall'
    await noteHistory(work, {
      host_id: row.id,
      name: backupCreateTask.name,
      user,
      task: task.id,
      params: { backup: id },
    })
    hostChanged(work, row)
  }
  let relocate_task: number | null = null
  if (others.length > 0) {
    const copying = { backup_ids: ids, to: others, remove: [], owed: true }
    relocate_task = (await enqueue(work, backupCopyTask, copying, { ...options, after: task.id })).consul_id
  }
  return { id, task: task.consul_id, relocate_task, backup_ids: ids }
}

/** What is backed up; the row of the VM, or of the disk that belongs to none, is held. */
async function subjectOf(work: Work, what: BackupAsk['what']) {
  const of = 'disk_id' in what ? await work.tx.disk.findUnique({ where: { id: what.disk_id } }) : null
  if ('disk_id' in what && !of) throw notFound(msg`Disk`, what.disk_id)
  const host_id = 'host_id' in what ? what.host_id : (of?.host_id ?? null)
  if (host_id === null && of) {
    await lockRow(work, 'disk', of.id)
    const now = await work.tx.disk.findUniqueOrThrow({ where: { id: of.id } })
    return { row: null, disks: [now], all: [now], mode: 'disk' as BackupMode }
  }
  await lockRow(work, 'host', host_id ?? 0)
  const row = await work.tx.host.findUnique({ where: { id: host_id ?? 0 } })
  if (!row) throw notFound(msg`VM`, host_id ?? 0)
  const all = await work.tx.disk.findMany({
    where: { host_id: row.id, state: { notIn: ['creating', 'deleting'] } },
    orderBy: [{ boot_order: 'asc' }, { id: 'asc' }],
  })
  if (of) return { row, disks: all.filter(({ id }) => id === of.id), all, mode: 'disk' as BackupMode }
  const mode: BackupMode = 'mode' in what ? what.mode : 'host_all'
  const main = all.find(({ is_main }) => is_main) ?? all[0]
  const rest = all.filter((one) => one !== main)
  return { row, disks: main ? [main, ...(mode === 'host_all' ? rest : [])] : [], all, mode }
}

/** All backups of a disk without a VM lie in one folder. */
async function subjectOfDisk(work: Work, { id }: disk): Promise<string> {
  const last = await work.tx.backup.findFirst({
    where: { disk_id: id },
    orderBy: { id: 'desc' },
    select: { subject: true },
  })
  return last?.subject ?? randomUUID()
}

async function requireLocations(work: Work, ids: readonly number[], cluster_id: number): Promise<void> {
  const where = { backup_location_id: { in: [...ids] }, cluster_id }
  const attached = await work.tx.backup_location_cluster.findMany({ where })
  const missing = ids.find((id) => !attached.some(({ backup_location_id }) => backup_location_id === id))
  if (missing !== undefined)
    throw invalidField('backup_locations', msg`VMs of this cluster are not backed up to location ${missing}`)
}

/**
 * Which locations can be written now, in their order, and why the others cannot: their copies are owed.
 * @throws PanelError wrong_state when none can
 */
async function usableOf(work: Work, ids: readonly number[]) {
  const rows = await work.tx.backup_location.findMany({ where: { id: { in: [...ids] } } })
  const usable: number[] = []
  const away: { id: number; because: string }[] = []
  let first: PanelError | null = null
  for (const id of ids) {
    const row = rows.find((one) => one.id === id)
    const bad = row && !['ok', 'unknown'].includes(row.status) ? notUsable(row) : await quotaFault(work, id)
    if (bad) away.push({ id, because: stored(bad.text) })
    else usable.push(id)
    first ??= bad
  }
  if (usable.length === 0 && first) throw first
  return { usable, away }
}

const notUsable = ({ name, fault, status }: backup_location) =>
  wrongState(msg`The backup location ${name} cannot be used now: ${quote(fault ?? status)}`, 'backup_locations')

async function quotaFault(work: Work, id: number): Promise<PanelError | null> {
  try {
    await requireQuota(work, [id], 'backup_locations')
    return null
  } catch (fault) {
    if (fault instanceof PanelError) return fault
    throw fault
  }
}

/** The disks of a VM are read once at a time. */
async function requireNone(work: Work, row: host | null, main: disk): Promise<void> {
  const of = row ? { host_id: row.id } : { disk_id: main.id }
  if ((await work.tx.backup.count({ where: { ...of, state: 'creating' } })) === 0) return
  throw wrongState(
    row
      ? msg`A backup of the VM is under way or waits: try again when it has ended`
      : msg`A backup of the disk is under way or waits: try again when it has ended`,
    'backup',
  )
}

const defaultName = (of: string): string =>
  `${of.slice(0, 200)} ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`

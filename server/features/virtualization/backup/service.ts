import type { Context } from '../../../api/context.ts'
import { orNone, writeEdit } from '../../../api/edit.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import type { BackupCreate, BackupEdit, BackupStateChange, DiskBackupCreate } from '../../../domain/backup/schema.ts'
import { invalidField, notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { ownHost } from '../host/claim.ts'
import { backupDeleteTask } from './delete-task.ts'
import { holdBackup, requireState } from './own.ts'
import { backupChanged } from './record.ts'
import { startBackup } from './start.ts'

/** Backs up a VM. */
export async function createHostBackup(ctx: Context, host_id: number, body: BackupCreate) {
  return ctx.mutate(async (work) => {
    if (!(await work.tx.host.findFirst({ where: ownHost(ctx.actor, host_id) }))) throw notFound(msg`VM`, host_id)
    const started = await startBackup(work, { what: { host_id, mode: body.mode }, ...(await asked(work, ctx, body)) })
    return answerOf(started)
  })
}

/** Backs up a disk. */
export async function createDiskBackup(ctx: Context, disk_id: number, body: DiskBackupCreate) {
  return ctx.mutate(async (work) => {
    const owner = ctx.actor.isAdmin ? {} : { account_id: ctx.actor.account_id }
    if (!(await work.tx.disk.findFirst({ where: { id: disk_id, ...owner } }))) throw notFound(msg`Disk`, disk_id)
    const started = await startBackup(work, { what: { disk_id }, ...(await asked(work, ctx, body)) })
    return answerOf(started)
  })
}

const answerOf = ({ id, task, relocate_task }: Awaited<ReturnType<typeof startBackup>>) => ({ id, task, relocate_task })

async function asked(
  work: Work,
  ctx: Context,
  { name, comment, backup_locations, schedule }: BackupCreate | DiskBackupCreate,
) {
  const locations = backup_locations ?? []
  const known = await work.tx.backup_location.findMany({ where: { id: { in: locations } }, select: { id: true } })
  const missing = locations.find((id) => !known.some((one) => one.id === id))
  if (missing !== undefined) throw invalidField('backup_locations', msg`there is no backup location ${missing}`)
  // Schedules are the administrators'; to others there is none.
  const isKnown = ctx.actor.isAdmin && (await work.tx.schedule.count({ where: { id: schedule ?? 0 } })) > 0
  if (schedule !== undefined && !isKnown) throw invalidField('schedule', msg`there is no schedule ${schedule}`)
  return {
    locations,
    schedule: schedule ?? null,
    name: name ?? null,
    comment: comment || null,
    made_by: ctx.actor.email,
  }
}

/** The backup locations of the cluster of a VM. */
export async function placesOfHost(ctx: Context, host_id: number) {
  const row = await db().prisma.host.findFirst({ where: ownHost(ctx.actor, host_id), select: { cluster_id: true } })
  if (!row) throw notFound(msg`VM`, host_id)
  const { rows } = await db().pool.query<{ id: number; name: string; usable: boolean }>(
    `select l.id, l.name, l.status in ('ok', 'unknown') as usable from backup_location l
       join backup_location_cluster c on c.backup_location_id = l.id where c.cluster_id = $1::int order by l.name`,
    [row.cluster_id],
  )
  return { list: rows }
}

const naming = { entity: 'backup', what: msg`Backup` } as const

/** Changes name and comment. */
export async function editBackup(ctx: Context, id: number, body: BackupEdit) {
  return ctx.mutate(async (work) => {
    await holdBackup(work, ctx.actor, id)
    const data = { ...body, comment: orNone(body.comment) }
    await writeEdit(ctx, work, work.tx.backup, naming, id, data)
    return { id }
  })
}

/** Deletes a backup; it can be brought back for some days. */
export async function deleteBackup(ctx: Context, id: number, disk_id?: number) {
  return ctx.mutate(async (work) => {
    const row = await holdBackup(work, ctx.actor, id)
    if ((disk_id !== undefined && row.disk_id !== disk_id) || row.deleted_at !== null) throw notFound(msg`Backup`, id)
    requireState(row, ['active', 'crashed'])
    const options = { registry_id: id, entity: 'backup', account_id: row.account_id }
    const task = await enqueue(work, backupDeleteTask, { backup_id: id }, options)
    const made = await work.tx.backup.update({
      where: { id },
      data: { state: 'deleting', task: task.id, version: { increment: 1 } },
    })
    backupChanged(work, made)
    return { id, task: task.consul_id }
  })
}

/** Brings back a backup that was deleted; one that its schedule took away is pinned by that. @throws PanelError wrong_state when it was not, or nothing of it is left */
export async function bringBackBackup(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    const row = await holdBackup(work, ctx.actor, id)
    if (row.deleted_at === null) throw wrongState(msg`The backup is not deleted`, row.state)
    if ((await work.tx.backup_copy.count({ where: { backup_id: id, state: 'active' } })) === 0)
      throw wrongState(msg`Nothing is left of the backup: it was deleted too long ago`)
    // What its schedule took away it would take away again.
    const pinned = row.pinned || row.available_until !== null
    const made = await work.tx.backup.update({
      where: { id },
      data: { state: 'active', deleted_at: null, task: null, pinned, available_until: null, version: { increment: 1 } },
    })
    backupChanged(work, made)
    return { id, pinned }
  })
}

/** States that are the consequence of a task: they cannot be set. */
const ofTasks = ['creating', 'deleting', 'in_use', 'migrating', 'copying'] as const

/**
 * Sets the state of a backup that no task works on: `active` for one that has a copy, `crashed` for one that is not to be restored.
 */
export async function setBackupState(ctx: Context, id: number, { state }: BackupStateChange) {
  await ctx.mutate(async (work) => {
    if (state === undefined) throw invalidField('state', msg`It is required`)
    const row = await holdBackup(work, ctx.actor, id)
    if ((ofTasks as readonly string[]).includes(state))
      throw refused(msg`Only active and crashed can be set: the other states belong to tasks`, 'state')
    if (row.state === state && row.deleted_at === null) return
    requireState(row, ['active', 'crashed'])
    const has = await work.tx.backup_copy.count({ where: { backup_id: id, state: 'active' } })
    if (state === 'active' && has === 0) throw wrongState(msg`The backup has no complete copy`, row.state)
    const made = await work.tx.backup.update({ where: { id }, data: { state, version: { increment: 1 } } })
    backupChanged(work, made)
  })
  return {}
}

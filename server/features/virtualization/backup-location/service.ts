import type { Context } from '../../../api/context.ts'
import { uniqueName, writeEdit } from '../../../api/edit.ts'
import { requireLinks, requireRow } from '../../../api/links.ts'
import { alone } from '../../../db/advisory.ts'
import { seal } from '../../../db/secrets.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { backupLocationFields } from '../../../domain/backup-location/fields.ts'
import type { BackupLocationCreate, BackupLocationEdit } from '../../../domain/backup-location/schema.ts'
import { alreadyExists, notFound } from '../../../domain/shared/errors.ts'
import { toColumns } from '../../../domain/shared/field.ts'
import { changed } from '../../../events/changes.ts'
import { newRoot } from '../../../protocols/chunk-store/keys.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { forgetLocation } from '../backup/forget-location.ts'
import { setSchedulesOf } from '../schedule/targets.ts'
import { passwordPlace, rootPlace } from './open.ts'
import { readRecovery } from './recovery.ts'
import { backupLocationCheckTask } from './tasks.ts'

const naming = { entity: 'backup_location', what: msg`Backup location` } as const

/** Adds a backup location with keys of its own, or those of a recovery file, and queues its check. */
export async function createBackupLocation(ctx: Context, body: BackupLocationCreate) {
  const { connection_params: way, clusters = [], schedules, skip_connection_check, recovery, chunk_mib, ...data } = body
  const { root, generation } = recovery ? await readRecovery(recovery) : { root: newRoot(), generation: 1 }
  return uniqueName(msg`A backup location`, body.name, () =>
    ctx.mutate(async (work) => {
      await rejectTaken(work, way, 0)
      const { ip, port, login, password, path } = way
      const { id } = await work.tx.backup_location.create({
        data: {
          ...toColumns(backupLocationFields, data),
          ...{ ip, port, login, path: plainPath(path) },
          chunk_bytes: chunk_mib * 2 ** 20,
          // Sealing needs the id.
          root_key: '',
          generation,
          held_since: recovery ? new Date() : null,
        },
      })
      const sealed = {
        root_key: seal(root.toString('base64'), rootPlace(id)),
        ...(password && { password: seal(password, passwordPlace(id)) }),
      }
      await work.tx.backup_location.update({ where: { id }, data: sealed })
      await setClusters(work, id, clusters)
      if (schedules) await setSchedulesOf(work, id, schedules)
      changed(work, { entity: 'backup_location', entity_id: id, event: 'create', data: { name: data.name } })
      return { id, task: await queueCheck(work, id, skip_connection_check ?? false) }
    }),
  )
}

/**
 * Changes a backup location and checks it again. Another address or port gets its host key pinned anew; so does the same address, sent
 * again after a check that failed: that is how a new key is accepted.
 */
export async function editBackupLocation(ctx: Context, id: number, body: BackupLocationEdit) {
  const { connection_params: way, clusters, schedules, skip_connection_check, let_go, type: _, ...data } = body
  return uniqueName(msg`A backup location`, body.name, () =>
    ctx.mutate(async (work) => {
      await lockRow(work, 'backup_location', id)
      const now = await work.tx.backup_location.findUnique({ where: { id } })
      if (!now) throw notFound(msg`Backup location`, id)
      const { ip = now.ip, port = now.port, login = now.login, path = now.path, password } = way ?? {}
      await rejectTaken(work, { ip, port, path }, id)
      const again = now.status === 'unreachable' && way?.ip !== undefined
      const isOther = ip !== now.ip || port !== now.port || again
      await writeEdit(ctx, work, work.tx.backup_location, naming, id, {
        ...toColumns(backupLocationFields, data),
        ...(way && { ip, port, login, path: plainPath(path), status: 'unknown', fault: null, fault_at: null }),
        ...(isOther && { host_key: null }),
        ...(let_go && { held_since: null }),
      })
      const isForgotten = way?.has_password === false
      if (password || isForgotten) {
        const sealed = password ? seal(password, passwordPlace(id)) : null
        await work.tx.backup_location.update({ where: { id }, data: { password: sealed } })
      }
      if (clusters) await setClusters(work, id, clusters)
      if (schedules) await setSchedulesOf(work, id, schedules)
      return { id, task: await queueCheck(work, id, skip_connection_check ?? false) }
    }),
  )
}

/**
 * Forgets a backup location, its keys, and the backups that lie nowhere else. What is stored there stays, and opens only with its recovery file.
 * @param forget how many backups are forgotten: the caller has to know
 */
export async function deleteBackupLocation(ctx: Context, id: number, forget: number) {
  await ctx.mutate(async (work, note) => {
    await forgetLocation(work, id, forget)
    // What was lost is part of the record.
    note.input = { location_id: id, forget }
    const { count } = await work.tx.backup_location.deleteMany({ where: { id } })
    if (count === 0) throw notFound(msg`Backup location`, id)
    changed(work, { entity: 'backup_location', entity_id: id, event: 'delete' })
  })
  return { id, deleted: [{ id }] }
}

/** Checks a backup location now. */
export async function checkBackupLocation(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    await requireRow(work, 'backup_location', msg`Backup location`, id)
    return { id, task: await queueCheck(work, id, false) }
  })
}

const plainPath = (path: string) => path.replace(/\/$/, '')

/** Two locations in one folder would take each other's chunks for rubbish. */
async function rejectTaken(work: Work, { ip, port, path }: { ip: string; port: number; path: string }, id: number) {
  // Of two that come at the same moment the second waits.
  await alone(work, 'backup_location_folders')
  const where = { ip, port, path: plainPath(path), id: { not: id } }
  const same = await work.tx.backup_location.findFirst({ where })
  if (same) throw alreadyExists(msg`The backup location ${same.name} already has this folder`, 'connection_params')
}

async function setClusters(work: Work, id: number, clusters: number[]) {
  const wanted = await requireLinks(work, 'cluster', msg`Cluster`, 'clusters', clusters)
  await work.tx.backup_location_cluster.deleteMany({ where: { backup_location_id: id } })
  const data = wanted.map((cluster_id) => ({ backup_location_id: id, cluster_id }))
  await work.tx.backup_location_cluster.createMany({ data })
}

async function queueCheck(work: Work, id: number, skip: boolean): Promise<number> {
  const options = { registry_id: id, entity: 'backup_location', account_id: null }
  const { consul_id } = await enqueue(work, backupLocationCheckTask, { location_id: id, skip }, options)
  return consul_id
}

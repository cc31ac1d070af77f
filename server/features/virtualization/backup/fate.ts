import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import type { BackupFate, DeletionInfo } from '../../../domain/backup/fate.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { coveredDisks } from '../schedule/covered.ts'
import { changeBackups, forgetBackups } from './record.ts'

/** Backups of a disk or of a VM; with an account only those that it owns. */
export type BackupsOf = ({ disk_id: number } | { host_id: number }) & { account_id: number | null }

const where = `b.deleted_at is null and ($1::int is null or b.disk_id = $1::int) and ($2::int is null or b.host_id = $2::int)
  and ($3::int is null or b.account_id = $3::int)`
const valuesOf = (of: BackupsOf) => [
  'disk_id' in of ? of.disk_id : null,
  'host_id' in of ? of.host_id : null,
  of.account_id,
]

/** What there is of backups and schedules of something that is about to be deleted. The caller has found it. */
export async function readDeletion(ctx: Context, of: { disk_id: number } | { host_id: number }): Promise<DeletionInfo> {
  const { isAdmin, account_id } = ctx.actor
  const { rows } = await db().pool.query<{ count: number; stored_mib: number; newest: Date | null }>(
    `select count(*)::int as count, max(b.made_at) as newest,
            coalesce(ceil(sum((select sum(c.stored_bytes) from backup_copy c where c.backup_id = b.id)) / 1048576), 0)::float8 as stored_mib
       from backup b where ${where} and b.state <> 'deleting'`,
    valuesOf({ ...of, account_id: isAdmin ? null : account_id }),
  )
  const schedules = isAdmin
    ? await db().pool.query<{ id: number; name: string }>(
        `select s.id, coalesce(s.name, '#' || s.id) as name from schedule s where s.id in (
           select v.schedule_id from (${coveredDisks()}) v where v.${'disk_id' in of ? 'disk_id' : 'host_id'} = $1::int)
          order by name, s.id`,
        ['disk_id' in of ? of.disk_id : of.host_id],
      )
    : { rows: [] }
  const { count = 0, stored_mib = 0, newest = null } = rows[0] ?? {}
  return { backups: { count, stored_mib, newest: newest?.toISOString() ?? null }, schedules: schedules.rows }
}

/** @throws PanelError wrong_state where backups that are to go are being made, restored, copied or moved */
export async function requireIdleBackups(work: Work, fate: BackupFate, of: BackupsOf): Promise<void> {
  if (fate === 'keep') return
  const [busy] = await work.sql<{ name: string }>(
    `select b.name from backup b where ${where} and b.state in ('creating', 'in_use', 'copying', 'migrating') order by b.id limit 1`,
    valuesOf(of),
  )
  if (busy)
    throw wrongState(
      msg`The backup ${busy.name} is being made, restored, copied or moved: wait until this has ended, or keep the backups`,
      'backups',
    )
}

/** Hides the backups of something that is gone: they can be brought back for some days. One that is in use by now stays. */
export async function deleteBackupsOf(work: Work, of: BackupsOf): Promise<void> {
  const rows = await work.sql<{ id: number; empty: boolean }>(
    `select b.id, not exists (select from backup_copy c where c.backup_id = b.id) as empty
       from backup b where ${where} and b.state in ('active', 'crashed') order by b.id for update`,
    valuesOf(of),
  )
  const ids = (empty: boolean) => ({ id: { in: rows.filter((row) => row.empty === empty).map(({ id }) => id) } })
  await forgetBackups(work, ids(true))
  await changeBackups(work, ids(false), { state: 'deleting', deleted_at: new Date(), task: null })
}

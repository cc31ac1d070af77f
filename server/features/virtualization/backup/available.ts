import type { backup } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { backupDeleteTask } from './delete-task.ts'
import { backupChanged, changeBackups } from './record.ts'

/** Notes which backups their schedules keep no longer, and which they keep after all. Pinned ones are kept. */
export async function setAvailable(
  work: Work,
  { kept, outdated }: { kept: number[]; outdated: number[] },
): Promise<void> {
  const rows = await work.sql<Pick<backup, 'id' | 'account_id' | 'state'>>(
    `update backup set available_until = case when id = any($2::int[]) then now() end
      where (id = any($1::int[]) and available_until is not null) or (id = any($2::int[]) and available_until is null and not pinned)
     returning id, account_id, state`,
    [kept, outdated],
  )
  for (const row of rows) backupChanged(work, row)
}

/** Deletes a backup whose time is over, as a person would: it can be brought back for some days. @returns whether it was free for that */
export async function deleteOutdated(work: Work, id: number): Promise<boolean> {
  const where = { id, state: 'active', pinned: false, deleted_at: null, available_until: { lte: new Date() } }
  const [row] = await changeBackups(work, where, { state: 'deleting' })
  if (!row) return false
  const options = { registry_id: id, entity: 'backup', account_id: row.account_id }
  const task = await enqueue(work, backupDeleteTask, { backup_id: id }, options)
  await work.tx.backup.update({ where: { id }, data: { task: task.id } })
  return true
}

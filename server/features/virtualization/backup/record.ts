import type { backup, Prisma } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import type { BackupContent } from '../../../domain/backup/states.ts'
import { changed } from '../../../events/changes.ts'

/** Says that a backup has changed. */
export function backupChanged(
  work: Work,
  { id, account_id, state }: Pick<backup, 'id' | 'account_id' | 'state'>,
  event: 'create' | 'update' | 'delete' = 'update',
): void {
  changed(work, { entity: 'backup', entity_id: id, event, account_id, data: { state } })
}

/** Changes backups that are as is asked for, and says so. @returns those that were */
export async function changeBackups(
  work: Work,
  where: Prisma.backupWhereInput,
  data: Prisma.backupUpdateManyMutationInput,
): Promise<backup[]> {
  const rows = await work.tx.backup.updateManyAndReturn({ where, data: { ...data, version: { increment: 1 } } })
  for (const row of rows) backupChanged(work, row)
  return rows
}

/** Forgets backups altogether, with what is known of their copies. */
export async function forgetBackups(work: Work, where: Prisma.backupWhereInput): Promise<number> {
  const rows = await work.tx.backup.findMany({ where, select: { id: true, account_id: true, state: true } })
  if (rows.length === 0) return 0
  await work.tx.backup.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })
  for (const row of rows) backupChanged(work, row, 'delete')
  return rows.length
}

/** Notes what backups are of, once it was read. */
export const noteContent = (work: Work, ids: readonly number[], content: BackupContent) =>
  work.sql(
    `update backup set metadata = metadata || jsonb_build_object('content', $2::text) where id = any($1::int[])`,
    [[...ids], content],
  )

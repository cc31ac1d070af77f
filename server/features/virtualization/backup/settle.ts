import type { backup } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import type { Outcome, SettleContext } from '../../../tasks/define.ts'
import { changeBackups, forgetBackups } from './record.ts'

/**
 * The end of a task that makes backups: one that was called off leaves nothing, one that failed is shown with its cause. One whose reading
 * was ended by something else, as power actions do, is begun once more.
 */
export async function settleMaking(
  t: SettleContext,
  { backup_ids, attempt }: { backup_ids: readonly number[]; attempt: number },
  outcome: Outcome,
  again: (work: Work, rows: backup[]) => Promise<void>,
): Promise<void> {
  if (outcome.status === 'complete') return
  const where = { id: { in: [...backup_ids] }, state: 'creating' }
  await t.stepTx('note_failure', async (work) => {
    if (outcome.status === 'aborted') return void (await forgetBackups(work, where))
    const rows = await work.tx.backup.findMany({ where, orderBy: { id: 'asc' } })
    if (attempt === 1 && rows.some(({ fault }) => fault !== null)) return again(work, rows)
    const fault = outcome.error?.message ?? null
    await changeBackups(work, where, { state: 'crashed', fault, fault_at: new Date(), task: null })
    await work.tx.backup_copy.deleteMany({
      where: { backup_id: { in: rows.map(({ id }) => id) }, state: { in: ['creating', 'owed'] } },
    })
  })
}

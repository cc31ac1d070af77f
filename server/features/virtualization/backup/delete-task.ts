import { z } from 'zod'
import { defineTask } from '../../../tasks/define.ts'
import { changeBackups, forgetBackups } from './record.ts'

const input = z.object({ backup_id: z.int() })

/**
 * Hides a backup: its index stays for some days, in which it can be brought back, and goes with a later round of its places. One that
 * could not be made is forgotten at once.
 */
export const backupDeleteTask = defineTask({
  name: 'backup_delete',
  title: 'Delete a backup',
  input,
  locks: ({ backup_id }) => [`backup:${backup_id}`],
  timeoutMs: 10 * 60_000,
  async run(t, { backup_id: id }) {
    await t.stepTx('hide', async (work) => {
      const copies = await work.tx.backup_copy.count({ where: { backup_id: id } })
      const mine = { id, state: 'deleting', deleted_at: null }
      if (copies === 0) await forgetBackups(work, mine)
      else await changeBackups(work, mine, { deleted_at: new Date(), task: null })
    })
  },
  async settle(t, { backup_id: id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('back', async (work) => {
      const mine = { id, state: 'deleting', deleted_at: null }
      const copies = await work.tx.backup_copy.count({ where: { backup_id: id, state: 'active' } })
      await changeBackups(work, mine, { state: copies > 0 ? 'active' : 'crashed', task: null })
    })
  },
})

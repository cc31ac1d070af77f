import { db } from '../../../db/pool.ts'
import type { SettleContext } from '../../../tasks/define.ts'
import { placeOf, withPlace } from './place.ts'

/**
 * Removes one copy of a backup. Its record says so before its index goes, so that a collection in between does not miss it; chunks go
 * with later collections.
 */
export async function removeCopy(t: SettleContext, id: number): Promise<void> {
  await t.stepTx(
    `removing_${id}`,
    async (work) => void (await work.tx.backup_copy.updateMany({ where: { id }, data: { state: 'removing' } })),
  )
  await t.step(
    `remove_${id}`,
    async (signal) => {
      const copy = await db().prisma.backup_copy.findUnique({ where: { id } })
      if (!copy?.file) return
      const { file } = copy
      const { subject } = await db().prisma.backup.findUniqueOrThrow({ where: { id: copy.backup_id } })
      await withPlace(placeOf(copy), signal, (store) => store.removeIndex({ subject, backup: file }))
    },
    { retries: 1 },
  )
  await t.stepTx(`forget_${id}`, async (work) => void (await work.tx.backup_copy.deleteMany({ where: { id } })))
}

import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import { invalidInput, notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { StoreError } from '../../../protocols/chunk-store/errors.ts'
import { openRecovery, sealRecovery } from '../../../protocols/chunk-store/recovery.ts'
import { msg } from '../../../shared/text.ts'
import { rootOf } from './open.ts'

/**
 * The recovery file of a location: its keys, sealed by a passphrase. With it and the folder a panel that has lost its database reads the
 * backups again. Audited, since both together open everything that is stored there.
 */
export async function makeRecovery(ctx: Context, id: number, passphrase: string) {
  const row = await db().prisma.backup_location.findUnique({ where: { id } })
  if (!row) throw notFound(msg`Backup location`, id)
  const { name, ip, path, generation } = row
  // Before the transaction: deriving the key takes a while.
  const content = await sealRecovery(rootOf(row), passphrase, { name, address: ip, path, generation })
  await ctx.mutate(async (work) => {
    const { count } = await work.tx.backup_location.updateMany({ where: { id }, data: { recovery_at: new Date() } })
    if (count === 0) throw notFound(msg`Backup location`, id)
    changed(work, { entity: 'backup_location', entity_id: id, event: 'update', data: { recovery: true } })
  })
  return { file_name: `backup-location-${id}-recovery.json`, content }
}

/** The keys in a recovery file. @throws PanelError invalid_input */
export async function readRecovery({ file, passphrase }: { file: string; passphrase: string }) {
  try {
    const { root, about } = await openRecovery(file, passphrase)
    return { root, generation: about.generation }
  } catch (fault) {
    if (!(fault instanceof StoreError)) throw fault
    throw invalidInput(msg`recovery: ${fault.text}`, 'recovery')
  }
}

import type { Store } from '../../../backup-store/store.ts'
import { db } from '../../../db/pool.ts'
import { deviceRejected, notFound, PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { StoreError } from '../../../protocols/chunk-store/errors.ts'
import type { Index } from '../../../protocols/chunk-store/index-file.ts'
import { msg } from '../../../shared/text.ts'
import { openPlace, placeOf } from './place.ts'

export type OpenCopy = {
  copy_id: number
  store: Store
  index: Index
  close(): Promise<void>
}

/**
 * Opens a backup for reading: the first of its copies whose index opens, those without a known fault first. The caller closes it. When a
 * piece then turns out to be damaged, the next copy is opened by naming this one in `except`.
 * @param seen told of what is wrong with each copy that was passed over
 * @throws PanelError not_found, wrong_state for one that is not complete, or the fault of the last copy
 */
export async function openCopy(
  backup_id: number,
  signal: AbortSignal,
  except: readonly number[] = [],
  seen: (fault: unknown) => void = () => {},
): Promise<OpenCopy> {
  const row = await db().prisma.backup.findUnique({ where: { id: backup_id } })
  if (!row) throw notFound(msg`Backup`, backup_id)
  const copies = await db().prisma.backup_copy.findMany({
    where: { backup_id, state: 'active', id: { notIn: [...except] } },
    orderBy: [{ fault_at: { sort: 'asc', nulls: 'first' } }, { position: 'asc' }, { id: 'asc' }],
  })
  let last: unknown = null
  for (const copy of copies) {
    if (!copy.file || !copy.digest) continue
    try {
      const { store, close } = await openPlace(placeOf(copy), signal)
      try {
        const index = await store.getIndex({ subject: row.subject, backup: copy.file }, Buffer.from(copy.digest))
        return { copy_id: copy.id, store, index, close }
      } catch (fault) {
        await close()
        throw fault
      }
    } catch (fault) {
      signal.throwIfAborted()
      if (!(fault instanceof PanelError || fault instanceof StoreError)) throw fault
      last = fault
      seen(fault)
    }
  }
  if (last instanceof StoreError) throw deviceRejected(last.text, { cause: last })
  throw last ?? wrongState(msg`There is no complete copy of the backup that can be read`)
}

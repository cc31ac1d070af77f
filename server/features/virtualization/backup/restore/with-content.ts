import type { Store } from '../../../../backup-store/store.ts'
import { PanelError } from '../../../../domain/shared/errors.ts'
import { StoreError } from '../../../../protocols/chunk-store/errors.ts'
import type { Index } from '../../../../protocols/chunk-store/index-file.ts'
import { openCopy } from '../open-copy.ts'
import { inWords } from '../place.ts'

/**
 * Does a piece of work with the content of a backup. Where a piece of one copy cannot be read, the next copy is taken, so the work may
 * begin again.
 * @throws PanelError what is wrong with the first copy, or with all of them
 */
export async function withContent<T>(
  backup_id: number,
  signal: AbortSignal,
  work: (store: Pick<Store, 'readPiece'>, index: Index) => Promise<T>,
): Promise<T> {
  const tried: number[] = []
  for (let first: unknown; ; ) {
    const copy = await openCopy(backup_id, signal, tried).catch((fault: unknown) => {
      throw first ?? fault
    })
    tried.push(copy.copy_id)
    try {
      return await inWords(() => work(copy.store, copy.index))
    } catch (fault) {
      signal.throwIfAborted()
      if (!isOfPlace(fault)) throw fault
      first ??= fault
    } finally {
      await copy.close()
    }
  }
}

/** Whether another copy may be better. */
const isOfPlace = (fault: unknown): boolean =>
  fault instanceof PanelError && (fault.code === 'device_unreachable' || fault.cause instanceof StoreError)

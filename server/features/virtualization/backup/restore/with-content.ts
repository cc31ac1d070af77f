import type { Store } from '../../../../backup-store/store.ts'
import { PanelError, wrongState } from '../../../../domain/shared/errors.ts'
import { StoreError } from '../../../../protocols/chunk-store/errors.ts'
import type { Index } from '../../../../protocols/chunk-store/index-file.ts'
import { msg } from '../../../../shared/text.ts'
import { openCopy } from '../open-copy.ts'
import { inWords } from '../place.ts'

/**
 * Does a piece of work with the content of a backup. Where a piece of one copy cannot be read, the next copy is taken, so the work may
 * begin again.
 * @throws PanelError what is wrong with the first copy; `wrong_state` when all of them are damaged or gone
 */
export async function withContent<T>(
  backup_id: number,
  signal: AbortSignal,
  work: (store: Pick<Store, 'readPiece'>, index: Index) => Promise<T>,
): Promise<T> {
  const tried: number[] = []
  const faults: Fault[] = []
  // A place that does not open may open later; an index that it gives out damaged stays so.
  const passedOver = (fault: unknown) =>
    void faults.push({ fault, final: fault instanceof StoreError && isOfContent(fault) })
  for (;;) {
    const copy = await openCopy(backup_id, signal, tried, passedOver).catch((fault: unknown) => {
      throw lastWord(faults, fault)
    })
    tried.push(copy.copy_id)
    try {
      return await inWords(() => work(copy.store, copy.index))
    } catch (fault) {
      signal.throwIfAborted()
      if (!isOfPlace(fault)) throw fault
      faults.push({ fault, final: isOfContent((fault as Error).cause) })
    } finally {
      await copy.close()
    }
  }
}

type Fault = { fault: unknown; final: boolean }

const isOfContent = (fault: unknown): boolean =>
  fault instanceof StoreError && (fault.kind === 'damaged' || fault.kind === 'missing')

/** What is wrong with the first copy; `wrong_state`, which is not tried again, when the content of each of them is damaged or gone. */
function lastWord(faults: readonly Fault[], last: unknown): unknown {
  const [first] = faults
  if (first === undefined) return last
  const { fault } = first
  if (!faults.every(({ final }) => final)) return fault
  if (!(fault instanceof StoreError || fault instanceof PanelError)) return fault
  return wrongState(msg`No copy of the backup can be read: ${fault.text}`, { cause: fault })
}

/** Whether another copy may be better. */
const isOfPlace = (fault: unknown): boolean =>
  fault instanceof PanelError && (fault.code === 'device_unreachable' || fault.cause instanceof StoreError)

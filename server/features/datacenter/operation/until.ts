import type { operation } from '../../../../generated/prisma/client.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { bus } from '../../../events/bus.ts'
import { msg } from '../../../shared/text.ts'
import { readOperation } from './record.ts'

/** What processes say is missed while the bus is away: then it is looked for itself. */
const LOOK_MS = 15_000

/**
 * Waits until an operation is as it is wanted, which another process may bring about.
 * @param look what was waited for, or null
 * @throws PanelError when it has failed or was ended meanwhile; the signal's reason
 */
export async function untilOperation<T>(
  id: number,
  look: (row: operation) => T | null,
  signal: AbortSignal,
): Promise<T> {
  let wake = () => {}
  const off = bus().on('change', () => wake())
  try {
    for (;;) {
      signal.throwIfAborted()
      const heard = new Promise<void>((resolve) => {
        const timer = setTimeout(done, LOOK_MS)
        function done() {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          resolve()
        }
        wake = done
        signal.addEventListener('abort', done, { once: true })
      })
      const row = await readOperation(id)
      const found = look(row)
      if (found !== null) {
        wake()
        return found
      }
      if (row.status === 'fail') throw new PanelError('device_rejected', msg`The operation failed: ${row.fault ?? ''}`)
      if (row.ended_at !== null) throw new PanelError('wrong_state', msg`The operation was ended`)
      await heard
    }
  } finally {
    off()
  }
}

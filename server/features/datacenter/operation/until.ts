import type { operation } from '../../../../generated/prisma/client.ts'
import type { OperationResult } from '../../../domain/operation/result.ts'
import { deviceRejected, wrongState } from '../../../domain/shared/errors.ts'
import { bus } from '../../../events/bus.ts'
import { msg } from '../../../shared/text.ts'
import { OPERATION_CHANNEL, readOperation } from './record.ts'

/** What processes say is missed while the bus is away: then it is looked for itself. */
const LOOK_MS = 15_000

/**
 * Waits until an operation is as it is wanted, which another process may bring about.
 * @param look what was waited for, or null
 * @throws PanelError when it has failed or was ended meanwhile; the signal's reason
 */
export async function untilOperation<T>(
  id: number,
  look: (row: operation) => T | null | Promise<T | null>,
  signal: AbortSignal,
): Promise<T> {
  let wake = () => {}
  const off = bus().on(OPERATION_CHANNEL, (changed) => {
    if (changed === String(id)) wake()
  })
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
      const found = await look(row)
      if (found !== null) {
        wake()
        return found
      }
      requireNotFailed(row)
      if (row.ended_at !== null) throw wrongState(msg`The operation was ended`)
      await heard
    }
  } finally {
    off()
  }
}

/** @throws PanelError when it was reported as failed */
export function requireNotFailed({ status, fault }: operation): void {
  if (status === 'fail') throw deviceRejected(msg`The operation failed: ${fault ?? ''}`)
}

/** Whether an operation was ended before its server had the live system: then nothing is left to do to the server. */
export async function endedBeforeBoot(id: number): Promise<boolean> {
  const row = await readOperation(id)
  requireNotFailed(row)
  return row.ended_at !== null && row.session_hash === null
}

/** Waits as `untilOperation` does. @throws PanelError also when the time limit of the operation is over before */
export async function untilInTime<T>(
  id: number,
  look: (row: operation) => T | null | Promise<T | null>,
  signal: AbortSignal,
): Promise<T> {
  return untilOperation(
    id,
    async (now) => {
      const found = await look(now)
      if (found !== null || now.ended_at !== null || Date.now() < now.deadline_at.getTime()) return found
      const minutes = Math.round((now.deadline_at.getTime() - now.created_at.getTime()) / 60_000)
      throw deviceRejected(msg`The time limit is over: the server was not done within ${minutes} minutes`)
    },
    signal,
  )
}

/** Waits for what the live system reports at its end. */
export const untilResult = (id: number, signal: AbortSignal): Promise<OperationResult> =>
  untilInTime(id, (now) => now.result as OperationResult | null, signal)

/**
 * Waits until a system answers that was installed, or the operation is reported as done: a program that says so is believed.
 * @param look asks the system, and comes back when it has answered
 */
export async function untilAnswered(
  id: number,
  look: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const waits = [look(either), untilOperation(id, (now) => (now.status === 'ok' ? true : null), either)]
  try {
    await Promise.race(waits)
    return true
  } finally {
    stop.abort()
    await Promise.allSettled(waits)
  }
}

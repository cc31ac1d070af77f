import { kept } from '../../shared/kept.ts'

// Once in the process, however many module graphs it has.
const place = kept<Map<string, Promise<void>>>('deviceTurns')

/**
 * Runs actions on one device one after the other: read-change-write of settings must not cross another. An abort ends the waiting at once;
 * an action that has begun ends in its own way.
 */
export function inTurn<T>(device: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  place.value ??= new Map()
  const turns = place.value
  const before = turns.get(device) ?? Promise.resolve()
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const mine = before.then(async () => {
      signal.removeEventListener('abort', onAbort)
      if (signal.aborted) return reject(signal.reason)
      await act().then(resolve, reject)
    })
    turns.set(device, mine)
    void mine.then(() => {
      if (turns.get(device) === mine) turns.delete(device)
    })
  })
}

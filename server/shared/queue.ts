import { kept } from './kept.ts'

// Once in the process, however many module graphs it has.
const place = kept<Map<string, Promise<void>>>('deviceQueues')

/**
 * Runs actions on one device one after another: a read-change-write of settings must not interleave with another. An
 * abort ends the waiting at once; an action that has begun ends by itself.
 */
export function inQueue<T>(device: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  place.value ??= new Map()
  const queues = place.value
  const before = queues.get(device) ?? Promise.resolve()
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const mine = before.then(async () => {
      signal.removeEventListener('abort', onAbort)
      if (signal.aborted) return reject(signal.reason)
      await act().then(resolve, reject)
    })
    queues.set(device, mine)
    void mine.then(() => {
      if (queues.get(device) === mine) queues.delete(device)
    })
  })
}

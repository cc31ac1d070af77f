import { unlessAborted } from '../shared/abort.ts'
import { msg, type Text } from '../shared/text.ts'
import { TaskFault } from './faults.ts'

/** How long an aborted body may take to stop before it is left to itself. */
export const PATIENCE_MS = 10_000

type Bounds = {
  /** Aborts the body. */
  signal: AbortSignal
  timeoutMs?: number | undefined
  /** What did not stop in time, for people: "Step boot". */
  what: Text
  patienceMs?: number | undefined
  /** It did not stop after the abort, and goes on by itself. */
  left(): void
}

/**
 * Runs a body that can be aborted by a signal or its time limit, and waits for it to stop. If it finishes nevertheless,
 * its result counts. Otherwise the reason for stopping is thrown.
 */
export async function runBounded<T>(fn: (signal: AbortSignal) => Promise<T>, bounds: Bounds): Promise<T> {
  const { signal, timeoutMs, what } = bounds
  signal.throwIfAborted()
  const controller = new AbortController()
  const follow = () => controller.abort(signal.reason)
  signal.addEventListener('abort', follow, { once: true })
  const late = () =>
    controller.abort(new TaskFault('timeout', msg`${what} did not finish within ${words(timeoutMs ?? 0)}`))
  const limit = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs)
  try {
    const body = fn(controller.signal)
    try {
      return await unlessAborted(body, controller.signal)
    } catch (fault) {
      if (!controller.signal.aborted) throw fault
      const end = await endOf(body, bounds.patienceMs ?? PATIENCE_MS)
      if (end === 'left') bounds.left()
      else if (end) return end.value
      throw controller.signal.reason
    }
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', follow)
  }
}

/** The value that the promise still comes to, null when it fails, `left` when neither happens in time. */
async function endOf<T>(promise: Promise<T>, ms: number): Promise<{ value: T } | null | 'left'> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<'left'>((resolve) => {
    timer = setTimeout(() => resolve('left'), ms)
  })
  const end = promise.then(
    (value) => ({ value }),
    () => null,
  )
  const first = await Promise.race([end, limit])
  clearTimeout(timer)
  return first
}

/** A time limit in words: seconds below ten minutes. */
export function words(ms: number): Text {
  if (ms >= 600_000) return msg`${Math.round(ms / 60_000)} minutes`
  return msg`${ms < 10_000 ? ms / 1000 : Math.round(ms / 1000)} s`
}

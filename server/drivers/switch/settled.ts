import { setTimeout as pause } from 'node:timers/promises'

// Agents answer out of caches: a change shows after a moment.
const limitMs = 5_000
const stepMs = 150

/** Looks until the device reports what was asked for, or it takes too long. @returns what was seen last */
export async function settled<T>(signal: AbortSignal, look: () => Promise<T>, isSo: (now: T) => boolean): Promise<T> {
  const limit = Date.now() + limitMs
  for (;;) {
    const now = await look()
    if (isSo(now) || Date.now() > limit) return now
    await pause(stepMs, undefined, { signal })
  }
}

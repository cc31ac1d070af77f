import { pause } from './abort.ts'

/** A pace: waits after each amount until no more than so many units a second have gone by. One for all that shares it. */
export function paceOf(perSecond: number): (amount: number, signal: AbortSignal) => Promise<void> {
  let free = performance.now()
  return async (amount, signal) => {
    const now = performance.now()
    free = Math.max(free, now) + (amount / perSecond) * 1000
    await pause(free - now, signal)
  }
}

import { pause } from './abort.ts'

/** What came too slowly may be made up for within this time; shorter waits are put together, because timers come late. Milliseconds. */
const SLACK_MS = 50

/** A pace: waits after each amount so that in the long run no more than so many units a second go by. One for all that shares it. */
export function paceOf(perSecond: number): (amount: number, signal: AbortSignal) => Promise<void> {
  let free = performance.now()
  return async (amount, signal) => {
    const now = performance.now()
    free = Math.max(free, now - SLACK_MS) + (amount / perSecond) * 1000
    if (free - now > SLACK_MS) await pause(free - now, signal)
  }
}

import { bus } from '../../../events/bus.ts'
import { PLAN_CHANNEL } from './ended.ts'

/**
 * Hears that plans may go on. Any of them counts: an operation of another plan may have made room in a location.
 * `next` begins to listen; what it answers waits from then on, `ms` at most.
 */
export function listen() {
  let wake = () => {}
  const stop = bus().on(PLAN_CHANNEL, () => wake())
  return {
    next() {
      let heard = false
      wake = () => {
        heard = true
      }
      return (ms: number, signal: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          if (signal.aborted) return reject(signal.reason)
          if (heard) return resolve()
          const timer = setTimeout(done, ms)
          function done() {
            clearTimeout(timer)
            signal.removeEventListener('abort', aborted)
            wake = () => {}
            resolve()
          }
          function aborted() {
            clearTimeout(timer)
            reject(signal.reason)
          }
          signal.addEventListener('abort', aborted, { once: true })
          wake = done
        })
    },
    stop,
  }
}

import { abortError } from './abort.ts'

/** Lets `limit` holders in at once, first come first served; waiting ends with the signal. */
export class Semaphore {
  #free: number
  readonly #queue: (() => void)[] = []

  constructor(limit: number) {
    this.#free = limit
  }

  /** Resolves with the function that gives the place back (calling it again does nothing). */
  async acquire(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw abortError(signal)
    if (this.#free > 0) {
      this.#free--
    } else {
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener('abort', onAbort)
          resolve()
        }
        const onAbort = () => {
          this.#queue.splice(this.#queue.indexOf(enter), 1)
          reject(abortError(signal))
        }
        signal.addEventListener('abort', onAbort, { once: true })
        this.#queue.push(enter)
      })
    }
    let held = true
    return () => {
      if (!held) return
      held = false
      const next = this.#queue.shift()
      if (next) next()
      else this.#free++
    }
  }
}

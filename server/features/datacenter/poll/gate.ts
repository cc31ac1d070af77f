type Waiting = () => void

/** Lets so many devices of a place be asked at once, in the order in which they come. In this process: others have gates of their own. */
export class Gate {
  #inside = 0
  readonly #waiting: Waiting[] = []

  /** Runs `act` when it is its turn. @throws the signal's reason when it is called off while waiting */
  async pass<T>(limit: number, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#inside >= Math.max(1, limit)) await this.#turn(signal)
    else this.#inside++
    try {
      return await act()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#inside--
    }
  }

  /** The place of whoever leaves goes to the first who waits. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const mine = () => {
        signal.removeEventListener('abort', give)
        resolve()
      }
      const give = () => {
        this.#waiting.splice(this.#waiting.indexOf(mine), 1)
        reject(signal.reason)
      }
      this.#waiting.push(mine)
      signal.addEventListener('abort', give, { once: true })
    })
  }
}

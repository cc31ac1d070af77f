/**
 * Gathers many calls into few runs: the first run comes `windowMs` after its first call, and no other within `restMs` of it.
 * `now` does not wait for a run that is due.
 */
export function gatherer(windowMs: number, restMs: number, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Number.NEGATIVE_INFINITY
  const go = () => {
    clearTimeout(timer)
    timer = undefined
    last = performance.now()
    run()
  }
  return {
    call() {
      if (timer !== undefined) return
      const wait = Math.max(windowMs, last + restMs - performance.now())
      if (wait <= 0) go()
      else timer = setTimeout(go, wait)
    },
    now() {
      if (timer !== undefined) go()
    },
  }
}

type Looks<T> = { running: Promise<T>; since: number; next: Promise<T> | null }

/**
 * Lets callers who ask the same at the same time share an answer that is never older than the question: whoever comes while a look
 * is under way waits for the next one, which begins when that ends, together with all who came meanwhile. A look that began before
 * somebody asked does not answer him, so that what ended in between is seen as ended.
 * @param longestMs a look that takes longer is no longer waited for by those who come next
 * @returns asks for `key`; `look` is what answers, and must mean the same for everybody who asks for that key
 */
export function singleFlight<T>(now: () => number = () => performance.now(), longestMs = 50) {
  const looks = new Map<string, Looks<T>>()

  function begin(key: string, look: () => Promise<T>): Promise<T> {
    const mine: Looks<T> = { running: look(), since: now(), next: null }
    looks.set(key, mine)
    const over = () => {
      if (looks.get(key) === mine && mine.next === null) looks.delete(key)
    }
    mine.running.then(over, over)
    return mine.running
  }

  return (key: string, look: () => Promise<T>): Promise<T> => {
    const before = looks.get(key)
    if (!before || now() - before.since > longestMs) return begin(key, look)
    if (before.next) return before.next
    const go = () => begin(key, look)
    before.next = before.running.then(go, go)
    return before.next
  }
}

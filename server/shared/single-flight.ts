type Looks<T> = { running: Promise<T>; since: number; next: Promise<T> | null }

/**
 * Lets concurrent callers of one key share a query whose answer is never older than their call: callers that come during a query
 * share the next one, which begins when that ends. The running query does not answer them, because it may have read before a
 * change that they have to see.
 * @param longestMs a query that takes longer is not waited for by later callers
 * @returns asks for `key`; `look` runs the query, and must be the same for all callers of that key
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

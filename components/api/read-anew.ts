import type { Query, QueryClient } from '@tanstack/react-query'

/** What is on the page may have gone, and the page is about to be left: see `holdReading`. */
const held = new WeakMap<QueryClient, symbol>()

/**
 * While an object is deleted from its own page, nothing on that page is read anew: the answer would be that it does not exist.
 * @returns ends that at once, for when it was refused
 */
export function holdReading(queries: QueryClient): () => void {
  const mine = Symbol('leaving')
  held.set(queries, mine)
  return () => {
    if (held.get(queries) === mine) goOnReading(queries)
  }
}

/** Another page is shown: what was held back is read now. */
export function goOnReading(queries: QueryClient): void {
  if (held.delete(queries))
    void queries.refetchQueries({ type: 'active', predicate: (query) => query.state.isInvalidated })
}

/**
 * Lets queries be read anew because what they show has changed. One whose very first answer is still on its way may carry what was
 * before the change, and the library would take it for new: it is read once more when it has arrived.
 * @returns settles when what is on the page has been read
 */
export async function readAnew(queries: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  if (held.has(queries)) return queries.invalidateQueries({ predicate, refetchType: 'none' })
  const underWay = queries
    .getQueryCache()
    .findAll({ predicate })
    .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
  const read = queries.invalidateQueries({ predicate })
  for (const query of underWay) {
    const again = () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.promise?.then(again, again)
  }
  await read
  // Another change may have called one of these off and begun it again.
  const begun = queries.getQueryCache().findAll({ predicate, type: 'active', fetchStatus: 'fetching' })
  await Promise.allSettled(begun.map(({ promise }) => promise))
}

import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Lets queries be read anew because what they show has changed. One whose very first answer is still on its way may carry what was
 * before the change, and the library would take it for new: it is read once more when it has arrived.
 */
export function readAnew(queries: QueryClient, predicate: (query: Query) => boolean): void {
  const underWay = queries
    .getQueryCache()
    .findAll({ predicate })
    .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
  void queries.invalidateQueries({ predicate })
  for (const query of underWay) {
    const again = () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.promise?.then(again, again)
  }
}

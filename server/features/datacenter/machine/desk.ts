import type { BootDesk } from '../../../protocols/netboot/desk.ts'
import type { Leases } from '../operation/asked-by.ts'
import { deskOf } from '../operation/desk.ts'
import { searchDesk } from './search-desk.ts'

/** What machines of one location get that boot from its network: those with an operation, and where discovery is on those that nobody knows. */
export function deskOfLocation(location_id: number, web: string, leases?: Leases): BootDesk {
  const operations = deskOf(location_id, web, leases)
  const search = searchDesk(location_id, web)
  return {
    ...operations,
    ...search,
    // A key is of an operation or of a search; who has none learns nothing.
    hello: async (key, report, from) => {
      const answer = await operations.hello(key, report, from)
      return answer === 'unknown' ? search.hello(key, report, from) : answer
    },
    progress: async (key, progress, from) => {
      const answer = await operations.progress(key, progress)
      return answer === 'unknown' ? search.progress(key, progress, from) : answer
    },
    result: async (key, result, from) => {
      const answer = await operations.result(key, result)
      return answer === 'unknown' ? search.result(key, result, from) : answer
    },
  }
}

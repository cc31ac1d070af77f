import { lazy, Suspense } from 'react'
import type { Cluster } from '../../server/domain/cluster/record.ts'

// Few have conditions, and reading them takes the whole grammar of expressions.
const FilterText = lazy(() => import('./filter-text.tsx'))

/** Conditions that new VMs have to meet, a line each. */
export function Conditions({ filter }: { filter: Cluster['host_filter'] }) {
  return (
    <Suspense fallback={<span className="block" style={{ height: `${(filter ?? []).length}lh` }} />}>
      <FilterText filter={filter} />
    </Suspense>
  )
}

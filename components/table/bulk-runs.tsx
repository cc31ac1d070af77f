'use client'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { type BulkRun, bulkRuns, isWaiting, onBulkRuns } from './bulk-run.ts'

// Needed with the first run.
const BulkRunStrip = lazy(() => import('./bulk-run-strip.tsx'))

const none: readonly BulkRun[] = []

/** Actions on many rows that go on while the person does something else: how far, and the result of every row. */
export function BulkRuns() {
  const runs = useSyncExternalStore(onBulkRuns, bulkRuns, () => none)
  const waiting = runs.some(isWaiting)
  useEffect(() => {
    if (!waiting) return
    // Rows that were not asked yet would be lost with the window.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [waiting])
  if (runs.length === 0) return null
  return (
    <div className="sticky bottom-0 z-20 flex-none border-t border-line-strong bg-raised">
      <Suspense>
        {runs.map((run) => (
          <BulkRunStrip key={run.id} run={run} />
        ))}
      </Suspense>
    </div>
  )
}

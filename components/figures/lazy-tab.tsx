'use client'
import { type ComponentType, lazy, Suspense } from 'react'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'

/** A tab whose code is fetched when it is first shown. */
export function lazyTab<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Body = lazy<ComponentType<Props>>(async () => ({ default: await load() }))
  return function LazyTab(props: Props) {
    return (
      <Suspense
        fallback={
          <div className="px-6 py-4 phone:px-4">
            <SkeletonRows rows={6} label="" />
          </div>
        }
      >
        <Body {...props} />
      </Suspense>
    )
  }
}

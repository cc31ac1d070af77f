'use client'
import type { ReactNode } from 'react'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { apiFault } from './fault.ts'

type Query<T> = { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }

/**
 * A part of a page that is read by itself: on its way, not readable, or there.
 * @param label what is loading, for screen readers
 */
export function Loaded<T>(props: {
  query: Query<T>
  label: string
  /** Heading of the fault. */
  unread: string
  /** Of the skeleton. */
  rows?: number
  children: (data: T) => ReactNode
}) {
  const { query, label, unread, rows, children } = props
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return <SkeletonRows label={label} rows={rows} />
  return <ErrorState title={unread} cause={apiFault(error).msg} onRetry={() => void refetch()} busy={isFetching} />
}

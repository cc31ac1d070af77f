import type { ReactNode } from 'react'

/**
 * What a list hook gives a table. Five pictures: `loading`, `failed`, ready with rows, ready without, and ready while
 * the next answer is on its way (`refetching`), when the old rows stay in sight.
 */
export type TableData<Row> = {
  status: 'loading' | 'failed' | 'ready'
  list: readonly Row[]
  /** All rows that match, before `limit`. */
  size: number
  refetching?: boolean
  /** Of a failure: cause in words. */
  cause?: ReactNode
  /** The rows are not fresh: since when and why, in words. */
  stale?: ReactNode
  retry: () => void
}

/** What a query of TanStack Query, or anything like it, is to a table. */
export function toTableData<Row>(query: {
  data: { list: readonly Row[]; size: number } | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}): TableData<Row> {
  const { data, error, isFetching, refetch } = query
  const base = { list: data?.list ?? [], size: data?.size ?? 0, refetching: isFetching, retry: () => void refetch() }
  if (data) return { ...base, status: 'ready', ...(error && { stale: error.message }) }
  if (error) return { ...base, status: 'failed', cause: error.message }
  return { ...base, status: 'loading' }
}

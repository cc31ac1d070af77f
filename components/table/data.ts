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

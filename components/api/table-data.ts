import type { TableData } from '../table/data.ts'
import { apiFault } from './fault.ts'

type ListQuery<Row> = {
  data: { list: readonly Row[]; size: number } | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** What a list query of the API is to a table, faults in the panel's own words instead of the transport's. */
export function tableData<Row>({ data, error, isFetching, refetch }: ListQuery<Row>): TableData<Row> {
  const base = { list: data?.list ?? [], size: data?.size ?? 0, refetching: isFetching, retry: () => void refetch() }
  if (data) return { ...base, status: 'ready', ...(error ? { stale: apiFault(error).msg } : {}) }
  if (error) return { ...base, status: 'failed', cause: apiFault(error).msg }
  return { ...base, status: 'loading' }
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../api/trpc.ts'

/** The newest template of diagnostics that a location has; null when it has none, undefined as long as that is not known. */
export function useDiagnostics(location_id: number): number | null | undefined {
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.dci.osTemplate.list.queryOptions({
      query: { where: `(type EQ 'diag') AND (location EQ ${location_id})`, orderby: 'id desc', limit: '1' },
    }),
  )
  return data && (data.list[0]?.id ?? null)
}

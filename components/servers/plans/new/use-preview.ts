'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OperationPlanPreview } from '../../../../server/domain/operation-plan/schema.ts'
import { useTRPCClient } from '../../../api/trpc.ts'

/** What would become of each server, asked anew when something else is chosen. */
export function usePreview(body: OperationPlanPreview | null) {
  const { dci } = useTRPCClient()
  return useQuery({
    queryKey: ['operation-plan-preview', body],
    enabled: body !== null,
    placeholderData: body === null ? undefined : keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    queryFn: ({ signal }) => dci.operationPlan.preview.mutate({ body: body as OperationPlanPreview }, { signal }),
  })
}

'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '../api/trpc.ts'
import { before, ranges, type Window } from './span.ts'

type Owner = 'host' | 'node'

/** Nothing is kept for longer than a year, so there is nothing before half of one. */
export const canCompare = ({ from, to }: Window): boolean => (to - from) * 2 <= ranges.year

function useOne(owner: Owner, id: number, query: Window, enabled: boolean) {
  const trpc = useTRPC()
  const options = { placeholderData: keepPreviousData }
  const host = useQuery(
    trpc.vm.host.figures.queryOptions(
      { params: { host_id: id }, query },
      { ...options, enabled: enabled && owner === 'host' },
    ),
  )
  const node = useQuery(
    trpc.vm.node.figures.queryOptions(
      { params: { node_id: id }, query },
      { ...options, enabled: enabled && owner === 'node' },
    ),
  )
  return owner === 'host' ? host : node
}

/** Figures of a VM or node in a window, and of the period before when they are compared. */
export function useFigures(owner: Owner, id: number, window: Window, compare: boolean) {
  const now = useOne(owner, id, window, true)
  const was = useOne(owner, id, before(window), compare)
  return { now, was: compare ? was.data : undefined }
}

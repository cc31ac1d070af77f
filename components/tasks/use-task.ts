'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from '../api/live.tsx'
import { useTRPC } from '../api/trpc.ts'

/** A task with its steps and the progress that is pushed; read anew when another step begins. */
export function useTask(id: number | null) {
  const trpc = useTRPC()
  const live = useLive().progress
  const progress = id === null ? undefined : live.get(id)
  const query = useQuery(trpc.vm.task.get.queryOptions(id === null ? skipToken : { params: { task_id: id } }))
  const { refetch, data } = query
  const step = progress?.step
  const behind = step !== undefined && data !== undefined && step !== data.step
  useEffect(() => {
    // Also when the page was opened in the middle: the step that was pushed may be newer than what was read.
    if (step !== undefined && behind) void refetch()
  }, [step, behind, refetch])
  return { query, task: data && { ...data, ...progress } }
}

export type LiveTask = NonNullable<ReturnType<typeof useTask>['task']>

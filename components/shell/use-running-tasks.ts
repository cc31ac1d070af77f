'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Task } from '../../server/domain/task/schema.ts'
import { useLive } from '../api/live.tsx'
import { useTRPC } from '../api/trpc.ts'

export type RunningTask = Pick<
  Task,
  | 'id'
  | 'consul_id'
  | 'entity'
  | 'registry_id'
  | 'registry_name'
  | 'name'
  | 'status'
  | 'percent'
  | 'message'
  | 'step'
  | 'started_at'
  | 'account'
>

const running = {
  query: { where: "status IN ('created','running')", orderby: 'id desc', limit: '0,200' },
}

/** Tasks that run or wait to, with the progress that has been pushed since they were read. */
export function useRunningTasks(): { list: readonly RunningTask[]; size: number; percent: number | null } {
  const trpc = useTRPC()
  const { progress } = useLive()
  const { data } = useQuery(trpc.vm.task.list.queryOptions(running))
  return useMemo(() => {
    const list = (data?.list ?? []).map((task) => ({ ...task, ...progress.get(task.id) }))
    const sum = list.reduce((total, task) => total + task.percent, 0)
    return { list, size: data?.size ?? 0, percent: list.length > 0 ? sum / list.length : null }
  }, [data, progress])
}

/** The task that an object is busy with, by the object's kind and id. */
export function useTaskOf(): (entity: string, id: number) => RunningTask | undefined {
  const { list } = useRunningTasks()
  return useMemo(() => {
    const found = new Map<string, RunningTask>()
    // Newest first: of a restart's parts the one that runs says most.
    for (const task of list) {
      const key = `${task.entity}:${task.registry_id}`
      if (!found.has(key) || (task.started_at !== null && found.get(key)?.started_at === null)) found.set(key, task)
    }
    return (entity, id) => found.get(`${entity}:${id}`)
  }, [list])
}
